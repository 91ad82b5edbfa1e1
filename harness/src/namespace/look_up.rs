//! Asks the outside where a name's key could be, and says which names each place proves today.

use schemars::JsonSchema;
use serde::Serialize;

use super::outside::{Outside, TxtAnswer};
use super::served::{Mine, Served, WRONG_PLACES, file_place, judge_file, judge_txt, txt_place};
use super::{Domain, Finding, Name, Need, Proof, PublicKey, Severity, judge_login};

/// Domains above a name's own that are asked for a TXT record. A registrable domain is seldom deeper.
const MAX_DOMAINS: usize = 4;

/// What was seen outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OnlineReport {
    /// Whether the name is proven by a key that is served now; absent when that could not be found out.
    pub proven: Option<bool>,
    /// Every place that was looked at.
    pub places: Vec<PlaceReport>,
}

/// One place that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlaceReport {
    /// `dns` or `http`.
    pub method: &'static str,
    /// The domain.
    pub domain: String,
    /// The place, for people.
    pub place: String,
    /// The keys that count there.
    pub keys: Vec<KeyAtPlace>,
    /// The patterns of names that the keys grant; none without a key.
    pub grants: Vec<String>,
    /// Whether they cover the name.
    pub covers_name: bool,
    /// Why nothing can be said, where nobody answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
}

/// A key that is served.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KeyAtPlace {
    /// Algorithm and the first 8 base64 characters, as the registry names a key.
    pub short: String,
    /// The whole record, rewritten from the key.
    pub record: String,
}

impl From<&PublicKey> for KeyAtPlace {
    fn from(key: &PublicKey) -> Self {
        Self { short: key.short(), record: key.record() }
    }
}

/// Looks where a login by this proof would look. Nothing for a GitHub login, which leaves no trace outside.
pub async fn look(proof: &Proof, mine: Option<&Mine>, outside: &impl Outside) -> Option<Served> {
    match proof {
        Proof::Dns(domain) => Some(look_txt(domain, mine, outside).await),
        Proof::Http(domain) => Some(judge_file(domain, &outside.file(domain).await, mine)),
        Proof::GitHub { .. } => None,
    }
}

async fn look_txt(domain: &Domain, mine: Option<&Mine>, outside: &impl Outside) -> Served {
    let answer = outside.txt(domain.as_str()).await;
    let served = judge_txt(domain, &answer, &[], mine);
    if !served.keys.is_empty() || served.unchecked.is_some() || answer == TxtAnswer::NoSuchName {
        return served;
    }
    let mut elsewhere = Vec::new();
    for front in WRONG_PLACES {
        let name = format!("{front}{domain}");
        let answer = outside.txt(&name).await;
        elsewhere.push((name, answer));
    }
    judge_txt(domain, &answer, &elsewhere, mine)
}

/// Looks at every place that could prove a name, and at the place of the login that is meant for it.
///
/// The findings that come with the report are weighed by the whole: once the name is proven, what other places lack is
/// no fault.
pub async fn look_up(
    name: &Name,
    login: Option<&Proof>,
    mine: Option<&Mine>,
    outside: &impl Outside,
) -> (OnlineReport, Vec<Finding>) {
    look_at(candidates(name, login), name, login, mine, outside).await
}

/// Whether a domain serves a key now, as a record or as a file; `only` leaves the other method out.
pub async fn check_key(
    domain: &Domain,
    only: Option<&Proof>,
    mine: &Mine,
    outside: &impl Outside,
) -> (OnlineReport, Vec<Finding>) {
    let both = [Proof::Dns(domain.clone()), Proof::Http(domain.clone())];
    let places =
        both.into_iter().filter(|proof| only.is_none_or(|only| only == proof)).map(|proof| (proof, true));
    look_at(places.collect(), &Name::new(&domain.reversed()), None, Some(mine), outside).await
}

async fn look_at(
    candidates: Vec<(Proof, bool)>,
    name: &Name,
    login: Option<&Proof>,
    mine: Option<&Mine>,
    outside: &impl Outside,
) -> (OnlineReport, Vec<Finding>) {
    let publishable = name.publishable();
    let mut places = Vec::new();
    for (proof, exact) in candidates {
        let served = match &proof {
            // What lies beside a domain further up is nobody's mistake about this name.
            Proof::Dns(domain) if !exact => {
                Some(judge_txt(domain, &outside.txt(domain.as_str()).await, &[], mine))
            }
            _ => look(&proof, mine, outside).await,
        };
        places.extend(served.map(|served| (proof, exact, served)));
    }
    let usable = |served: &Served| match mine {
        Some(mine) => served.keys.contains(&mine.public),
        None => !served.keys.is_empty(),
    };
    let is_proof = |(proof, _, served): &(Proof, bool, Served)| {
        usable(served) && proof.covers(&publishable) && login.is_none_or(|login| login == proof)
    };
    let proven = places.iter().any(is_proof);
    let unchecked = places.iter().any(|(_, _, served)| served.unchecked.is_some());

    let mut findings = Vec::new();
    if let Some(login) = login
        && !places.iter().any(|(proof, _, served)| proof == login && usable(served))
    {
        // The key is somewhere, only not where this login looks.
        let key_at = places.iter().find(|(_, _, served)| usable(served));
        findings.extend(key_at.into_iter().flat_map(|(proof, _, _)| judge_login(login, proof)));
    }
    for (proof, exact, served) in &places {
        let wanted = *exact && login.is_none_or(|login| login == proof);
        findings.extend(
            served.findings.iter().filter_map(|finding| weigh(finding, proven, wanted, served.leaked)),
        );
    }
    let report = OnlineReport {
        proven: if proven { Some(true) } else { (!places.is_empty() && !unchecked).then_some(false) },
        places: places.iter().map(|(proof, _, served)| place_report(proof, served, &publishable)).collect(),
    };
    (report, findings)
}

/// A finding in the light of the whole: an empty place is a fault only where the key was wanted and the name is not
/// proven otherwise; a broken record beside a proof is no refusal any more. A leaked private key always is one.
fn weigh(finding: &Finding, proven: bool, wanted: bool, leaked: bool) -> Option<Finding> {
    let empty = matches!(
        finding.rule,
        "key-record-missing"
            | "key-file-status"
            | "key-file-redirected"
            | "key-file-too-large"
            | "key-host-private"
    );
    if empty && (proven || !wanted) {
        return None;
    }
    let softened = proven && !leaked && finding.severity == Severity::Error;
    Some(if softened { finding.clone().with_severity(Severity::Warning) } else { finding.clone() })
}

/// Where a key for the name could be: by DNS at its domain and those above down to the registrable one, by the file
/// at its domain alone; and where the login looks. The flag says whether the place is the name's own or the login's.
fn candidates(name: &Name, login: Option<&Proof>) -> Vec<(Proof, bool)> {
    let mut proofs = Vec::new();
    if let Need::Domain(domains) = name.need() {
        let above =
            domains.iter().filter(|found| found.exact || psl::domain_str(found.domain.as_str()).is_some());
        for found in above.take(MAX_DOMAINS) {
            proofs.extend(found.proofs().into_iter().map(|proof| {
                let wanted = found.exact || login == Some(&proof);
                (proof, wanted)
            }));
        }
    }
    if let Some(login) = login
        && !proofs.iter().any(|(proof, _)| proof == login)
    {
        proofs.push((login.clone(), true));
    }
    proofs
}

fn place_report(proof: &Proof, served: &Served, publishable: &str) -> PlaceReport {
    let domain = proof.domain().expect("only domains are looked up");
    let granted = !served.keys.is_empty();
    PlaceReport {
        method: proof.method(),
        domain: domain.to_string(),
        place: if matches!(proof, Proof::Dns(_)) { txt_place(domain) } else { file_place(domain) },
        keys: served.keys.iter().map(KeyAtPlace::from).collect(),
        grants: if granted { proof.grants() } else { Vec::new() },
        covers_name: granted && proof.covers(publishable),
        unchecked: served.unchecked.clone(),
    }
}

#[cfg(test)]
mod tests;
