use proptest::prelude::*;

use super::*;
use crate::record::arbitrary::{reason, record};
use crate::record::{End, Timing};
use crate::target::Transport;

#[test]
fn every_class_of_status() {
    let decided = |status: u16| {
        let mut record = Record::new("https://mock.test/mcp".to_owned(), Transport::StreamableHttp, None);
        let exchange = r#"{"step":"initialize","attempt":1,"hop":0,"method":"POST","url":"https://mock.test/mcp",
            "bytes":0,"end":"complete","answer":"result","timing":{"total_us":0}}"#;
        let mut exchange: Exchange = serde_json::from_str(exchange).unwrap();
        exchange.status = Some(status);
        record.exchanges.push(exchange);
        record.decide();
        (record.outcome, record.reason.map(|reason| reason.to_string()))
    };
    for status in [200, 201, 299] {
        assert_eq!(decided(status), (Outcome::Answered, None));
    }
    for status in [301, 307, 399] {
        assert_eq!(decided(status), (Outcome::NotMcp, Some(format!("redirect-{status}"))));
    }
    for status in [401, 403] {
        assert_eq!(decided(status), (Outcome::LoginRequired, None));
    }
    for status in [400, 402, 404, 407, 421, 428, 430, 499] {
        assert_eq!(decided(status), (Outcome::Http4xx, None));
    }
    assert_eq!(decided(429), (Outcome::RateLimited, None));
    for status in [500, 503, 530, 599] {
        assert_eq!(decided(status), (Outcome::Http5xx, None));
    }
}

proptest! {
    #[test]
    fn total_and_deterministic(record in record()) {
        let verdict = outcome(&record);
        prop_assert_eq!(outcome(&record), verdict);
        let reasoned = matches!(verdict.outcome, Outcome::ConnectionFailed | Outcome::TimedOut | Outcome::NotMcp);
        prop_assert_eq!(verdict.reason.is_some(), reasoned);
        let contacted = verdict.outcome != Outcome::NotProbed;
        prop_assert_eq!((verdict.stage.is_some(), verdict.deciding.is_some()), (contacted, contacted));
        if let Some(deciding) = verdict.deciding {
            prop_assert!(deciding < record.exchanges.len());
        }
    }

    #[test]
    fn a_stored_record_decides_the_same(record in record()) {
        let stored = serde_json::to_string(&record).unwrap();
        let mut read: Record = serde_json::from_str(&stored).unwrap();
        prop_assert_eq!(&read, &record);
        read.decide();
        prop_assert_eq!(read, record);
    }

    #[test]
    fn timings_and_findings_decide_nothing(record in record()) {
        let mut other = record.clone();
        other.findings.clear();
        other.elapsed_us += 1;
        for exchange in &mut other.exchanges {
            exchange.timing = Timing::default();
            exchange.connection = None;
            exchange.sample = None;
        }
        prop_assert_eq!(outcome(&other), outcome(&record));
    }

    #[test]
    fn the_status_decides_before_the_body(record in record(), status in 400_u16..600, reason in reason()) {
        for mut exchange in record.exchanges {
            exchange.status = Some(status);
            let decided = of_exchange(&exchange);
            exchange.answer = None;
            exchange.end = End::Failed(reason);
            prop_assert_eq!(of_exchange(&exchange), decided);
            prop_assert_eq!(decided.1, None);
        }
    }
}
