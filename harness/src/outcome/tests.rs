use proptest::prelude::*;

use super::*;
use crate::record::arbitrary::{reason, record};
use crate::record::{End, Timing};

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
