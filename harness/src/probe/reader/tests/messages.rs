//! Replies to initialize as JSON: the handshake.

use super::*;

#[test]
fn good_replies() {
    let reading = json(GOOD).answered(&[]);
    let Content::Initialize(facts) = reading.content else { panic!("no facts") };
    assert_eq!(facts.protocol_version, "2025-06-18");
    assert_eq!(facts.server.unwrap().name.as_deref(), Some("s"));
    assert_eq!(facts.tools_declared, Some(true));
    assert_eq!(reading.bytes, GOOD.len() as u64);
    assert_eq!(reading.sample, None);
    sse(&event(GOOD)).answered(&[]);
    for media in ["Application/JSON;charset=UTF-8", r#"APPLICATION/JSON;Charset="UTF-8""#] {
        Mock::new(INIT, 200, media, GOOD).answered(&[]);
    }
    Mock::new(INIT, 201, JSON, GOOD).answered(&[StatusNot200]);
    json(&format!(" \r\n{GOOD}\n")).answered(&[]);
    json(&r#"{"result":R,"id":7,"jsonrpc":"2.0"}"#.replace('R', r#"{"capabilities":{"tools":{}},"protocolVersion":"2025-06-18","serverInfo":{"name":"s","version":"1"}}"#)).answered(&[]);
}

#[test]
fn labels() {
    let label = |media, body: &str, id: FindingId| {
        Mock::new(INIT, 200, media, body).not_mcp(Mislabelled, &[id]);
    };
    label("text/html", GOOD, JsonLabelledHtml);
    label("text/plain", GOOD, JsonLabelledText);
    label("application/json-rpc", GOOD, JsonLabelledOther);
    label("", GOOD, JsonUnlabelled);
    label(SSE, GOOD, JsonLabelledSse);
    label(SSE, &format!("\n  {GOOD}\n"), JsonLabelledSse);
    label(JSON, &event(GOOD), SseLabelledJson);
    label(JSON, &format!("data: {GOOD}"), SseLabelledJson);
    Mock::new(INIT, 200, "text/plain", &event(GOOD)).not_mcp(Mislabelled, &[]);
    json(GOOD).header("content-type", JSON).answered(&[ContentTypeRepeated]);
    Mock::new(INIT, 200, "application/json, application/json", GOOD).answered(&[ContentTypeRepeated]);
    Mock::new(INIT, 200, HTML, "<!DOCTYPE html><p>hi").not_mcp(HtmlBody, &[]);
    Mock::new(INIT, 200, "text/plain", "hello").not_mcp(UnexpectedContentType, &[]);
    Mock::new(INIT, 200, "", r#"{"status":"up"}"#).not_mcp(UnexpectedContentType, &[]);
    Mock::new(LIST, 200, HTML, "<html>").not_mcp(HtmlBody, &[]);
}

#[test]
fn bodies_that_are_not_mcp() {
    Mock::new(INIT, 200, "", "").not_mcp(EmptyBody, &[]);
    json("").not_mcp(EmptyBody, &[]);
    json(" \n ").not_mcp(EmptyBody, &[]);
    Mock::new(INIT, 204, "", "").not_mcp(EmptyBody, &[]);
    Mock::new(INIT, 204, SSE, "").not_mcp(EmptyBody, &[]);
    Mock::new(INIT, 202, "", "").not_mcp(AcceptedWithoutAnswer, &[]);
    Mock::new(INIT, 202, SSE, "").not_mcp(AcceptedWithoutAnswer, &[]);
    json("null").not_mcp(NotJsonrpc, &[]);
    json(&GOOD[..60]).not_mcp(NotJson, &[]);
    json("{}{}").not_mcp(NotJson, &[]);
    json(r#"{"id":7,"result":{}}"#).not_mcp(NotJsonrpc, &[]);
    json(&GOOD.replace(r#""2.0""#, r#""1.0""#)).not_mcp(NotJsonrpc, &[]);
    json(r#"{"errors":[{"message":"Must provide query string."}]}"#).not_mcp(NotJsonrpc, &[]);
    json(r#"{"status":"up"}"#).not_mcp(NotJsonrpc, &[]);
    json(r#"{"error":"unauthorized"}"#).not_mcp(NotJsonrpc, &[AuthHint]);
    json(r#"{"statusCode":401}"#).not_mcp(NotJsonrpc, &[AuthHint]);
    json(r#"{"error":{"code":401,"text":"no"}}"#).not_mcp(NotJsonrpc, &[AuthHint]);
    json(r#"{"jsonrpc":"2.0","method":"notifications/message"}"#).not_mcp(NotJsonrpc, &[]);
    json(&GOOD.replacen('{', r#"{"method":"initialize","#, 1)).not_mcp(NotJsonrpc, &[]);
    json("[]").not_mcp(Batch, &[]);
    json(&format!(r#"[{{"jsonrpc":"2.0","method":"n"}},{GOOD}]"#)).not_mcp(Batch, &[]);
    json("[1]").not_mcp(NotJsonrpc, &[]);
    json("[1,").not_mcp(NotJson, &[]);
    let reading = json("<p>down</p>\n\n for \u{202e}maintenance").not_mcp(NotJson, &[]);
    assert_eq!(reading.sample.unwrap(), "<p>down</p> for \\u{202e}maintenance");
}

#[test]
fn ids() {
    let with = |id: &str| GOOD.replace(r#""id":7,"#, id);
    json(&with(r#""id":"7","#)).answered(&[IdTypeChanged]);
    json(&with(r#""id":7.0,"#)).answered(&[IdTypeChanged]);
    json(&with(r#""id":70e-1,"#)).answered(&[IdTypeChanged]);
    for id in [
        r#""id":8,"#,
        r#""id":0,"#,
        r#""id":null,"#,
        "",
        r#""id":"07","#,
        r#""id":"8","#,
        r#""id":-7,"#,
        r#""id":[7],"#,
        r#""id":7.5,"#,
    ] {
        json(&with(id)).not_mcp(IdMismatch, &[]);
    }
    let error = error(r#""code":-32603,"message":"no""#);
    let with = |id: &str| error.replace(r#""id":7,"#, id);
    json(&error).refused(&[]);
    json(&with(r#""id":null,"#)).refused(&[]);
    json(&with("")).refused(&[]);
    json(&with(r#""id":"7","#)).refused(&[IdTypeChanged]);
    json(&with(r#""id":8,"#)).not_mcp(IdMismatch, &[]);
}

#[test]
fn null_members_and_both() {
    json(&GOOD.replacen('{', r#"{"error":null,"#, 1)).answered(&[ErrorMemberNull]);
    let both = r#"{"jsonrpc":"2.0","id":7,"result":null,"error":{"code":-32603,"message":"no"}}"#;
    json(both).refused(&[ResultMemberNull]);
    json(&both.replace("null", "{}")).not_mcp(ResultAndError, &[]);
    json(&both.replace("null", "{}").replace(":7", ":8")).not_mcp(IdMismatch, &[]);
    json(r#"{"jsonrpc":"2.0","id":7,"result":null}"#).not_mcp(NotJsonrpc, &[]);
}

#[test]
fn tolerated() {
    json(&format!("\u{feff}{GOOD}")).answered(&[BomBeforeJson]);
    json(&format!("\u{feff}\u{feff}{GOOD}")).not_mcp(NotJson, &[]);
    json(&format!("[{GOOD}]")).answered(&[BatchArray]);
    let bytes = GOOD.replace(r#""s""#, "\"\u{1}\"").into_bytes();
    let bytes: Vec<u8> = bytes.into_iter().map(|byte| if byte == 1 { 0xFF } else { byte }).collect();
    let reading = Mock::new(INIT, 200, JSON, &bytes).answered(&[InvalidUtf8]);
    let Content::Initialize(facts) = reading.content else { panic!("no facts") };
    assert_eq!(facts.server.unwrap().name.as_deref(), Some("\u{fffd}"));
    let lone = json(&GOOD.replace(r#""s""#, r#""\ud800s""#)).answered(&[]);
    let Content::Initialize(facts) = lone.content else { panic!("no facts") };
    assert!(facts.server.unwrap().name.unwrap().ends_with('s'));
    for levels in [200, 10_000, 200_000] {
        let deep = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let body = GOOD.replace(r#""tools":{}"#, &format!(r#""tools":{{}},"experimental":{{"x":{deep}}}"#));
        Mock::new(INIT, 200, JSON, &body).answered(&[DeepNesting]);
    }
}

#[test]
fn versions() {
    let with = |version: &str| GOOD.replace(r#""2025-06-18""#, version);
    for known in ["2024-11-05", "2025-03-26", "2025-11-25"] {
        json(&with(&format!("{known:?}"))).answered(&[]);
    }
    json(&with(r#""2026-07-28""#)).answered(&[ModernVersionNegotiated]);
    json(&with(r#""2099-01-01""#)).answered(&[UnknownVersion]);
    json(&with(r#""banana""#)).answered(&[UnknownVersion]);
    json(&with(r#""""#)).answered(&[UnknownVersion, VersionHeaderOmitted]);
    json(&with(r#""a\nb""#)).answered(&[UnknownVersion, VersionHeaderOmitted]);
    json(&with(r#""a b""#)).answered(&[UnknownVersion, VersionHeaderOmitted]);
    for unusable in ["1", "null", "{}", "[]"] {
        json(&with(unusable)).not_mcp(NoProtocolVersion, &[]);
    }
    json(&result(r#"{"status":"ok"}"#)).not_mcp(NoProtocolVersion, &[]);
    json(&result("true")).not_mcp(NoProtocolVersion, &[]);
}

#[test]
fn server_info_and_capabilities() {
    let with = |info: &str, capabilities: &str| {
        result(&format!(r#"{{"protocolVersion":"2025-06-18"{info}{capabilities}}}"#))
    };
    let (info, capabilities) =
        (r#","serverInfo":{"name":"s","version":"1"}"#, r#","capabilities":{"tools":{}}"#);
    json(&with("", capabilities)).answered(&[ServerInfoMissing]);
    json(&with(r#","serverInfo":null"#, capabilities)).answered(&[ServerInfoMissing]);
    json(&with(r#","serverInfo":{"name":"s"}"#, capabilities)).answered(&[ServerVersionMissing]);
    json(&with(r#","serverInfo":{"name":"s","version":""}"#, capabilities)).answered(&[ServerVersionEmpty]);
    let bell = r#","serverInfo":{"name":"\u0007\u001b[31m\u202e","version":"1"}"#;
    json(&with(bell, capabilities)).answered(&[ServerInfoControlCharacters]);
    let script = r#","serverInfo":{"name":"خانه‌ها","title":"हिन्दी 日本語 Ελληνικά 👩‍👩‍👧","version":"1"}"#;
    json(&with(script, capabilities)).answered(&[]);
    let declared = |capabilities: &str, findings: &[FindingId]| {
        let reading = json(&with(info, capabilities)).answered(findings);
        let Content::Initialize(facts) = reading.content else { panic!("no facts") };
        facts.tools_declared
    };
    assert_eq!(declared("", &[CapabilitiesMissing]), None);
    assert_eq!(declared(r#","capabilities":null"#, &[CapabilitiesMissing]), None);
    assert_eq!(declared(r#","capabilities":{}"#, &[]), Some(false));
    assert_eq!(declared(capabilities, &[]), Some(true));
    assert_eq!(declared(r#","capabilities":{"tools":[],"logging":[]}"#, &[CapabilityNotObject]), Some(true));
    assert_eq!(declared(r#","capabilities":{"tools":true}"#, &[CapabilityNotObject]), Some(true));
    assert_eq!(declared(r#","capabilities":[]"#, &[CapabilityNotObject]), None);
    let misplaced = r#","serverInfo":{"name":"s","version":"1","capabilities":{"tools":{}}},"x":1"#;
    json(&with(misplaced, "")).answered(&[CapabilitiesMissing]);
}

#[test]
fn errors() {
    let refused = |members: &str, findings: &[FindingId]| json(&error(members)).refused(findings);
    let reading =
        refused(r#""code":-32602,"message":"no","data":{"supported":["2024-11-05"]}"#, &[VersionRefused]);
    let kept = reading.rpc_error.unwrap();
    assert_eq!((kept.code, kept.message.as_str()), (Some(-32602), "no"));
    assert_eq!(kept.data.unwrap()["supported"][0], "2024-11-05");
    refused(r#""code":-32602,"message":"no","data":{"expected":"2024-11-05"}"#, &[VersionRefused]);
    refused(r#""code":-32601,"message":"no""#, &[]);
    refused(r#""code":-32001,"message":"Unauthorized: no token""#, &[AuthHint]);
    refused(r#""code":-32001,"message":"Missing API key""#, &[AuthHint]);
    refused(
        r#""code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"2025-06-18"}"#,
        &[ModernOnly],
    );
    refused(r#""code":-32603,"message":"no","data":{"supported":["2026-07-28"]}"#, &[ModernOnly]);
    refused(r#""code":-32020,"message":"no""#, &[ModernOnly]);
    refused(r#""code":-32602,"message":"params._meta is missing""#, &[ModernOnly]);
    refused(
        r#""code":-32022,"message":"no","data":{"supported":["2025-11-25","2026-07-28"]}"#,
        &[VersionRefused],
    );
    sse(&event(&error(r#""code":-32602,"message":"no""#))).refused(&[]);
    sse(&event(&error(r#""code":1,"message":"no""#)).replace("message\n", "error\n"))
        .refused(&[EventNameNotMessage]);
    Mock::new(INIT, 202, JSON, &error(r#""code":1,"message":"no""#)).refused(&[]);
    Mock::new(LIST, 200, JSON, &error(r#""code":-32001,"message":"send a bearer token""#))
        .refused(&[AuthHint]);
    let odd = json(r#"{"jsonrpc":"2.0","id":7,"error":"boom"}"#).refused(&[]).rpc_error.unwrap();
    assert_eq!((odd.code, odd.message.as_str()), (None, "boom"));
    let long = refused(&format!(r#""code":1,"message":"{}""#, "é".repeat(400)), &[]).rpc_error.unwrap();
    assert_eq!(long.message.chars().count(), 300);
}
