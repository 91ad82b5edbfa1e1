//! What a domain serves, judged as a login by that method would meet it. Pure.

use super::outside::{FileAnswer, MAX_FILE_LEN, TxtAnswer};
use super::{
    Domain, Finding, KeyPair, KeyRecord, PublicKey, RecordFault, RecordFaultKind, Severity, WELL_KNOWN_PATH,
    read_all, read_first,
};

/// Names in front of a domain under which records are put by mistake: two selectors that the registry looks at to
/// word its error, and the usual host.
pub(super) const WRONG_PLACES: [&str; 3] = ["_mcp-auth.", "_mcp-registry.", "www."];

/// TXT records of one name that are judged; more are left alone. The largest set seen in the wild is below 100.
const MAX_RECORDS: usize = 256;

/// What was found where one method looks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Served {
    /// Keys that count for a login, in the order found.
    pub keys: Vec<PublicKey>,
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// Whether a private key is published there.
    pub leaked: bool,
    /// Why nothing can be said, where nobody answered.
    pub unchecked: Option<String>,
}

/// The key that should be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mine {
    /// Its public half.
    pub public: PublicKey,
    /// The private key's own bytes as they would look if published by mistake; for Ed25519 alone, where the two halves
    /// have the same length.
    private_as_public: Option<PublicKey>,
}

impl From<&KeyPair> for Mine {
    fn from(pair: &KeyPair) -> Self {
        let private = pair.private_bytes();
        Self {
            public: pair.public(),
            private_as_public: PublicKey::from_bytes(pair.algorithm(), &private).ok(),
        }
    }
}

impl From<PublicKey> for Mine {
    fn from(public: PublicKey) -> Self {
        Self { public, private_as_public: None }
    }
}

/// The place of the TXT record, for people.
pub(super) fn txt_place(domain: &Domain) -> String {
    format!("TXT {domain}")
}

/// The address of the file.
pub(super) fn file_place(domain: &Domain) -> String {
    format!("https://{domain}{WELL_KNOWN_PATH}")
}

/// Judges the TXT records of a domain. `elsewhere` holds the answers for the places where such records are put by mistake, where they were asked for.
#[must_use]
pub fn judge_txt(
    domain: &Domain,
    answer: &TxtAnswer,
    elsewhere: &[(String, TxtAnswer)],
    mine: Option<&Mine>,
) -> Served {
    let place = txt_place(domain);
    let records = match answer {
        TxtAnswer::Records(records) => &records[..records.len().min(MAX_RECORDS)],
        TxtAnswer::NoSuchName => &[],
        TxtAnswer::Failed(why) => return Served { unchecked: Some(why.clone()), ..Served::default() },
    };
    let read: Vec<KeyRecord> =
        records.iter().filter_map(|text| read_first(text)).map(|record| join_cut(record, records)).collect();
    let keys: Vec<PublicKey> = read.iter().filter_map(KeyRecord::key).cloned().collect();
    let mut findings: Vec<Finding> = read
        .iter()
        .filter_map(|record| match record {
            KeyRecord::Key(_) => None,
            KeyRecord::Fault(fault) => Some(fault.finding(&place)),
        })
        .collect();
    if keys.is_empty() {
        let before = findings.len();
        findings.extend(elsewhere.iter().filter_map(|(name, answer)| misplaced(domain, name, answer)));
        if before == 0 && findings.is_empty() {
            findings.push(missing_txt(domain, answer, records));
        }
    } else {
        // Of several records the registry skips those that it cannot read.
        for finding in &mut findings {
            finding.severity = Severity::Note;
        }
    }
    let leaked = is_leaked(&read, mine);
    findings.extend(mine.filter(|_| !keys.is_empty()).and_then(|mine| mismatch(&place, &keys, mine)));
    if keys.len() > 1 && mine.is_none_or(|mine| keys.contains(&mine.public)) {
        let message = format!(
            "{} keys stand at the domain ({}); each of them grants the namespace",
            keys.len(),
            short(&keys)
        );
        findings.push(Finding::new(
            "key-record-stale",
            &place,
            message,
            "remove the records of keys that are no longer in use",
        ));
    }
    Served { keys, findings, leaked, unchecked: None }
}

/// Whether one of the records is a private key, as far as can be told.
fn is_leaked(records: &[KeyRecord], mine: Option<&Mine>) -> bool {
    records.iter().any(|record| match record {
        KeyRecord::Key(key) => mine.is_some_and(|mine| mine.private_as_public.as_ref() == Some(key)),
        KeyRecord::Fault(fault) => fault.kind == RecordFaultKind::PrivateKey,
    })
}

/// A record whose key is cut at the end and goes on in another TXT record.
fn join_cut(record: KeyRecord, records: &[String]) -> KeyRecord {
    let KeyRecord::Fault(RecordFault { kind, .. }) = &record else { return record };
    if !matches!(kind, RecordFaultKind::Length { .. } | RecordFaultKind::Padding | RecordFaultKind::NoKey) {
        return record;
    }
    let whole = records.iter().filter(|front| front.contains("v=MCPv1;")).find_map(|front| {
        records.iter().filter(|back| *back != front && !back.contains("MCPv1")).find_map(|back| {
            match read_first(&format!("{}{}", front.trim_matches('"'), back.trim_matches('"'))) {
                Some(KeyRecord::Key(key)) => Some(key),
                _ => None,
            }
        })
    });
    match whole {
        Some(key) => KeyRecord::Fault(RecordFault { kind: RecordFaultKind::Cut, meant: Some(key) }),
        None => record,
    }
}

fn missing_txt(domain: &Domain, answer: &TxtAnswer, records: &[String]) -> Finding {
    let message = match answer {
        TxtAnswer::NoSuchName => "the name does not exist in the DNS".to_owned(),
        _ if records.is_empty() => "there is no TXT record".to_owned(),
        _ if records.len() == 1 => "the one TXT record is no key record".to_owned(),
        _ => format!("none of the {} TXT records is a key record", records.len()),
    };
    let repair = "publish the record that `rollcall key show` prints at the domain itself, and wait until the old answer has left the caches";
    Finding::new("key-record-missing", txt_place(domain), message, repair)
}

fn misplaced(domain: &Domain, name: &str, answer: &TxtAnswer) -> Option<Finding> {
    let TxtAnswer::Records(records) = answer else { return None };
    let key = records.iter().take(MAX_RECORDS).find_map(|text| match read_first(text) {
        Some(KeyRecord::Key(key)) => Some(key),
        _ => None,
    })?;
    let message =
        format!("the record of {} stands at {name}, where no login for {domain} looks", key.short());
    let repair = format!("move it to {domain} itself (`@` in many editors)");
    Some(
        Finding::new("key-record-misplaced", format!("TXT {name}"), message, repair)
            .suggest(Some(key.record())),
    )
}

/// Judges the answer to a request for the well-known file.
#[must_use]
pub fn judge_file(domain: &Domain, answer: &FileAnswer, mine: Option<&Mine>) -> Served {
    let place = file_place(domain);
    let refused = |finding: Finding| Served { findings: vec![finding], ..Served::default() };
    match answer {
        FileAnswer::Failed(why) => Served { unchecked: Some(why.clone()), ..Served::default() },
        FileAnswer::NoAddress => refused(Finding::new(
            "key-file-status",
            place,
            "the domain has no address, so nothing answers",
            "give the domain an address and serve the file there, or prove it by a TXT record",
        )),
        FileAnswer::NotPublic(addresses) => {
            let list: Vec<_> = addresses.iter().map(ToString::to_string).collect();
            refused(Finding::new(
                "key-host-private",
                place,
                format!(
                    "{domain} resolves to {} alone, where the registry does not connect",
                    list.join(", ")
                ),
                "publish a public address for the domain, or prove it by a TXT record",
            ))
        }
        FileAnswer::Answered { status, location, .. } if (300..400).contains(status) => {
            let target = location.as_deref().map_or("nowhere".to_owned(), |target| format!("{target:?}"));
            refused(Finding::new(
                "key-file-redirected",
                place,
                format!("the answer is a redirect ({status}) to {target}; the registry follows none"),
                "exempt this one path from the redirect, or prove the domain by a TXT record",
            ))
        }
        FileAnswer::Answered { status, .. } if *status != 200 => refused(Finding::new(
            "key-file-status",
            place,
            format!("the answer is {status}, not 200"),
            "serve the record there as plain text, without a login or a challenge in front",
        )),
        FileAnswer::Answered { body, .. } if body.len() > MAX_FILE_LEN => refused(Finding::new(
            "key-file-too-large",
            place,
            format!("the body is longer than {MAX_FILE_LEN} bytes{}", html_hint(body)),
            "serve the record alone",
        )),
        FileAnswer::Answered { body, .. } => judge_body(&place, body, mine),
    }
}

fn judge_body(place: &str, body: &[u8], mine: Option<&Mine>) -> Served {
    let text = String::from_utf8_lossy(body);
    let records = read_all(&text);
    let mut findings = Vec::new();
    let Some(first) = records.first() else {
        let message = format!("the file holds no key record{}", html_hint(body));
        let repair = "put the record that `rollcall key show` prints into the file, saved as UTF-8";
        return Served {
            findings: vec![Finding::new("key-record-missing", place, message, repair)],
            ..Served::default()
        };
    };
    if records.len() > 1 {
        findings.push(Finding::new(
            "key-file-several-records",
            place,
            format!("the file holds {} records and only the first counts", records.len()),
            "keep the record of the key in use, alone",
        ));
    }
    let keys = match first {
        KeyRecord::Key(key) => vec![key.clone()],
        KeyRecord::Fault(fault) => {
            findings.insert(0, fault.finding(place));
            Vec::new()
        }
    };
    if let Some(mine) = mine.filter(|_| !keys.is_empty())
        && let Some(mut finding) = mismatch(place, &keys, mine)
    {
        if records[1..].iter().any(|record| record.key() == Some(&mine.public)) {
            finding.repair = "move the record of your key to the front; only the first counts".into();
        }
        findings.push(finding);
    }
    Served { keys, findings, leaked: is_leaked(&records, mine), unchecked: None }
}

/// What the body is, where that explains why there is no record in it.
fn html_hint(body: &[u8]) -> &'static str {
    let start = String::from_utf8_lossy(&body[..body.len().min(256)]).trim_start().to_ascii_lowercase();
    if body.starts_with(&[0xff, 0xfe]) || body.starts_with(&[0xfe, 0xff]) {
        "; it is in UTF-16, as some shells write it"
    } else if start.starts_with("<!doctype") || start.starts_with("<html") {
        "; it is an HTML page, served for every path perhaps"
    } else if body.trim_ascii().is_empty() {
        "; it is empty"
    } else {
        ""
    }
}

fn short(keys: &[PublicKey]) -> String {
    keys.iter().map(PublicKey::short).collect::<Vec<_>>().join(", ")
}

fn mismatch(place: &str, keys: &[PublicKey], mine: &Mine) -> Option<Finding> {
    if keys.contains(&mine.public) {
        return None;
    }
    let leaked = mine.private_as_public.as_ref().is_some_and(|private| keys.contains(private));
    let finding = if leaked {
        Finding::new(
            "key-mismatch",
            place,
            "the PRIVATE key is published where the public one belongs; everybody can read it",
            "take it down, make a new pair with `rollcall key new`, and never use this one again",
        )
    } else {
        let message = format!(
            "the key served ({}) is not yours ({}); a login is answered 401 on the signature",
            short(keys),
            mine.public.short()
        );
        Finding::new(
            "key-mismatch",
            place,
            message,
            "publish the record of your key, or log in with the key that is served",
        )
        .suggest(Some(mine.public.record()))
    };
    Some(finding)
}

#[cfg(test)]
mod tests;
