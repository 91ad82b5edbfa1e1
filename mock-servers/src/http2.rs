//! HTTP/2, for the answers and faults that can be said in it. A reset or close at the TCP level ends the connection; faults
//! inside a head come before it, since a head is one frame.

use std::io;
use std::sync::Arc;
use std::task::Poll;

use bytes::{Bytes, BytesMut};
use h2::server::SendResponse;
use h2::{Reason, RecvStream, SendStream};
use http::{HeaderMap, HeaderName, HeaderValue, Response};

use crate::reply::{Answer, Piece};
use crate::request::Request;
use crate::route::{Reached, Router};
use crate::script::{End, Fault, Place};
use crate::socket::Socket;

/// Bytes of filler in one write.
const FILL: usize = 16 * 1024;

/// Serves a connection to its end.
pub(crate) async fn serve(
    socket: impl Socket + 'static,
    reached: Reached,
    router: Arc<dyn Router>,
) -> io::Result<()> {
    let mut connection = h2::server::Builder::new()
        .max_header_list_size(256 * 1024)
        .handshake::<_, Bytes>(socket)
        .await
        .map_err(io::Error::other)?;
    let (leave, mut left) = tokio::sync::mpsc::channel(1);
    let mut streams = tokio::task::JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = connection.accept() => accepted,
            Some(how) = left.recv() => match how {
                End::Goaway => {
                    // GOAWAY counts this stream as taken, so the stream is told first, and its reset has to be out by then.
                    let flushed = std::future::poll_fn(|cx| Poll::Ready(connection.poll_accept(cx).is_ready()));
                    let _ = flushed.await;
                    connection.abrupt_shutdown(Reason::HTTP_1_1_REQUIRED);
                    while connection.accept().await.is_some() {}
                    return Ok(());
                }
                _ => return Ok(()),
            },
        };
        let Some(accepted) = accepted else { return Ok(()) };
        let (head, respond) = accepted.map_err(io::Error::other)?;
        let (reached, router, leave) = (reached.clone(), Arc::clone(&router), leave.clone());
        streams.spawn(async move {
            let (parts, body) = head.into_parts();
            let Ok(body) = read(body).await else { return };
            let bodiless = parts.method == http::Method::HEAD;
            let answer = router.answer(&reached, request(&parts, body, &reached));
            let mut respond = respond;
            if let Ok(Some(how)) = write(&mut respond, bodiless, answer).await {
                let _ = leave.send(how).await;
                // The stream stays until the connection goes: dropped before, it would be reset first.
                std::future::pending::<()>().await;
            }
        });
        while let Some(done) = streams.try_join_next() {
            if let Err(error) = done
                && error.is_panic()
            {
                std::panic::resume_unwind(error.into_panic());
            }
        }
    }
}

async fn read(mut body: RecvStream) -> Result<Bytes, h2::Error> {
    let mut all = BytesMut::new();
    while let Some(data) = body.data().await {
        let data = data?;
        body.flow_control().release_capacity(data.len())?;
        if all.len() + data.len() <= Request::BODY_CAP {
            all.extend_from_slice(&data);
        }
    }
    Ok(all.freeze())
}

fn request(parts: &http::request::Parts, body: Bytes, reached: &Reached) -> Request {
    Request {
        method: parts.method.to_string(),
        target: parts.uri.path_and_query().map(ToString::to_string).unwrap_or_default(),
        version: "HTTP/2",
        authority: parts.uri.authority().map(ToString::to_string).unwrap_or_default(),
        headers: parts
            .headers
            .iter()
            .map(|(name, value)| (name.as_str().to_owned(), Bytes::copy_from_slice(value.as_bytes())))
            .collect(),
        body,
        tls: reached.tls,
        connection: reached.connection,
    }
}

/// Writes an answer; gives what then has to become of the connection, if anything.
async fn write(
    respond: &mut SendResponse<Bytes>,
    bodiless: bool,
    answer: Answer,
) -> Result<Option<End>, h2::Error> {
    if let Some(delay) = answer.delay {
        tokio::time::sleep(delay).await;
    }
    match answer.fault {
        Some(Fault { how: End::RefuseStream, .. }) => {
            respond.send_reset(Reason::REFUSED_STREAM);
            return Ok(None);
        }
        Some(Fault { how: End::Goaway, .. }) => {
            respond.send_reset(Reason::HTTP_1_1_REQUIRED);
            return Ok(Some(End::Goaway));
        }
        Some(Fault { at: Place::Start | Place::InHead, how, .. }) => return cut(how, respond).await,
        _ => {}
    }
    for status in &answer.interim {
        let mut interim = Response::new(());
        *interim.status_mut() = http::StatusCode::from_u16(*status).unwrap_or(http::StatusCode::EARLY_HINTS);
        respond.send_informational(interim)?;
    }
    let mut head = Response::new(());
    *head.status_mut() = http::StatusCode::from_u16(answer.status).unwrap_or(http::StatusCode::OK);
    *head.headers_mut() = map(&answer.headers);
    let ends = (bodiless || answer.body.is_empty()) && answer.fault.is_none() && answer.trailers.is_empty();
    let mut stream = respond.send_response(head, ends)?;
    if ends {
        return Ok(None);
    }
    let stop = match answer.fault {
        Some(Fault { at: Place::AfterHead, .. }) => Some(0),
        Some(Fault { at: Place::InBody, bytes, .. }) => {
            Some(bytes.unwrap_or_else(|| answer.length().unwrap_or(0) / 2))
        }
        _ => None,
    };
    body(&mut stream, &answer.body, stop).await?;
    match answer.fault {
        Some(Fault { how: End::Stall, .. }) => {
            let _ = std::future::poll_fn(|cx| stream.poll_reset(cx)).await;
            Ok(None)
        }
        Some(Fault { how: End::Reset, .. }) => {
            stream.send_reset(Reason::INTERNAL_ERROR);
            Ok(None)
        }
        Some(Fault { at: Place::AfterBody, how: End::Close, .. }) => {
            stream.send_data(Bytes::new(), true)?;
            Ok(None)
        }
        Some(Fault { how, .. }) => Ok(Some(how)),
        None if answer.trailers.is_empty() => stream.send_data(Bytes::new(), true).map(|()| None),
        None => stream.send_trailers(map(&answer.trailers)).map(|()| None),
    }
}

async fn cut(how: End, respond: &mut SendResponse<Bytes>) -> Result<Option<End>, h2::Error> {
    match how {
        End::Reset => respond.send_reset(Reason::INTERNAL_ERROR),
        End::Stall => {
            let _ = std::future::poll_fn(|cx| respond.poll_reset(cx)).await;
        }
        how => return Ok(Some(how)),
    }
    Ok(None)
}

async fn body(stream: &mut SendStream<Bytes>, pieces: &[Piece], stop: Option<u64>) -> Result<(), h2::Error> {
    let mut left = stop.unwrap_or(u64::MAX);
    for piece in pieces {
        match piece {
            Piece::Bytes(bytes) => send(stream, bytes.clone(), &mut left).await?,
            Piece::Wait(pause) => tokio::time::sleep(*pause).await,
            Piece::Beat { text, every, times } => {
                let mut beats = *times;
                while beats != Some(0) && left > 0 {
                    send(stream, text.clone(), &mut left).await?;
                    tokio::time::sleep(*every).await;
                    beats = beats.map(|beats| beats - 1);
                }
            }
            Piece::Fill { text, size } => {
                let block = Bytes::from(text.repeat((FILL / text.len().max(1)).max(1)));
                let mut fill = *size;
                while fill != Some(0) && left > 0 && !text.is_empty() {
                    let now = fill.map_or(block.len(), |fill| cap(fill.min(block.len() as u64)));
                    send(stream, block.slice(..now), &mut left).await?;
                    fill = fill.map(|fill| fill - now as u64);
                }
            }
        }
    }
    Ok(())
}

/// Sends as much as the window and the fault let through.
async fn send(stream: &mut SendStream<Bytes>, mut bytes: Bytes, left: &mut u64) -> Result<(), h2::Error> {
    bytes.truncate(cap(*left));
    *left -= bytes.len() as u64;
    while !bytes.is_empty() {
        stream.reserve_capacity(bytes.len());
        let now = loop {
            if stream.capacity() > 0 {
                break stream.capacity().min(bytes.len());
            }
            let granted = std::future::poll_fn(|cx| stream.poll_capacity(cx)).await;
            granted.ok_or_else(|| h2::Error::from(Reason::CANCEL))??;
        };
        stream.send_data(bytes.split_to(now), false)?;
        tokio::task::yield_now().await;
    }
    Ok(())
}

/// Header fields as HTTP/2 can say them; what it cannot say is left out.
fn map(pairs: &[(Bytes, Bytes)]) -> HeaderMap {
    let mut map = HeaderMap::new();
    for (name, value) in pairs {
        if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name), HeaderValue::from_bytes(value)) {
            map.append(name, value);
        }
    }
    map
}

fn cap(size: u64) -> usize {
    usize::try_from(size).unwrap_or(usize::MAX)
}
