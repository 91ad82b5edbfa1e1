//! The cases about what a domain serves: our judgement of it, and what the mock registry answers to the login.

use std::collections::BTreeMap;

use anyhow::Context as _;
use mock_servers::registry::{KeyAnswer, KeyHost, MockRegistry, Outside};
use rollcall::namespace::{
    Algorithm, Domain, FileAnswer, Finding, KeyPair, Mine, TxtAnswer, judge_file, judge_txt, registry_refuses,
};
use serde::Deserialize;
use serde_json::json;

/// What a domain serves, and the key that logs in.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Served {
    domain: Option<String>,
    dns_txt: Option<BTreeMap<String, Vec<String>>>,
    well_known: Option<WellKnown>,
    private_key_hex: Option<String>,
}

#[derive(Debug, Deserialize)]
struct WellKnown {
    status: u16,
    location: Option<String>,
    body: Option<String>,
    body_bytes: Option<usize>,
    address: Option<std::net::IpAddr>,
    address_kind: Option<String>,
}

impl WellKnown {
    fn body(&self) -> Vec<u8> {
        self.body.clone().map_or_else(|| vec![b'a'; self.body_bytes.unwrap_or_default()], String::into_bytes)
    }

    /// Whether the case turns on the address of the domain.
    fn is_about_address(&self) -> bool {
        self.address.is_some() || self.address_kind.is_some()
    }

    fn answer(&self) -> anyhow::Result<FileAnswer> {
        let private = match (self.address, self.address_kind.as_deref()) {
            (Some(address), _) => Some(address),
            (None, Some("private")) => Some([10, 0, 0, 5].into()),
            (None, Some(other)) => anyhow::bail!("address_kind {other:?} is not known here"),
            (None, None) => None,
        };
        Ok(match private.filter(|address| registry_refuses(*address)) {
            Some(address) => FileAnswer::NotPublic(vec![address]),
            None => FileAnswer::Answered {
                status: self.status,
                location: self.location.clone(),
                body: self.body(),
            },
        })
    }
}

impl Served {
    /// Whether the case says what a domain serves.
    pub(super) fn is_given(&self) -> bool {
        self.dns_txt.is_some() || self.well_known.is_some()
    }

    fn pair(&self) -> anyhow::Result<Option<KeyPair>> {
        let text = self.private_key_hex.as_deref();
        Ok(text.map(KeyPair::from_text).transpose()?)
    }

    /// What we find.
    pub(super) fn findings(&self) -> anyhow::Result<Vec<Finding>> {
        let domain: Domain = self.domain.as_deref().context("a domain")?.parse()?;
        let mine = self.pair()?.as_ref().map(Mine::from);
        if let Some(zone) = &self.dns_txt {
            let records = |name: &str| TxtAnswer::Records(zone.get(name).cloned().unwrap_or_default());
            let beside = zone.keys().filter(|name| *name != domain.as_str());
            let beside: Vec<_> = beside.map(|name| (name.clone(), records(name))).collect();
            return Ok(judge_txt(&domain, &records(domain.as_str()), &beside, mine.as_ref()).findings);
        }
        let file = self.well_known.as_ref().context("records or a file")?;
        Ok(judge_file(&domain, &file.answer()?, mine.as_ref()).findings)
    }

    /// The status with which the mock registry answers the login; nothing where the case turns on an address, because
    /// the mock connects wherever it is told to.
    pub(super) fn login_status(&self) -> anyhow::Result<Option<u16>> {
        if self.well_known.as_ref().is_some_and(WellKnown::is_about_address) {
            return Ok(None);
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(self.log_in()).map(Some)
    }

    async fn log_in(&self) -> anyhow::Result<u16> {
        let domain = self.domain.as_deref().context("a domain")?;
        let answer = match &self.well_known {
            Some(file) => {
                KeyAnswer { status: file.status, location: file.location.clone(), body: file.body() }
            }
            None => KeyAnswer::status(404),
        };
        let host = KeyHost::start(&[domain], answer).await?;
        let registry = MockRegistry::start(Outside {
            txt: self.dns_txt.clone().unwrap_or_default(),
            hosts: BTreeMap::from([(domain.to_owned(), host.address())]),
            roots: host.roots(),
            ..Outside::default()
        })
        .await?;
        // Where the case names no key, nobody's key can be the right one.
        let pair = self.pair()?.map_or_else(|| KeyPair::generate(Algorithm::Ed25519), Ok)?;
        let timestamp = registry.clock().now().to_string();
        let signed: String =
            pair.sign(timestamp.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        let method = if self.dns_txt.is_some() { "dns" } else { "http" };
        let body = json!({"domain": domain, "timestamp": timestamp, "signed_timestamp": signed});
        let path = format!("/v0/auth/{method}");
        Ok(registry.post(&path, None, body.to_string().as_bytes()).await.0)
    }
}
