//! The order of the checks, and what is printed.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use rollcall::exit::Exit;
use rollcall::report::lang::Lang;
use rollcall::report::site::{self, Options};

use super::driver::{Driver, Session};
use super::install::{self, Tools};
use super::sample::Pages;
use super::serve::Host;
use super::visit::{self, From};
use super::{harm, html, links, odd, proof, search, shots};
use crate::root::target_dir;

/// `browser`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// A site that is there already. Without it the demonstration's and one with odd names, both written anew.
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
}

/// Why nothing can be looked at here, after an attempt to install what is missing; nothing where it can.
pub(crate) fn missing() -> anyhow::Result<Option<String>> {
    Ok(install::tools()?.err())
}

/// The checks done so far.
#[derive(Debug, Default)]
struct Told {
    wrong: usize,
}

/// No more complaints of one check than this are printed.
const PRINTED: usize = 12;

impl Told {
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
        let session = driver.open().await.context("no browser")?;
        let mut told = Told::default();
        let since = Instant::now();
        let blind = proof::show(&session, &tools).await?;
        told.tell(
            "proof",
            "every check sees the fault that it is for, and blames no sound page",
            since,
            &blind,
        );
        for site in &sites {
            look(&session, &tools, site, &home.join("pictures"), &mut told).await?;
        }
        session.close().await?;
        println!("The pictures are in {}.", home.join("pictures").display());
        Ok(if told.wrong == 0 { Exit::Clean } else { Exit::Findings })
    })
}

/// Writes the site with the odd names, and the demonstration's where it was shown.
async fn sites(home: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let since = Instant::now();
    let run = home.join("odd");
    if run.exists() {
        std::fs::remove_dir_all(&run).with_context(|| format!("failed to empty {}", run.display()))?;
    }
    odd::run(&run).await?;
    println!("{:<10} {:<7} {:5.1} s  a census of odd names", "odd", "", since.elapsed().as_secs_f64());
    let mut sites = vec![write(&run, &home.join("odd-site"))?];
    let shown = target_dir().join("demo/population");
    if shown.exists() {
        sites.push(write(&shown, &home.join("demo-site"))?);
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

/// Every check of one site.
async fn look(
    session: &Session,
    tools: &Tools,
    site: &Path,
    pictures: &Path,
    told: &mut Told,
) -> anyhow::Result<()> {
    let since = Instant::now();
    let pages = Pages::of(site)?;
    let checked = links::check(site)?;
    let what = format!("{} links of {} pages lead somewhere", checked.links, checked.pages);
    told.tell("links", &what, since, &checked.wrong);

    let since = Instant::now();
    let wrong = harm::characters(site)?;
    told.tell("text", "no file has a character that changes the text around it", since, &wrong);

    let since = Instant::now();
    let wrong = html::check(tools, site, &pages.chosen)?;
    let what = format!("html-validate over {} of {} pages", pages.chosen.len(), pages.all.len());
    told.tell("html", &what, since, &wrong);

    let since = Instant::now();
    let host = Host::start(site).await?;
    let web = From::Web(&host);
    let mut wrong = Vec::new();
    session.told().await?;
    for page in &pages.chosen {
        wrong.extend(visit::load(session, &web, page).await?);
        wrong.extend(harm::elements(session, page).await?);
        wrong.extend(visit::accessible(session, &tools.axe, page).await?);
    }
    let what = format!("{} pages load, ask nobody outside, and pass axe-core", pages.chosen.len());
    told.tell("web", &what, since, &wrong);

    let since = Instant::now();
    let wrong = search::check(session, &web, &pages).await?;
    told.tell("search", "finds by name and tool, filters combine, an address holds a search", since, &wrong);

    let since = Instant::now();
    let folder = std::path::absolute(site)?;
    let disk = From::Disk(format!("file://{}", folder.display()));
    let mut wrong = Vec::new();
    for page in &pages.kinds() {
        wrong.extend(visit::load(session, &disk, page).await?);
    }
    wrong.extend(search::check(session, &disk, &pages).await?);
    told.tell("disk", "the same from disk, with the search", since, &wrong);

    let since = Instant::now();
    session.scripts(false).await?;
    let mut wrong = Vec::new();
    for page in &pages.kinds() {
        wrong.extend(visit::load(session, &web, page).await?);
        wrong.extend(search::hidden(session, page).await?);
    }
    session.scripts(true).await?;
    told.tell("no script", "the pages serve, and no form stands there that does nothing", since, &wrong);

    let since = Instant::now();
    let wrong = shots::take(session, &web, &pages.kinds(), &tools.axe, pictures).await?;
    told.tell("pictures", "no page is wider than its window; contrast light and dark", since, &wrong);
    Ok(())
}
