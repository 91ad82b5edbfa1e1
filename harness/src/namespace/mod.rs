//! Who publishes under a name, and how that is proven: domains, proofs, key records, key pairs.
//!
//! Everything but [`Network`] and the key files is pure: it judges what it is handed and opens no socket.

mod algorithm;
mod describe;
mod domain;
mod finding;
mod key_record;
mod key_report;
mod look_up;
mod name;
mod online;
mod outside;
mod pair;
mod private_file;
mod proof;
mod rules;
mod served;

pub use algorithm::{Algorithm, PublicKey, PublicKeyFault};
pub use describe::{NAMESPACE_SCHEMA, NamespaceReport, Needs, ProofReport, WELL_KNOWN_PATH, describe};
pub use domain::{Domain, DomainFault, DomainFaultKind};
pub use finding::{Finding, Severity};
pub use key_record::{KeyRecord, RecordFault, RecordFaultKind, read_all, read_first};
pub use key_report::{KEY_CHECK_SCHEMA, KEY_SCHEMA, KeyCheckReport, KeyReport, Places};
pub use look_up::{KeyAtPlace, OnlineReport, PlaceReport, check_key, look, look_up};
pub use name::{DomainProof, Name, Need};
pub use online::{Network, NetworkError, NetworkOptions};
pub use outside::{FileAnswer, Outside, TxtAnswer, registry_refuses};
pub use pair::{KeyPair, PrivateKeyFault};
pub use private_file::{PrivateFileError, is_readable_by_others, read_private, write_private};
pub use proof::{Proof, ProofFault, judge_login};
pub use rules::{RULES, Rule, rule};
pub use served::{Mine, Served, judge_file, judge_txt};
