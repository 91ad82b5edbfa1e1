//! TLS: the settings, and what a certificate that was not accepted has wrong with it.

use std::fmt;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{Resumption, VerifierBuilderError, WebPkiServerVerifier};
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, OtherError, ProtocolVersion,
    RootCertStore, SignatureScheme,
};
use rustls_pki_types::{CertificateDer, ServerName, UnixTime};
use url::Host;
use x509_parser::prelude::{FromDer, X509Certificate};

use crate::record::PlainReason;
use crate::trust::client_config;

/// ALPN of HTTP/2.
pub(super) const H2: &[u8] = b"h2";
/// ALPN of HTTP/1.1.
pub(super) const HTTP1: &[u8] = b"http/1.1";

/// The client settings of every probe, over these roots and never the machine's own.
///
/// Sessions are not resumed: a resumed handshake shows no certificate, and a probe is there to look at it.
pub(super) fn settings(roots: RootCertStore) -> Result<ClientConfig, VerifierBuilderError> {
    let roots = Arc::new(roots);
    let mut config = client_config(Arc::clone(&roots), &[H2, HTTP1]);
    let provider = Arc::clone(config.crypto_provider());
    let verifier = WebPkiServerVerifier::builder_with_provider(roots, provider).build()?;
    config.dangerous().set_certificate_verifier(Arc::new(Examiner { verifier }));
    config.resumption = Resumption::disabled();
    Ok(config)
}

/// Why a certificate was not accepted, as an error that travels through rustls.
#[derive(Debug)]
pub(super) struct BadCertificate(pub(super) PlainReason);

impl fmt::Display for BadCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for BadCertificate {}

/// The web PKI's own verification, which says at the first fault that there is one; the certificate is then looked at
/// to say which.
#[derive(Debug)]
struct Examiner {
    verifier: Arc<WebPkiServerVerifier>,
}

impl ServerCertVerifier for Examiner {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        self.verifier.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now).map_err(
            |error| {
                let reason = fault_of(end_entity, &error, now);
                CertificateError::Other(OtherError(Arc::new(BadCertificate(reason)))).into()
            },
        )
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.verifier.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.verifier.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.verifier.supported_verify_schemes()
    }
}

/// Of several faults the dates are told first, then the issuer, then the name.
///
/// rustls stops at the first fault in an order of its own, and knows neither "self-signed" nor, for a certificate that
/// is marked as an authority, anything better than "other".
fn fault_of(end_entity: &CertificateDer<'_>, error: &rustls::Error, now: UnixTime) -> PlainReason {
    let Ok((_, certificate)) = X509Certificate::from_der(end_entity) else {
        return PlainReason::TlsHandshake;
    };
    let now = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
    if certificate.validity().not_after.timestamp() < now {
        return PlainReason::TlsExpired;
    }
    if certificate.validity().not_before.timestamp() > now {
        return PlainReason::TlsNotYetValid;
    }
    let rustls::Error::InvalidCertificate(error) = error else { return PlainReason::TlsHandshake };
    match error {
        // The leaf is in time, so it is a certificate above it.
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => PlainReason::TlsExpired,
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            PlainReason::TlsNotYetValid
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            PlainReason::TlsWrongHost
        }
        _ if certificate.subject().as_raw() == certificate.issuer().as_raw() => PlainReason::TlsSelfSigned,
        // A known issuer's name over a signature that is not its own is an issuer nobody knows.
        CertificateError::UnknownIssuer | CertificateError::BadSignature => PlainReason::TlsUnknownIssuer,
        _ => PlainReason::TlsHandshake,
    }
}

/// The name that the certificate has to be for. `None` when no certificate could be.
pub(super) fn server_name(host: &Host<String>) -> Option<ServerName<'static>> {
    match host {
        Host::Ipv4(v4) => Some(ServerName::from(std::net::IpAddr::from(*v4))),
        Host::Ipv6(v6) => Some(ServerName::from(std::net::IpAddr::from(*v6))),
        // The final dot of a name is DNS's, not TLS's (RFC 6066 section 3).
        Host::Domain(name) => ServerName::try_from(name.trim_end_matches('.').to_owned()).ok(),
    }
}

/// The version as the record writes it.
pub(super) fn version(session: &ClientConnection) -> Option<String> {
    match session.protocol_version()? {
        ProtocolVersion::TLSv1_2 => Some("1.2".to_owned()),
        ProtocolVersion::TLSv1_3 => Some("1.3".to_owned()),
        _ => None,
    }
}
