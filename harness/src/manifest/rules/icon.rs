//! `icons`.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::address::Address;
use crate::manifest::diagnostic::Place;
use crate::manifest::document::Value;
use crate::manifest::view::Object;

/// An icon has no `src`.
pub(super) static ICON_SRC_MISSING: Rule = Rule {
    id: "icon-src-missing",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/icons/*/src",
    since: "2025-10-11",
    what: "An icon has no `src`.",
    why: "It is the one required field of an icon.",
    example: r#"{"icons": [{}]}"#,
    repair: "Add the https address of the image, or remove the icon.",
    source: "registry pkg/model/types.go",
};

/// An icon address has more than 255 characters.
pub(super) static ICON_SRC_TOO_LONG: Rule = Rule {
    id: "icon-src-too-long",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/icons/*/src",
    since: "2025-10-11",
    what: "An icon address has more than 255 characters.",
    why: "The registry refuses it.",
    example: r#"{"icons": [{"src": "https://example.com/…"}]}"#,
    repair: "Serve the image at a shorter address.",
    source: "registry pkg/model/types.go",
};

/// `src` is no address.
pub(super) static ICON_SRC_MALFORMED: Rule = Rule {
    id: "icon-src-malformed",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/icons/*/src",
    since: "2025-10-11",
    what: "`src` is no address.",
    why: "The registry refuses what its URL parser refuses.",
    example: r#"{"icons": [{"src": "https://exa mple.com/icon.png"}]}"#,
    repair: "Write a complete https address.",
    source: "registry internal/validators/validators.go icon-src-invalid-url",
};

/// `src` has no scheme.
pub(super) static ICON_SRC_NOT_ABSOLUTE: Rule = Rule {
    id: "icon-src-not-absolute",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/icons/*/src",
    since: "2025-10-11",
    what: "`src` has no scheme.",
    why: "The registry does not know where your files lie.",
    example: r#"{"icons": [{"src": "icon.png"}]}"#,
    repair: "Write the whole https address of the image.",
    source: "registry internal/validators/validators.go icon-src-not-absolute",
};

/// `src` has a scheme other than https.
pub(super) static ICON_SRC_NOT_HTTPS: Rule = Rule {
    id: "icon-src-not-https",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/icons/*/src",
    since: "2025-10-11",
    what: "`src` has a scheme other than https.",
    why: "Only https is accepted; `data:` is refused as well.",
    example: r#"{"icons": [{"src": "data:image/png;base64,AAAA"}]}"#,
    repair: "Serve the image over https.",
    source: "registry internal/validators/validators.go icon-src-invalid-scheme",
};

/// `mimeType` is none of the image types of the format.
pub(super) static ICON_MIME_TYPE_UNKNOWN: Rule = Rule {
    id: "icon-mime-type-unknown",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/icons/*/mimeType",
    since: "2025-10-11",
    what: "`mimeType` is none of the image types of the format.",
    why: "Accepted are image/png, image/jpeg, image/jpg, image/svg+xml and image/webp.",
    example: r#"{"icons": [{"src": "https://example.com/icon.gif", "mimeType": "image/gif"}]}"#,
    repair: "Convert the image, or correct the type.",
    source: "registry pkg/model/types.go",
};

/// A size is neither `any` nor `<width>x<height>`.
pub(super) static ICON_SIZE_MALFORMED: Rule = Rule {
    id: "icon-size-malformed",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "/icons/*/sizes/*",
    since: "2025-10-11",
    what: "A size is neither `any` nor `<width>x<height>`.",
    why: "The publish call lets it through; a validation against the full schema does not.",
    example: r#"{"icons": [{"src": "https://example.com/icon.png", "sizes": ["48"]}]}"#,
    repair: "Write for example `48x48`.",
    source: "schema 2025-10-11",
};

/// `theme` is neither `light` nor `dark`.
pub(super) static ICON_THEME_UNKNOWN: Rule = Rule {
    id: "icon-theme-unknown",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/icons/*/theme",
    since: "2025-10-11",
    what: "`theme` is neither `light` nor `dark`.",
    why: "The registry refuses any other word.",
    example: r#"{"icons": [{"src": "https://example.com/icon.png", "theme": "auto"}]}"#,
    repair: "Write `light` or `dark`, or remove the key.",
    source: "registry pkg/model/types.go",
};

/// The most characters of an icon's address (the registry's `maxLength`).
const MAX_CHARS: usize = 255;
const MIME_TYPES: [&str; 5] = ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"];

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    for icon in manifest.top.objects("icons") {
        src(&icon, out);
        let mime = icon.field("mimeType");
        if let Some(text) = mime.filled().filter(|text| !MIME_TYPES.contains(text)) {
            out.report(
                &ICON_MIME_TYPE_UNKNOWN,
                mime.place(),
                format!("`{text}` is not an accepted image type"),
            );
        }
        let theme = icon.field("theme");
        if let Some(text) = theme.filled().filter(|text| !["light", "dark"].contains(text)) {
            out.report(&ICON_THEME_UNKNOWN, theme.place(), format!("`{text}` is neither `light` nor `dark`"));
        }
        let sizes = icon.field("sizes");
        let Some(Value::List(nodes)) = sizes.node().map(|node| &node.value) else { continue };
        for (index, node) in nodes.iter().enumerate() {
            let Value::Text(text) = &node.value else { continue };
            if !is_size(text) {
                let place = Place { pointer: format!("{}/{index}", sizes.pointer()), span: node.span };
                out.report(
                    &ICON_SIZE_MALFORMED,
                    place,
                    format!("`{text}` is neither `any` nor `<width>x<height>`"),
                );
            }
        }
    }
}

fn src(icon: &Object<'_>, out: &mut Findings) {
    let field = icon.field("src");
    if field.is_missing() {
        out.report(&ICON_SRC_MISSING, field.place(), "`src` of the icon is missing");
        return;
    }
    let Some(text) = field.text() else { return };
    let length = text.chars().count();
    if length > MAX_CHARS {
        let message = format!("the address has {length} characters, at most {MAX_CHARS} are allowed");
        out.report(&ICON_SRC_TOO_LONG, field.place(), message);
    }
    match Address::parse(text) {
        Err(fault) => {
            out.report(&ICON_SRC_MALFORMED, field.place(), format!("the address {fault}"));
        }
        Ok(address) if address.scheme.is_empty() => {
            out.report(&ICON_SRC_NOT_ABSOLUTE, field.place(), "the address has no scheme");
        }
        Ok(address) if address.scheme != "https" => {
            out.report(
                &ICON_SRC_NOT_HTTPS,
                field.place(),
                format!("the scheme is {}, not https", address.scheme),
            );
        }
        Ok(_) => {}
    }
}

fn is_size(text: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text == "any" || text.split_once('x').is_some_and(|(width, height)| number(width) && number(height))
}
