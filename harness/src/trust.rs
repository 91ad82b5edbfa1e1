//! Which certificates are trusted: the same on every machine, so that a TLS verdict never depends on where it was made.

use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};

/// A certificate file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TrustError {
    /// It cannot be opened or read.
    #[error("{path}: {source}")]
    Unreadable {
        /// The path as given.
        path: String,
        /// The operating system's reason.
        source: std::io::Error,
    },
    /// It holds no certificate in PEM form, or one that cannot be parsed.
    #[error("{path}: {why}")]
    NoCertificate {
        /// The path as given.
        path: String,
        /// What is wrong with it.
        why: String,
    },
}

/// The roots of the web's public authorities (Mozilla's list, as compiled into this version), and the certificates of the
/// files that the user named (`--ca-cert`).
///
/// # Errors
/// When a named file cannot be read or holds no certificate.
pub fn roots<P: AsRef<Path>>(extra: &[P]) -> Result<RootCertStore, TrustError> {
    let mut store = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for path in extra {
        let path = path.as_ref();
        let shown = path.display().to_string();
        let pem =
            std::fs::read(path).map_err(|source| TrustError::Unreadable { path: shown.clone(), source })?;
        add_pem(&mut store, &pem).map_err(|why| TrustError::NoCertificate { path: shown, why })?;
    }
    Ok(store)
}

/// Adds every certificate of a PEM text; there has to be one.
///
/// # Errors
/// What is wrong with the text, in words.
pub fn add_pem(store: &mut RootCertStore, pem: &[u8]) -> Result<(), String> {
    let mut added = 0;
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|error| format!("is no PEM file of certificates: {error}"))?;
        store.add(certificate).map_err(|error| format!("certificate {}: {error}", added + 1))?;
        added += 1;
    }
    if added == 0 { Err("holds no certificate in PEM form".to_owned()) } else { Ok(()) }
}

/// A TLS client over these roots: aws-lc-rs, TLS 1.2 and 1.3, no client certificate, these ALPN protocols in this order.
#[must_use]
pub fn client_config(roots: Arc<RootCertStore>, alpn: &[&[u8]]) -> ClientConfig {
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("aws-lc-rs serves the default protocol versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = alpn.iter().map(|protocol| protocol.to_vec()).collect();
    config
}
