//! Addresses as the registry reads them: by the rules of Go's `net/url`, after the variables are filled in.
//!
//! The WHATWG parser of the `url` crate would be wrong here: it mends what the registry refuses (blanks, backslashes)
//! and refuses what the registry lets through.

/// The parts of an address that the rules ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// In lower case; empty when there is none.
    pub scheme: String,
    /// Host and port as written; empty when there is none.
    pub authority: String,
    /// The host alone, without port and brackets, as written.
    pub host: String,
    /// Decoding is left to the reader.
    pub path: String,
}

/// Why a text is no address, as words that follow "the address".
pub type Fault = &'static str;

impl Address {
    /// Parses an address, relative ones included.
    ///
    /// # Errors
    ///
    /// The first fault that Go's parser would stop at.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
            return Err("holds a control character");
        }
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        check_escapes(fragment)?;
        let (scheme, rest) = split_scheme(before)?;
        // The query is not looked at.
        let rest = rest.split_once('?').map_or(rest, |(path, _)| path);
        let mut address = Self {
            scheme: scheme.to_ascii_lowercase(),
            authority: String::new(),
            host: String::new(),
            path: String::new(),
        };
        if !rest.starts_with('/') {
            if !address.scheme.is_empty() {
                return Ok(address);
            }
            if rest.split('/').next().unwrap_or_default().contains(':') {
                return Err("has a colon in its first part and no scheme before it");
            }
        }
        let mut path = rest;
        if let Some(behind) = rest.strip_prefix("//")
            && (!address.scheme.is_empty() || !rest.starts_with("///"))
        {
            let (authority, after) = behind.find('/').map_or((behind, ""), |at| behind.split_at(at));
            let host = match authority.rsplit_once('@') {
                Some((user, host)) => {
                    check_user(user)?;
                    host
                }
                None => authority,
            };
            check_host(host)?.clone_into(&mut address.host);
            host.clone_into(&mut address.authority);
            path = after;
        }
        check_escapes(path)?;
        path.clone_into(&mut address.path);
        Ok(address)
    }
}

/// Splits off the scheme: a letter, then letters, digits, `+`, `-` and `.`, then a colon.
fn split_scheme(text: &str) -> Result<(&str, &str), Fault> {
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if at > 0 => {}
            b':' if at == 0 => return Err("begins with a colon"),
            b':' => return Ok((&text[..at], &text[at + 1..])),
            _ => break,
        }
    }
    Ok(("", text))
}

/// Every `%` must begin an escape of two hex digits.
fn check_escapes(text: &str) -> Result<(), Fault> {
    let bytes = text.as_bytes();
    let bad = |at: usize| !bytes.get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    if (0..bytes.len()).any(|at| bytes[at] == b'%' && bad(at)) {
        Err("holds a bad percent escape")
    } else {
        Ok(())
    }
}

fn check_user(user: &str) -> Result<(), Fault> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
    if user.chars().all(allowed) {
        check_escapes(user)
    } else {
        Err("has a character before the @ that cannot stand there")
    }
}

/// Checks host and port, and gives the host without port and brackets.
fn check_host(host: &str) -> Result<&str, Fault> {
    let (name, port) = if host.starts_with('[') {
        let end = host.rfind(']').ok_or("has no closing bracket behind the IPv6 address")?;
        (&host[1..end], &host[end + 1..])
    } else {
        host.rfind(':').map_or((host, ""), |at| host.split_at(at))
    };
    if !port.is_empty()
        && !port.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
    {
        return Err("has a port that is no number");
    }
    // In a host an escape may only stand for what is not ASCII, except for the zone of an IPv6 address.
    let (plain, zone) = name.split_once("%25").unwrap_or((name, ""));
    check_escapes(plain)?;
    check_escapes(zone)?;
    let ascii_escape = plain.match_indices('%').any(|(at, _)| plain.as_bytes()[at + 1] < b'8');
    if ascii_escape {
        return Err("has a percent escape in its host");
    }
    let allowed =
        |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || "-_.~!$&'()*+,;=:[]<>\"%".contains(c);
    if plain.chars().all(allowed) {
        Ok(name)
    } else {
        Err("has a character in its host that cannot stand there")
    }
}

/// The names of the variables in an address, as written: whatever stands between `{` and the next `}`.
#[must_use]
pub fn variables(text: &str) -> Vec<&str> {
    pieces(text)
        .into_iter()
        .filter_map(|piece| if let Piece::Variable(name) = piece { Some(name) } else { None })
        .collect()
}

enum Piece<'t> {
    Literal(&'t str),
    Variable(&'t str),
}

/// `\{([^}]+)\}`, leftmost first: `{}` is no variable.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let (mut literal, mut at) = (0, 0);
    while let Some(open) = text[at..].find('{').map(|offset| at + offset) {
        let Some(close) = text[open..].find('}').map(|offset| open + offset) else { break };
        if close == open + 1 {
            at = close + 1;
            continue;
        }
        out.push(Piece::Literal(&text[literal..open]));
        out.push(Piece::Variable(&text[open + 1..close]));
        literal = close + 1;
        at = literal;
    }
    out.push(Piece::Literal(&text[literal..]));
    out
}

/// The address with its variables filled in the way the registry does before it parses: well-known names become what
/// they say, one in the place of a port becomes a number, every other a word.
#[must_use]
pub fn fill(text: &str) -> String {
    let pieces = pieces(text);
    let mut filled = String::with_capacity(text.len());
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Literal(literal) => filled.push_str(literal),
            Piece::Variable(name) => {
                let next = pieces.get(index + 1);
                let ends = matches!(next, Some(Piece::Literal(after)) if after.starts_with('/'))
                    || matches!(next, Some(Piece::Literal("")) if index + 2 >= pieces.len());
                filled.push_str(match *name {
                    "host" => "example.com",
                    "port" => "8080",
                    "path" => "api",
                    "protocol" | "scheme" => "http",
                    _ if filled.ends_with(':') && ends => "8080",
                    _ => "placeholder",
                });
            }
        }
    }
    filled
}

#[cfg(test)]
mod tests;
