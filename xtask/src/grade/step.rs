//! The step of ci: the named cases, for rollcall itself and for every public prober that can be installed here.

use std::time::Duration;

use rollcall::exit::Exit;

use super::adapter::shipped;
use super::judge::{Silence, Verdict};
use super::matrix::Mark;
use super::run::{Setting, Unusable, cores, graded, launcher, of_name};
use super::select::{named, select};
use super::text;
use super::visit::Ended;

/// The one that is always graded, and has to be right everywhere.
const OURS: &str = "rollcall";
/// One call.
const DEADLINE: Duration = Duration::from_secs(10);

/// Grades; a public prober that cannot be installed is told and left out.
pub(crate) fn step() -> anyhow::Result<Exit> {
    let Ok(selection) = select(&named()?)? else { return Ok(Exit::NothingSelected) };
    let setting = Setting::new(DEADLINE, cores());
    let mut names = shipped()?;
    names.sort_by_key(|name| name != OURS);
    let mut exit = Exit::Clean;
    for name in names {
        let adapter = of_name(&name)?;
        let Some(floor) = adapter.run.as_ref().and_then(|run| run.named_right) else { continue };
        let launcher = match launcher(name.clone(), adapter, true, &[]) {
            Ok(launcher) => launcher,
            Err(Unusable::Missing(error)) if name != OURS => {
                println!("grade: {name} is left out: {error:#}\n");
                continue;
            }
            Err(Unusable::Missing(error)) => return Err(error),
            Err(Unusable::Command(why)) => anyhow::bail!("{name}: {why}"),
        };
        let (graded, ended) = graded(&launcher, &selection, &setting)?;
        if ended == Ended::Interrupted {
            return Ok(Exit::Interrupted);
        }
        println!("{}", text::text(&graded));
        let right = graded.count(Mark::Right);
        if name == OURS && right < graded.seen.len() {
            println!("grade: rollcall has to be right in every named case\n");
            exit = Exit::Findings;
        }
        // A machine that is busy with other things shows nothing about a prober that starts slowly.
        let late = graded.seen.iter().filter(|seen| seen.verdict == Verdict::None(Silence::Deadline)).count();
        if right + late < floor {
            println!(
                "grade: {name} is right in {right} cases and late in {late}, and was right in {floor}: \
                 prober and adapter no longer fit\n"
            );
            exit = Exit::Findings;
        }
    }
    Ok(exit)
}
