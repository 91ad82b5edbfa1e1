//! Lays a script's reply over the good answer.

use bytes::Bytes;

use super::encode::{charset, latin1};
use super::good::{Content, Good};
use super::message::message;
use super::{Answer, Framing, Names, Piece, sse};
use crate::request::Request;
use crate::script::{Fault, HttpVersion, Reply, RpcError, Transfer};

/// The answer to a request: the good one, changed by the reply, stopped by the fault. `session` goes with a good
/// initialize.
pub(crate) fn build(
    reply: &Reply,
    fault: Option<Fault>,
    good: &Good,
    request: &Request,
    names: &Names,
    session: Option<&[u8]>,
) -> Answer {
    let stated = reply.body.is_some() || reply.result.is_some() || reply.error.is_some();
    // A rule that gives content where a good server has none, to a GET for instance, means it.
    let usual = if stated && good.status >= 300 { 200 } else { good.status };
    let status = reply.status.unwrap_or(usual);
    let text = content(reply, good, status, request).map(|text| names.fill(&text));
    let mut answer = Answer {
        delay: reply.delay.map(|span| span.0),
        interim: reply.interim.clone(),
        http10: reply.http == HttpVersion::V10,
        status,
        endless_head: reply.padding.as_ref().filter(|p| p.fields.is_none()).map(|p| cap(p.size.0)),
        fault,
        trailers: pairs(&reply.trailers, names),
        version: text.as_deref().and_then(protocol_version),
        ..Answer::default()
    };
    if !reply.unlabelled
        && let Some(label) =
            reply.content_type.clone().or_else(|| text.as_deref().map(|text| label(reply, text)))
    {
        answer.headers.push((Bytes::from_static(b"content-type"), latin1(&names.fill(&label))));
    }
    if let Some(coding) = reply.encoding {
        answer
            .headers
            .push((Bytes::from_static(b"content-encoding"), Bytes::from_static(coding.name().as_bytes())));
    }
    if let Some(allow) = good.allow.filter(|_| status == 405) {
        answer.headers.push((Bytes::from_static(b"allow"), Bytes::from_static(allow.as_bytes())));
    }
    if let Some(session) =
        session.filter(|_| request.rpc().as_deref() == Some("initialize") && (200..300).contains(&status))
    {
        answer.headers.push((Bytes::from_static(b"mcp-session-id"), Bytes::copy_from_slice(session)));
    }
    answer.headers.extend(pairs(&reply.headers, names));
    if let Some(padding) = &reply.padding {
        let value = Bytes::from(vec![b'x'; cap(padding.size.0)]);
        for n in 0..padding.fields.unwrap_or(0) {
            answer.headers.push((format!("x-padding-{n}").into(), value.clone()));
        }
    }
    let bodiless = text.is_none() && reply.fill.is_none();
    if let Some(text) = text {
        answer.body = body(reply, &text);
    }
    if let Some(fill) = &reply.fill {
        answer.body.push(Piece::Fill {
            text: charset(reply.charset, &fill.text),
            size: fill.size.map(|size| size.0),
        });
    }
    answer.framing = framing(reply, &answer, bodiless);
    answer
}

/// The content as text; absent when there is none.
fn content(reply: &Reply, good: &Good, status: u16, request: &Request) -> Option<String> {
    if let Some(body) = &reply.body {
        return Some(body.clone());
    }
    let stated = reply.result.is_some() || reply.error.is_some();
    let (result, error) = match &good.content {
        _ if stated => (reply.result.clone(), reply.error.clone()),
        _ if matches!(status, 204 | 304) => return None,
        _ if !(200..300).contains(&status) && status != good.status => {
            return reply.sse.as_ref().map(|_| String::new());
        }
        Content::Nothing => return None,
        Content::Result(result) => (Some(result.clone()), None),
        Content::Error(code, message) => {
            (None, Some(RpcError { code: *code, message: (*message).to_owned(), data: None }))
        }
    };
    let incoming = request.message();
    let id = incoming.as_ref().and_then(|message| message.id());
    let members = message(&reply.envelope, id, result.as_deref(), error.as_ref());
    let text = if reply.sse.as_ref().is_some_and(|sse| sse.multi_line) {
        format!("{{\n{}\n}}", members.join(",\n"))
    } else {
        format!("{{{}}}", members.join(","))
    };
    Some(format!("{}{text}{}", reply.prefix, reply.suffix))
}

fn label(reply: &Reply, text: &str) -> String {
    match text {
        _ if reply.sse.is_some() => "text/event-stream",
        _ if reply.body.is_some() && text.trim_start().starts_with('<') => "text/html; charset=utf-8",
        _ => "application/json",
    }
    .to_owned()
}

fn body(reply: &Reply, text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let encode = |bytes: Bytes| reply.encoding.map_or(bytes.clone(), |coding| coding.encode(&bytes));
    match &reply.sse {
        None => slice(reply, &encode(charset(reply.charset, text)), &mut pieces),
        Some(framing) => {
            let (before, event) = sse::frame(framing, text);
            if let Some(beat) = &framing.heartbeat {
                slice(reply, &charset(reply.charset, &before), &mut pieces);
                pieces.push(Piece::Beat {
                    text: Bytes::from_static(b": heartbeat\n\n"),
                    every: beat.every.0,
                    times: beat.times,
                });
                slice(reply, &charset(reply.charset, &event), &mut pieces);
            } else {
                slice(reply, &encode(charset(reply.charset, &format!("{before}{event}"))), &mut pieces);
            }
        }
    }
    pieces
}

/// Cuts content into writes.
fn slice(reply: &Reply, content: &Bytes, pieces: &mut Vec<Piece>) {
    let mut cuts: Vec<usize> = reply.slices.clone();
    if let Some(every) = reply.slice_every.filter(|&every| every > 0) {
        cuts.extend((every..content.len()).step_by(every));
    }
    if let Some(text) = reply.slice_after.as_deref().filter(|text| !text.is_empty()) {
        cuts.extend(
            content
                .windows(text.len())
                .enumerate()
                .filter(|(_, w)| *w == text.as_bytes())
                .map(|(n, _)| n + text.len()),
        );
    }
    cuts.retain(|&cut| cut > 0 && cut < content.len());
    cuts.sort_unstable();
    cuts.dedup();
    cuts.push(content.len());
    let mut from = 0;
    for cut in cuts {
        if from > 0
            && let Some(pace) = reply.pace
        {
            pieces.push(Piece::Wait(pace.0));
        }
        if cut > from {
            pieces.push(Piece::Bytes(content.slice(from..cut)));
        }
        from = cut;
    }
}

fn framing(reply: &Reply, answer: &Answer, bodiless: bool) -> Framing {
    if matches!(answer.status, 100..200 | 204 | 304) && bodiless {
        return Framing::Bodiless;
    }
    match reply.transfer {
        _ if answer.http10 => Framing::UntilClose,
        Some(Transfer::UntilClose) => Framing::UntilClose,
        Some(Transfer::Chunked) => Framing::Chunked,
        Some(Transfer::Length) => Framing::Length(reply.stated_length),
        None if reply.stated_length.is_some() => Framing::Length(reply.stated_length),
        None if reply.sse.is_some() || !answer.trailers.is_empty() || answer.length().is_none() => {
            Framing::Chunked
        }
        None if is_stream(answer) => Framing::Chunked,
        None => Framing::Length(None),
    }
}

fn is_stream(answer: &Answer) -> bool {
    answer
        .headers
        .iter()
        .any(|(name, value)| &name[..] == b"content-type" && value.starts_with(b"text/event-stream"))
}

fn pairs(pairs: &[(String, String)], names: &Names) -> Vec<(Bytes, Bytes)> {
    pairs.iter().map(|(name, value)| (latin1(name), latin1(&names.fill(value)))).collect()
}

fn cap(size: u64) -> usize {
    usize::try_from(size).unwrap_or(usize::MAX)
}

/// The `protocolVersion` of an initialize result, wherever in the text it stands.
fn protocol_version(text: &str) -> Option<String> {
    let from = text.find("\"protocolVersion\"")? + "\"protocolVersion\"".len();
    let rest = text[from..].trim_start().strip_prefix(':')?.trim_start();
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    values.next()?.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_found_in_any_framing() {
        assert_eq!(
            protocol_version(r#"data: {"result":{"protocolVersion":"2025-03-26"}}"#).as_deref(),
            Some("2025-03-26")
        );
        assert_eq!(protocol_version(r#"{"protocolVersion" : "a\nb"}"#).as_deref(), Some("a\nb"));
        assert_eq!(protocol_version(r#"{"protocolVersion":7}"#), None);
    }
}
