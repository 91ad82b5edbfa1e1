//! Refusals as RFC 9457 problem documents, in the registry's wording.

use http::StatusCode;
use serde::Serialize;
use serde_json::Value;

/// A refusal.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Problem {
    title: &'static str,
    status: u16,
    detail: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Fault>,
}

/// One reason inside a refusal.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Fault {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
}

impl Fault {
    /// A reason in words alone.
    pub(super) fn because(message: impl Into<String>) -> Self {
        Self { message: message.into(), location: None, value: None }
    }

    /// A reason at a place of the body, with what was found there.
    pub(super) fn at(location: impl Into<String>, message: impl Into<String>, value: &Value) -> Self {
        Self { message: message.into(), location: Some(location.into()), value: Some(value.clone()) }
    }
}

impl Problem {
    fn new(status: StatusCode, detail: impl Into<String>, errors: Vec<Fault>) -> Self {
        Self {
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.into(),
            errors,
        }
    }

    pub(super) fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The body is no JSON: 400.
    pub(super) fn unreadable(why: &str, body: &[u8]) -> Self {
        let value = Value::String(String::from_utf8_lossy(body).into_owned());
        Self::new(StatusCode::BAD_REQUEST, "validation failed", vec![Fault::at("body", why, &value)])
    }

    /// The body has the wrong shape: 422 with a reason for each fault.
    pub(super) fn misshapen(errors: Vec<Fault>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "validation failed", errors)
    }

    /// No token, or none that counts: 401.
    pub(super) fn unauthorized(detail: &str, why: Option<&str>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, detail, why.into_iter().map(Fault::because).collect())
    }

    /// The token does not cover the name: 403.
    pub(super) fn forbidden(detail: String) -> Self {
        Self::new(StatusCode::FORBIDDEN, detail, Vec::new())
    }

    /// A rule behind the shape is broken: 422 that points to the validate call.
    pub(super) fn invalid() -> Self {
        let detail = "Failed to publish server, invalid schema: call /validate for details";
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail, Vec::new())
    }

    /// Publishing fails after every rule was kept: 400 with the reason.
    pub(super) fn not_published(why: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "Failed to publish server", vec![Fault::because(why)])
    }

    /// Nothing is there: 404.
    pub(super) fn not_found(detail: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail, Vec::new())
    }

    /// The body is larger than the mock reads: 413.
    pub(super) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "request body is too large", Vec::new())
    }
}
