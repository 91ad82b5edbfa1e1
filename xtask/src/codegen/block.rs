//! Generated blocks inside documents: between `<!-- codegen: NAME -->` and `<!-- /codegen -->`, each on its own line.

use anyhow::{Context as _, bail};

/// How a block begins and ends.
const BEGIN: &str = "<!-- codegen: ";
const END: &str = "<!-- /codegen -->";

/// The document with every block written anew by `content`, which is asked by name and knows all names there are.
pub(super) fn refreshed(document: &str, content: impl Fn(&str) -> Option<String>) -> anyhow::Result<String> {
    let mut fresh = String::with_capacity(document.len());
    let mut lines = document.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        fresh.push_str(line);
        fresh.push('\n');
        let Some(rest) = line.strip_prefix(BEGIN) else { continue };
        let name = rest
            .strip_suffix("-->")
            .with_context(|| format!("line {}: the marker does not end", index + 1))?
            .trim();
        let Some(content) = content(name) else {
            bail!("line {}: there is no block `{name}` to generate", index + 1);
        };
        fresh.push_str(content.trim_end());
        fresh.push('\n');
        if !lines.any(|(_, line)| line == END) {
            bail!("line {}: the block `{name}` has no `{END}`", index + 1);
        }
        fresh.push_str(END);
        fresh.push('\n');
    }
    Ok(fresh)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(name: &str) -> Option<String> {
        (name == "x").then(|| "new".to_owned())
    }

    #[test]
    fn a_block_is_written_anew_and_the_rest_is_kept() {
        let old = "a\n<!-- codegen: x -->\nold\nold\n<!-- /codegen -->\nb\n";
        let new = "a\n<!-- codegen: x -->\nnew\n<!-- /codegen -->\nb\n";
        assert_eq!(refreshed(old, content).unwrap(), new);
        assert_eq!(refreshed(new, content).unwrap(), new);
    }

    #[test]
    fn an_unknown_or_open_block_is_told_with_its_line() {
        let unknown =
            refreshed("a\n<!-- codegen: y -->\n<!-- /codegen -->\n", content).unwrap_err().to_string();
        assert_eq!(unknown, "line 2: there is no block `y` to generate");
        let open = refreshed("<!-- codegen: x -->\nrest\n", content).unwrap_err().to_string();
        assert_eq!(open, "line 1: the block `x` has no `<!-- /codegen -->`");
    }
}
