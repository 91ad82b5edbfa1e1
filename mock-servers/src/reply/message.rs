//! A JSON-RPC message as text, in whatever envelope.

use serde_json::Value;

use crate::script::{Envelope, IdForm, RpcError};

/// The members of a message, in the order in which they are written.
pub(super) fn message(
    envelope: &Envelope,
    id: Option<&Value>,
    result: Option<&str>,
    error: Option<&RpcError>,
) -> Vec<String> {
    let mut members = Vec::new();
    let version = envelope.jsonrpc.as_deref().unwrap_or("2.0");
    if !version.is_empty() {
        members.push(format!(r#""jsonrpc":{}"#, quote(version)));
    }
    if let Some(id) = id_text(envelope.id, id) {
        members.push(format!(r#""id":{id}"#));
    }
    if let Some(result) = result {
        members.push(format!(r#""result":{result}"#));
    }
    if let Some(RpcError { code, message, data }) = error {
        let data = data.as_ref().map(|data| format!(r#","data":{data}"#)).unwrap_or_default();
        members.push(format!(r#""error":{{"code":{code},"message":{}{data}}}"#, quote(message)));
    }
    if let Some(extra) = &envelope.extra {
        members.push(extra.clone());
    }
    if envelope.reordered {
        members.reverse();
    }
    members
}

fn id_text(form: IdForm, id: Option<&Value>) -> Option<String> {
    let number = || id.and_then(Value::as_i64).unwrap_or_default();
    match form {
        IdForm::Same => id.map(Value::to_string),
        IdForm::String => Some(match id {
            Some(Value::String(text)) => quote(text),
            id => quote(&id.map(Value::to_string).unwrap_or_default()),
        }),
        IdForm::Float => Some(format!("{}.0", number())),
        IdForm::Other => Some((number().wrapping_add(1_000_000)).to_string()),
        IdForm::Zero => Some("0".to_owned()),
        IdForm::Null => Some("null".to_owned()),
        IdForm::Absent => None,
    }
}

fn quote(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_take_every_form() {
        let id = Value::from(7);
        for (form, wanted) in [
            (IdForm::Same, Some("7")),
            (IdForm::String, Some("\"7\"")),
            (IdForm::Float, Some("7.0")),
            (IdForm::Other, Some("1000007")),
            (IdForm::Zero, Some("0")),
            (IdForm::Null, Some("null")),
            (IdForm::Absent, None),
        ] {
            assert_eq!(id_text(form, Some(&id)).as_deref(), wanted, "{form:?}");
        }
    }

    #[test]
    fn members_can_be_odd() {
        let envelope = Envelope {
            jsonrpc: Some(String::new()),
            extra: Some(r#""error":null"#.to_owned()),
            reordered: true,
            ..Envelope::default()
        };
        let members = message(&envelope, Some(&Value::from(2)), Some("{}"), None);
        assert_eq!(members, [r#""error":null"#, r#""result":{}"#, r#""id":2"#]);
    }
}
