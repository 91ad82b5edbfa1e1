//! The order of the checks, and what is printed.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Context as _;
use rollcall::exit::Exit;
use rollcall::report::lang::Lang;
use rollcall::report::site::{self, Options};

use super::driver::{Driver, Session};
use super::install::{self, Tools};
use super::sample::Pages;
use super::serve::Host;
use super::shots::USUAL;
use super::visit::{self, From};
use super::{harm, html, links, odd, proof, search, shots};
use crate::root::target_dir;

/// `browser`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// A site that is there already. Without it one with odd names, written anew, and the demonstration's as `demo` wrote it.
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// Only these checks; repeatable. Without it all of them.
    #[arg(long, value_name = "CHECK", value_parser = clap::builder::PossibleValuesParser::new(CHECKS))]
    only: Vec<String>,
}

/// The checks, in their order.
const CHECKS: [&str; 9] = ["proof", "links", "text", "html", "web", "search", "disk", "script", "pictures"];
/// Browsers side by side.
const BROWSERS: usize = 2;

/// Why nothing can be looked at here, after an attempt to install what is missing; nothing where it can.
pub(crate) fn missing() -> anyhow::Result<Option<String>> {
    Ok(install::tools()?.err())
}

/// The checks done so far.
#[derive(Debug, Default)]
struct Told {
    only: Vec<String>,
    wrong: usize,
}

/// No more complaints of one check than this are printed.
const PRINTED: usize = 12;

impl Told {
    fn wants(&self, check: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == check)
    }

    fn tell(&mut self, check: &str, what: &str, since: Instant, wrong: &[String]) {
        let word = if wrong.is_empty() { "ok" } else { "FAILED" };
        println!("{check:<10} {word:<7} {:5.1} s  {what}", since.elapsed().as_secs_f64());
        for line in wrong.iter().take(PRINTED) {
            println!("    {line}");
        }
        if wrong.len() > PRINTED {
            println!("    and {} more", wrong.len() - PRINTED);
        }
        self.wrong += wrong.len();
    }
}

/// What a check found, or why it could not go on.
fn told_of(found: anyhow::Result<Vec<String>>) -> Vec<String> {
    found.unwrap_or_else(|error| vec![format!("{error:#}")])
}

/// Looks at the sites.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let tools = match install::tools()? {
        Ok(tools) => tools,
        Err(why) => {
            println!("browser: skipped: {why}");
            return Ok(Exit::CouldNotCheck);
        }
    };
    let home = target_dir().join("browser");
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let sites = match &args.site {
            Some(site) => vec![site.clone()],
            None => sites(&home).await?,
        };
        let driver = Driver::start()?;
        let mut sessions = Vec::new();
        let mut told = Told { only: args.only.clone(), wrong: 0 };
        let pictures = home.join("pictures");
        let looked = async {
            for _ in 0..BROWSERS {
                sessions.push(driver.open().await.context("no browser")?);
            }
            for session in &sessions {
                session.view(USUAL).await?;
            }
            look(&sessions, &tools, &sites, &pictures, &mut told).await
        }
        .await;
        // Whatever came of it: a browser that nobody closes outlives its driver.
        let mut closed = Ok(());
        for session in sessions {
            closed = closed.and(session.close().await);
        }
        looked.and(closed)?;
        println!("The pictures are in {}.", pictures.display());
        Ok(if told.wrong == 0 { Exit::Clean } else { Exit::Findings })
    })
}

/// Whether the checks can fail, then every site.
async fn look(
    sessions: &[Session],
    tools: &Tools,
    sites: &[PathBuf],
    pictures: &Path,
    told: &mut Told,
) -> anyhow::Result<()> {
    if told.wants("proof") {
        let since = Instant::now();
        let blind = told_of(proof::show(&sessions[0], tools).await);
        told.tell(
            "proof",
            "every check sees the fault that it is for, and blames no sound page",
            since,
            &blind,
        );
    }
    for site in sites {
        let pages = Pages::of(site)?;
        println!("{}: {} servers", site.display(), pages.servers.len());
        let name: String = site
            .components()
            .rev()
            .take(2)
            .map(|part| part.as_os_str().to_string_lossy())
            .collect::<Vec<_>>()
            .join(".");
        let host = Host::start(site).await?;
        // Pages with odd names of the one, and every kind of page and a search of the other.
        let mut portrayed = pages.odd.clone();
        if Some(site) == sites.last() {
            portrayed.extend(pages.kinds());
            portrayed
                .extend(pages.langs.first().map(|lang| format!("{lang}/index.html#q=test&outcome=answered")));
        }
        Look { sessions, tools, site, pages, host, portrayed, pictures: pictures.join(name) }
            .all(told)
            .await?;
    }
    Ok(())
}

/// Writes the site with the odd names; the demonstration's is there where it was shown.
async fn sites(home: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let since = Instant::now();
    let run = home.join("odd");
    if run.exists() {
        std::fs::remove_dir_all(&run).with_context(|| format!("failed to empty {}", run.display()))?;
    }
    odd::run(&run).await?;
    println!("{:<10} {:<7} {:5.1} s  a census of odd names", "odd", "", since.elapsed().as_secs_f64());
    let mut sites = vec![write(&run, &home.join("odd-site"))?];
    let shown = target_dir().join("demo/site");
    if shown.join("servers.json").exists() {
        sites.push(shown);
    } else {
        println!("The demonstration's site is not there; `cargo xtask demo` writes it.");
    }
    Ok(sites)
}

fn write(run: &Path, out: &Path) -> anyhow::Result<PathBuf> {
    let since = Instant::now();
    let options = Options { out: out.to_owned(), langs: Lang::ALL.to_vec(), base: None };
    let written = site::write(&[run], &options)?;
    println!(
        "{:<10} {:<7} {:5.1} s  {} servers in {} languages: {}",
        "site",
        "",
        since.elapsed().as_secs_f64(),
        written.servers,
        Lang::ALL.len(),
        out.display()
    );
    Ok(written.out)
}

/// A site, and what it is looked at with.
struct Look<'a> {
    sessions: &'a [Session],
    tools: &'a Tools,
    site: &'a Path,
    pages: Pages,
    host: Host,
    /// What pictures are taken of.
    portrayed: Vec<String>,
    pictures: PathBuf,
}

impl Look<'_> {
    fn web(&self) -> From<'_> {
        From::Web(&self.host)
    }

    /// Every check of one site.
    async fn all(&self, told: &mut Told) -> anyhow::Result<()> {
        let (site, pages, session) = (self.site, &self.pages, &self.sessions[0]);
        if told.wants("links") {
            let since = Instant::now();
            let checked = links::check(site).unwrap_or_else(|error| links::Checked {
                wrong: vec![format!("{error:#}")],
                ..links::Checked::default()
            });
            let what = format!("{} links of {} pages lead somewhere", checked.links, checked.pages);
            told.tell("links", &what, since, &checked.wrong);
        }
        if told.wants("text") {
            let since = Instant::now();
            let wrong = told_of(harm::characters(site));
            told.tell("text", "no file has a character that changes the text around it", since, &wrong);
        }
        if told.wants("html") {
            let since = Instant::now();
            let wrong = told_of(html::check(self.tools, site, &pages.chosen));
            let what = format!("html-validate over {} of {} pages", pages.chosen.len(), pages.all.len());
            told.tell("html", &what, since, &wrong);
        }
        if told.wants("web") {
            let since = Instant::now();
            let wrong = told_of(self.visit().await);
            let what = format!(
                "{} of {} pages load and ask nobody outside; {} pass axe-core",
                pages.chosen.len(),
                pages.all.len(),
                pages.chosen.iter().filter(|page| pages.has_turn(page)).count()
            );
            told.tell("web", &what, since, &wrong);
        }
        if told.wants("search") {
            let since = Instant::now();
            let wrong = told_of(search::check(session, &self.web(), pages).await);
            told.tell(
                "search",
                "finds by name and tool, filters combine, an address holds a search",
                since,
                &wrong,
            );
        }
        if told.wants("disk") {
            let since = Instant::now();
            let wrong = told_of(self.disk().await);
            told.tell("disk", "the same from disk, with the search", since, &wrong);
        }
        if told.wants("script") {
            let since = Instant::now();
            let wrong = told_of(self.without_script().await);
            told.tell(
                "script",
                "without one the pages serve, and no form stands there that does nothing",
                since,
                &wrong,
            );
        }
        if told.wants("pictures") {
            let since = Instant::now();
            let wrong = told_of(
                shots::take(session, &self.web(), &self.portrayed, &self.tools.axe, &self.pictures).await,
            );
            let what = format!("{} pages on phone and desk, light and dark", self.portrayed.len());
            told.tell("pictures", &what, since, &wrong);
        }
        Ok(())
    }

    /// Every chosen page, the browsers side by side.
    async fn visit(&self) -> anyhow::Result<Vec<String>> {
        let next = AtomicUsize::new(0);
        let one = async |session: &Session| {
            let web = self.web();
            let mut wrong = Vec::new();
            session.told().await?;
            while let Some(page) = self.pages.chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                wrong.extend(visit::load(session, &web, page).await?);
                wrong.extend(harm::elements(session, &web, page).await?);
                if self.pages.has_turn(page) {
                    wrong.extend(visit::accessible(session, &self.tools.axe, page).await?);
                }
            }
            anyhow::Ok(wrong)
        };
        let [first, second] = self.sessions else { return one(&self.sessions[0]).await };
        let (mut wrong, more) = tokio::try_join!(one(first), one(second))?;
        wrong.extend(more);
        Ok(wrong)
    }

    async fn disk(&self) -> anyhow::Result<Vec<String>> {
        let session = &self.sessions[0];
        let folder = std::path::absolute(self.site)?;
        let disk = From::Disk(format!("file://{}", folder.display()));
        let mut wrong = Vec::new();
        for page in &self.pages.kinds() {
            wrong.extend(visit::load(session, &disk, page).await?);
        }
        wrong.extend(search::check(session, &disk, &self.pages).await?);
        Ok(wrong)
    }

    async fn without_script(&self) -> anyhow::Result<Vec<String>> {
        let session = &self.sessions[0];
        session.scripts(false).await?;
        let wrong = self.scriptless(session).await;
        // Whatever came of it: the checks that follow need scripts.
        session.scripts(true).await?;
        wrong
    }

    async fn scriptless(&self, session: &Session) -> anyhow::Result<Vec<String>> {
        let mut wrong = Vec::new();
        for page in &self.pages.kinds() {
            wrong.extend(visit::load(session, &self.web(), page).await?);
            wrong.extend(search::hidden(session, page).await?);
        }
        Ok(wrong)
    }
}
