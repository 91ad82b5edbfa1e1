//! `new-case FAMILY/NAME`: a file that passes as a good server, to be made into a claim.

use anyhow::{Context as _, ensure};
use rollcall::exit::Exit;
use rollcall_cases::load;

/// `new-case`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The id, `family/name-of-the-fault`.
    id: String,
}

/// What the file says at first: a good server, and the verdict on one.
const TEMPLATE: &str = r#"title = "TODO: the claim, as one sentence"
spec = "rollcall/findings"
level = "must"

# What is wrong with the server, and nothing else: all that is not stated is good. See cases/README.md.
[mock]

[expect]
outcome = "answered"
sent = ["initialize", "notifications/initialized", "tools/list"]
"#;

/// Writes the file; never over one that is there.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    ensure!(
        load::is_id(&args.id),
        "`{}` is no id: family/name in kebab-case, at most {} characters",
        args.id,
        load::LONGEST_ID
    );
    let path = load::path(&args.id);
    ensure!(!path.exists(), "{} is there already", path.display());
    let family = path.parent().context("an id has a family")?;
    let new_family = !family.exists();
    std::fs::create_dir_all(family).with_context(|| format!("failed to create {}", family.display()))?;
    std::fs::write(&path, TEMPLATE).with_context(|| format!("failed to write {}", path.display()))?;
    println!("{}", path.display());
    if new_family {
        println!("a new family: it needs a case that comes out healthy as well (cases/README.md)");
    }
    println!(
        "next: state the fault and the verdict, run `cargo test -p mcp-rollcall-cases --test suite -- {0}`, then `cargo xtask bless {0}`",
        args.id
    );
    Ok(Exit::Clean)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_template_is_a_case() {
        let case: rollcall_cases::case::Case = toml::from_str(super::TEMPLATE).unwrap();
        assert_eq!(case.expect.outcome, rollcall::outcome::Outcome::Answered);
    }
}
