//! How a mock is reached: ports, certificates, handshakes, names.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use mock_servers::{Mock, ca_pem};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{CertificateError, ClientConfig, Error, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::client::{Ended, converse, initialize, mock, open, post};

async fn shake(mock: &Mock, alpn: &[&[u8]]) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(ca_pem().as_bytes()).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let mut config = builder.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = alpn.iter().map(|protocol| protocol.to_vec()).collect();
    let tcp = TcpStream::connect(mock.address()).await?;
    TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").unwrap(), tcp).await
}

async fn refused(listen: &str) -> Error {
    let mock = mock(&format!("listen.tls = {listen}")).await;
    let error = shake(&mock, &[]).await.unwrap_err();
    error.into_inner().unwrap().downcast::<Error>().map(|error| *error).unwrap()
}

#[tokio::test]
async fn a_good_certificate_is_trusted() {
    let mock = mock("listen.tls = {}").await;
    assert!(mock.url().starts_with("https://localhost:"));
    let mut stream = shake(&mock, &[b"http/1.1"]).await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
    let seen = converse(&mut stream, &post("/mcp", "", &initialize())).await;
    assert_eq!(seen.status(), 200);
    assert!(mock.journal().requests()[0].tls);
}

#[tokio::test]
async fn bad_certificates_are_bad_in_their_own_way() {
    let invalid = |error| matches!(error, Error::InvalidCertificate(_));
    let expired = refused("{ certificate = \"expired\" }").await;
    assert!(
        matches!(expired, Error::InvalidCertificate(CertificateError::ExpiredContext { .. })),
        "{expired:?}"
    );
    let early = refused("{ certificate = \"not-yet-valid\" }").await;
    assert!(
        matches!(early, Error::InvalidCertificate(CertificateError::NotValidYetContext { .. })),
        "{early:?}"
    );
    let wrong = refused("{ certificate = \"wrong-host\" }").await;
    assert!(
        matches!(wrong, Error::InvalidCertificate(CertificateError::NotValidForNameContext { .. })),
        "{wrong:?}"
    );
    for kind in ["self-signed", "unknown-issuer"] {
        let error = refused(&format!("{{ certificate = \"{kind}\" }}")).await;
        assert_eq!(error, Error::InvalidCertificate(CertificateError::UnknownIssuer), "{kind}");
    }
    assert!(invalid(refused("{ certificate = \"self-signed-authority\" }").await));
    assert!(invalid(refused("{ certificate = \"expired-wrong-host\" }").await));
}

#[tokio::test]
async fn handshakes_that_go_wrong() {
    let old = refused("{ handshake = \"old-protocol\" }").await;
    assert_eq!(old, Error::AlertReceived(rustls::AlertDescription::ProtocolVersion));
    assert!(matches!(refused("{ handshake = \"plain-http\" }").await, Error::InvalidMessage(_)));
    let reset = mock("listen.tls = { handshake = \"reset\" }").await;
    assert_eq!(shake(&reset, &[]).await.unwrap_err().kind(), ErrorKind::ConnectionReset);
    let silent = mock("listen.tls = { handshake = \"silent\" }").await;
    assert!(tokio::time::timeout(Duration::from_millis(300), shake(&silent, &[])).await.is_err());
    let demanding = mock("listen.tls = { handshake = \"client-certificate\" }").await;
    let mut stream = shake(&demanding, &[]).await.unwrap();
    let error = tokio::io::AsyncReadExt::read(&mut stream, &mut [0]).await.unwrap_err();
    assert!(error.to_string().contains("CertificateRequired"), "{error}");
    let slow = mock("listen.tls = { delay = \"100ms\" }").await;
    assert!(shake(&slow, &[]).await.is_ok());
}

#[tokio::test]
async fn nobody_is_there() {
    let dead = mock("listen = \"dead\"").await;
    assert_eq!(TcpStream::connect(dead.address()).await.unwrap_err().kind(), ErrorKind::ConnectionRefused);
    let full = mock("listen = \"full-backlog\"").await;
    assert!(
        tokio::time::timeout(Duration::from_millis(500), TcpStream::connect(full.address())).await.is_err()
    );
}

#[tokio::test]
async fn another_protocol_greets_first() {
    let mock = mock("listen = { banner = \"SSH-2.0-x\\r\\n\" }").await;
    let seen = open(&mock).await;
    assert_eq!((seen.text().as_str(), seen.end), ("SSH-2.0-x\r\n", Ended::Closed));
    assert!(mock.journal().requests().is_empty());
}

#[tokio::test]
async fn http2_is_spoken_and_broken() {
    let mock = mock(
        "listen.tls = { alpn = \"both\" }\n\
         [[serve]]\nwhen = { path = \"/refused\" }\nfault = { at = \"start\", how = \"refuse-stream\" }\n\
         [[serve]]\nwhen = { path = \"/cut\" }\nfault = { at = \"in-body\", how = \"reset\" }\n\
         [[serve]]\nwhen = { path = \"/away\" }\nfault = { at = \"start\", how = \"goaway\" }\n",
    )
    .await;
    let stream = shake(&mock, &[b"h2", b"http/1.1"]).await.unwrap();
    let (mut send, connection) = h2::client::handshake(stream).await.unwrap();
    let running = tokio::spawn(connection);
    let mut ask = async |path: &str| {
        let uri = format!("https://localhost{path}");
        let request = http::Request::builder().method("POST").uri(uri).body(()).unwrap();
        let (response, mut body) = send.send_request(request, false).unwrap();
        body.send_data(initialize().into(), true).unwrap();
        let mut response = response.await?;
        let mut all = Vec::new();
        while let Some(data) = response.body_mut().data().await {
            all.extend_from_slice(&data?);
        }
        Ok::<_, h2::Error>((response.status().as_u16(), String::from_utf8(all).unwrap()))
    };
    let (status, body) = ask("/mcp").await.unwrap();
    assert!(status == 200 && body.contains("protocolVersion"), "{body}");
    assert_eq!(ask("/refused").await.unwrap_err().reason(), Some(h2::Reason::REFUSED_STREAM));
    assert_eq!(ask("/cut").await.unwrap_err().reason(), Some(h2::Reason::INTERNAL_ERROR));
    let away = ask("/away").await.unwrap_err();
    assert_eq!(away.reason(), Some(h2::Reason::HTTP_1_1_REQUIRED), "{away:?}");
    assert!(running.await.unwrap().is_err());
    assert_eq!(mock.journal().requests()[0].version, "HTTP/2");
}
