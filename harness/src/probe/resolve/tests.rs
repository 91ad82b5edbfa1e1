//! Two families, one answer.

use std::future::{pending, ready};

use super::*;

const V4: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

#[test]
fn any_address_will_do_and_the_most_telling_failure_is_told() {
    use NoAddress::{Failed, NoData, NotFound, TimedOut};
    let cases: [(Family, Family, Family); 8] = [
        (Ok(vec![V4]), Err(Failed), Ok(vec![V4])),
        (Err(NotFound), Ok(vec![V4]), Ok(vec![V4])),
        (Err(NotFound), Err(NoData), Err(NotFound)),
        (Err(NoData), Err(Failed), Err(Failed)),
        (Err(TimedOut), Err(NoData), Err(TimedOut)),
        (Err(NoData), Err(NoData), Err(NoData)),
        (Ok(Vec::new()), Err(NoData), Err(NoData)),
        (Ok(Vec::new()), Ok(Vec::new()), Err(NoData)),
    ];
    for (v6, v4, expected) in cases {
        assert_eq!(join(v6.clone(), v4.clone()), expected, "{v6:?} {v4:?}");
        assert_eq!(join(v4.clone(), v6.clone()), expected, "{v4:?} {v6:?}");
    }
}

#[tokio::test]
async fn a_family_that_is_silent_is_not_waited_for_when_the_other_has_answered() {
    let answered = || ready(Ok(vec![V4]));
    let both = tokio::join!(both_families(pending(), answered()), both_families(answered(), pending()));
    assert_eq!(both, (Ok(vec![V4]), Ok(vec![V4])));
}

#[tokio::test]
async fn an_override_goes_before_the_resolver() {
    struct Never;
    impl Resolve for Never {
        fn resolve<'a>(&'a self, _: &'a str, _: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
            Box::pin(ready(Err(NoAddress::NotFound)))
        }
    }
    let address: SocketAddr = "127.0.0.1:8080".parse().unwrap();
    let overrides = Overrides::new([("mock.test".to_owned(), address)], Arc::new(Never));
    assert_eq!(overrides.resolve("mock.test", 443).await, Ok(vec![address]));
    assert_eq!(overrides.resolve("else.test", 443).await, Err(NoAddress::NotFound));
}
