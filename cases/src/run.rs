//! Runs a case: starts its mock, probes it, and hands back what both sides saw.

use std::io;
use std::sync::Arc;

use mock_servers::script::{Demand, Listen, Tls};
use mock_servers::{Breach, Journal, Mock, ca_pem};
use rollcall::probe::Prober;
use rollcall::record::Record;
use rollcall::target::Transport;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use crate::case::Case;
use crate::plan::{Names, host, policy, target};

/// What both sides saw.
#[derive(Debug)]
pub struct Run {
    /// The prober's record.
    pub record: Record,
    /// The mock's journal.
    pub journal: Journal,
    /// What was broken on the mock's side.
    pub breaches: Vec<Breach>,
    /// The names that were looked up.
    pub asked: Vec<String>,
}

/// How mocks listen where their script leaves it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// Plain HTTP: the suite.
    Plain,
    /// TLS: the demonstration.
    Tls,
}

/// What is demanded of the prober in every case, beside what the case itself demands.
fn observed(case: &Case) -> Vec<Demand> {
    let mut demands = vec![
        Demand::AcceptBoth,
        Demand::AcceptIdentity,
        Demand::ContentTypeJson,
        Demand::NoOrigin,
        Demand::NoCookie,
        Demand::NoAuthorization,
        Demand::VersionHeader,
        Demand::SessionEchoed,
        Demand::ClientInfo,
        Demand::IntegerIds,
        Demand::Budget,
        Demand::NoCall,
        Demand::NoResponsePosted,
        Demand::UnchangedByRedirect,
    ];
    match case.entry.transport {
        Transport::Sse => demands.push(Demand::NoPost),
        Transport::StreamableHttp if !case.policy.oauth_lookup => demands.push(Demand::NoGet),
        Transport::StreamableHttp | Transport::Auto => {}
    }
    if !case.policy.modern {
        demands.push(Demand::NoDiscover);
    }
    demands
}

/// Runs a case.
///
/// # Errors
///
/// The mock could not be started.
pub async fn run(id: &str, case: &Case, over: Over) -> io::Result<Run> {
    let listen =
        if over == Over::Tls || case.policy.strict { Listen::Tls(Tls::default()) } else { Listen::Plain };
    let mock =
        Mock::of(case.mock.clone()).named(host(id)).observing(observed(case)).over(listen).start().await?;
    let policy = policy(case, mock.address().ip());
    let record = match target(id, case, &mock.named_url(), &policy.reach) {
        Err((skip, url)) => Record::not_probed(url, case.entry.transport, None, skip),
        Ok(target) => {
            let names = Names::new(mock.zone(), mock.address().port());
            let prober = Prober::new(Arc::new(policy), names, roots()).map_err(io::Error::other)?;
            prober.probe(&target).await
        }
    };
    let asked = mock.zone().asked();
    let journal = mock.journal();
    let breaches = mock.finish().err().unwrap_or_default();
    Ok(Run { record, journal, breaches, asked })
}

/// The mocks' authority, and nobody else's.
#[must_use]
pub fn roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    let authority = CertificateDer::from_pem_slice(ca_pem().as_bytes()).expect("the authority is PEM");
    roots.add(authority).expect("the authority is a certificate");
    roots
}
