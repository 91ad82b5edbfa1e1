//! Something worth telling that does not change the outcome.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Step, clean};

/// The detail of a finding is kept up to this many characters.
pub const DETAIL_KEPT: usize = 300;
/// A detail names this many tools at most.
pub const NAMED_IN_DETAIL: usize = 5;

/// One finding of a probe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// Which.
    pub id: FindingId,
    /// The step in which it was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
    /// What was seen, cleaned and shortened: the tools it concerns, the value that was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl Finding {
    /// A finding that says all by its name.
    #[must_use]
    pub fn new(id: FindingId, step: Step) -> Self {
        Self { id, step: Some(step), detail: None }
    }

    /// A finding with what was seen, which is cleaned and shortened here.
    #[must_use]
    pub fn with(id: FindingId, step: Step, detail: &str) -> Self {
        Self { id, step: Some(step), detail: Some(clean(detail, DETAIL_KEPT).into_owned()) }
    }
}

crate::words::words! {
    /// Every finding there is.
    pub enum FindingId: "finding" {
        /// One retry was made after a dropped connection.
        Retried = "retried",
        /// The server refused HTTP/2; the retry went over HTTP/1.1.
        H2Refused = "h2-refused",
        /// Some addresses of the name may not be contacted and were left out.
        BlockedAddressSkipped = "blocked-address-skipped",
        /// 402.
        PaymentRequired = "payment-required",
        /// 405 to a POST.
        PostNotAllowed = "post-not-allowed",
        /// 405 to the legacy GET.
        GetNotAllowed = "get-not-allowed",
        /// 406.
        NotAcceptable = "not-acceptable",
        /// 410.
        Gone = "gone",
        /// 415.
        UnsupportedMediaType = "unsupported-media-type",
        /// 421, or a 403 that speaks of the Host or Origin header.
        HostGuard = "host-guard",
        /// 403 from an edge check.
        BotChallenge = "bot-challenge",
        /// 403 page of an edge network that is no challenge.
        EdgeBlock = "edge-block",
        /// 520 to 527, and 530.
        EdgeError = "edge-error",
        /// A good result under a 4xx or 5xx.
        ResultUnderErrorStatus = "result-under-error-status",
        /// A good result under a 2xx other than 200.
        StatusNot200 = "status-not-200",
        /// A 307 or 308 was followed; one finding a hop.
        Redirected = "redirected",
        /// Several Content-Type lines.
        ContentTypeRepeated = "content-type-repeated",
        /// JSON-RPC as text/html.
        JsonLabelledHtml = "json-labelled-html",
        /// JSON-RPC as text/plain.
        JsonLabelledText = "json-labelled-text",
        /// JSON-RPC under another media type.
        JsonLabelledOther = "json-labelled-other",
        /// JSON-RPC without a Content-Type.
        JsonUnlabelled = "json-unlabelled",
        /// JSON-RPC labelled as an event stream.
        JsonLabelledSse = "json-labelled-sse",
        /// An event stream labelled as JSON.
        SseLabelledJson = "sse-labelled-json",
        /// A byte-order mark before JSON.
        BomBeforeJson = "bom-before-json",
        /// Invalid UTF-8 inside strings.
        InvalidUtf8 = "invalid-utf8",
        /// More than 128 levels of JSON.
        DeepNesting = "deep-nesting",
        /// The response came as an array of one.
        BatchArray = "batch-array",
        /// A content encoding although identity was asked for.
        UnrequestedEncoding = "unrequested-encoding",
        /// Our id came back as a string or as a float.
        IdTypeChanged = "id-type-changed",
        /// `error: null` beside a result.
        ErrorMemberNull = "error-member-null",
        /// `result: null` beside an error.
        ResultMemberNull = "result-member-null",
        /// Our response in an event that is not named `message`.
        EventNameNotMessage = "event-name-not-message",
        /// A 2xx whose text speaks of missing authentication.
        AuthHint = "auth-hint",
        /// The error data names versions.
        VersionRefused = "version-refused",
        /// The server speaks revision 2026-07-28 or later only.
        ModernOnly = "modern-only",
        /// 2026-07-28 in an initialize result.
        ModernVersionNegotiated = "modern-version-negotiated",
        /// A protocol version that no revision has.
        UnknownVersion = "unknown-version",
        /// The version could not be sent back in a header.
        VersionHeaderOmitted = "version-header-omitted",
        /// No serverInfo.
        ServerInfoMissing = "server-info-missing",
        /// serverInfo without a version.
        ServerVersionMissing = "server-version-missing",
        /// An empty version.
        ServerVersionEmpty = "server-version-empty",
        /// Control or bidi characters in what the server says of itself.
        ServerInfoControlCharacters = "server-info-control-characters",
        /// No capabilities.
        CapabilitiesMissing = "capabilities-missing",
        /// A capability that is no object.
        CapabilityNotObject = "capability-not-object",
        /// A session id outside visible ASCII, or empty.
        SessionIdInvalid = "session-id-invalid",
        /// 404 on tools/list while our session id was sent.
        SessionLost = "session-lost",
        /// The notification answered with another 2xx than 202.
        InitializedNot202 = "initialized-not-202",
        /// The notification answered with a body.
        InitializedBody = "initialized-body",
        /// The notification answered outside 2xx.
        InitializedRejected = "initialized-rejected",
        /// The notification was never answered.
        InitializedNoAnswer = "initialized-no-answer",
        /// A list without the `tools` capability.
        ToolsNotDeclared = "tools-not-declared",
        /// The `tools` capability without the method.
        DeclaredToolsMissing = "declared-tools-missing",
        /// A list member that is no usable tool.
        ToolEntryMalformed = "tool-entry-malformed",
        /// An empty tool name.
        ToolNameEmpty = "tool-name-empty",
        /// A tool name of 65 to 128 characters.
        ToolNameOver64 = "tool-name-over-64",
        /// A tool name of more than 128 characters.
        ToolNameOver128 = "tool-name-over-128",
        /// A tool name outside `A-Z a-z 0-9 _ - .`.
        ToolNameCharset = "tool-name-charset",
        /// A tool name twice.
        ToolNameDuplicate = "tool-name-duplicate",
        /// Two tool names that differ in letter case only.
        ToolNameCaseDuplicate = "tool-name-case-duplicate",
        /// Control, bidi, zero-width or tag characters in a tool's name or description.
        InvisibleCharacters = "invisible-characters",
        /// A tool without inputSchema.
        InputSchemaMissing = "input-schema-missing",
        /// An inputSchema that is no object.
        InputSchemaNotObject = "input-schema-not-object",
        /// An inputSchema whose root type is not "object".
        InputSchemaTypeMissing = "input-schema-type-missing",
        /// `properties` that is no object.
        InputSchemaPropertiesNotObject = "input-schema-properties-not-object",
        /// `required` that is no array.
        InputSchemaRequiredNotArray = "input-schema-required-not-array",
        /// `nextCursor: null`.
        CursorNull = "cursor-null",
        /// A nextCursor that is no string.
        CursorNotString = "cursor-not-string",
        /// A cursor that was already sent.
        CursorLoop = "cursor-loop",
        /// 401 without WWW-Authenticate.
        ChallengeMissing = "challenge-missing",
        /// `resource_metadata` more than once in one challenge.
        AuthParamRepeated = "auth-param-repeated",
        /// `resource_metadata` without quotes.
        AuthParamUnquoted = "auth-param-unquoted",
        /// An empty `resource_metadata`.
        PointerEmpty = "pointer-empty",
        /// A `resource_metadata` that cannot be used.
        PointerMalformed = "pointer-malformed",
        /// A relative `resource_metadata`.
        PointerNotAbsolute = "pointer-not-absolute",
        /// An http pointer on an https endpoint.
        PointerNotHttps = "pointer-not-https",
        /// A pointer to an address that is not public.
        PointerNotPublic = "pointer-not-public",
        /// `--oauth-lookup`: no candidate answered 200.
        MetadataUnavailable = "metadata-unavailable",
        /// `--oauth-lookup`: 200, but no JSON object with `authorization_servers`.
        MetadataInvalid = "metadata-invalid",
        /// `--oauth-lookup`: the document names another resource.
        ResourceMismatch = "resource-mismatch",
        /// Legacy SSE: no `endpoint` event in time.
        NoEndpointEvent = "no-endpoint-event",
        /// Legacy SSE: the endpoint is on another origin.
        EndpointOtherOrigin = "endpoint-other-origin",
        /// Legacy SSE: the endpoint was percent-encoded as a whole.
        EndpointUrlEncoded = "endpoint-url-encoded",
        /// The entry declares a required header that the server does not want.
        DeclaredHeaderNotEnforced = "declared-header-not-enforced",
    }
}
