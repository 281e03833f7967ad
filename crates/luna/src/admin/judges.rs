//! `luna admin judges`, `exclude` and `restore`: judges without a browser.

use luna_store::moderation_log::Act;
use std::io::Write as _;

use luna_store::Db;
use luna_store::game::Context;
use luna_store::judge::{self, Bloc, Flag, FlaggedJudge};
use serde_json::json;

use super::find::find;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The number of judges in one query.
const PAGE: i64 = 100;

/// Prints blocs, then the queue, the strongest signs first.
pub(super) async fn list(db: &Db, out: &mut Printer) -> Result<(), Failure> {
    let blocs = db.read(|tx| judge::blocs(tx, PAGE)).await?;
    for bloc in &blocs {
        print_bloc(bloc, out)?;
    }
    let mut after = (f64::MAX, String::new());
    loop {
        let (strength, id) = after.clone();
        let page = db.read(move |tx| judge::queue(tx, (strength, &id), PAGE)).await?;
        let Some(last) = page.last() else { break };
        after = (last.strength, last.player_id.clone());
        for flagged in &page {
            print(flagged, out)?;
        }
    }
    if after.1.is_empty() && blocs.is_empty() {
        writeln!(out, "No judges to review.")?;
    }
    Ok(())
}

fn print_bloc(bloc: &Bloc, out: &mut Printer) -> Result<(), Failure> {
    let Bloc { player, report, members, .. } = bloc;
    let names: Vec<&str> = members.iter().map(|(_, name)| name.as_str()).collect();
    if out.is_json() {
        return Ok(out.line(&json!({
            "player": player, "bloc": report.kind.name(), "strength": report.strength,
            "guesses": report.guesses, "mean": report.given, "others": report.others,
            "others_mean": report.others_mean, "about_other_machines": report.elsewhere,
            "reason": report.reason, "judges": names,
        }))?);
    }
    let compared = if report.elsewhere { "guesses about other machines" } else { "other judges" };
    writeln!(
        out,
        "{player}: strength {:.1}, {} judges ({}) give {:.1} in {} guesses; {} {compared}, mean \
         {:.1}\n  {}",
        report.strength,
        members.len(),
        report.kind.name(),
        report.given,
        report.guesses,
        report.others,
        report.others_mean,
        names.join(", "),
    )?;
    if let Some(reason) = &report.reason {
        writeln!(out, "  {reason}")?;
    }
    Ok(())
}

fn print(flagged: &FlaggedJudge, out: &mut Printer) -> Result<(), Failure> {
    let FlaggedJudge { name, strength, report, .. } = flagged;
    let unknown = || "not known".to_owned();
    let seconds = report.seconds.map_or_else(unknown, |seconds| format!("{seconds:.0}"));
    let correlation = report.correlation.map_or_else(unknown, |it| format!("{it:.2}"));
    if out.is_json() {
        let flags = |flag: &Flag| json!({ "kind": flag.kind, "reason": flag.reason });
        return Ok(out.line(&json!({
            "player": name, "strength": strength, "guesses": report.guesses,
            "seconds": report.seconds, "mean": report.mean, "spread": report.spread,
            "correlation": report.correlation,
            "flags": report.flags.iter().map(flags).collect::<Vec<_>>(),
        }))?);
    }
    writeln!(
        out,
        "{name}: strength {strength:.1}, {} guesses, seconds for each {seconds}, mean {:.1}, \
         standard deviation {:.1}, correlation with the others {correlation}",
        report.guesses, report.mean, report.spread,
    )?;
    for flag in &report.flags {
        writeln!(out, "  {}: {}", flag.kind, flag.reason)?;
    }
    Ok(())
}

/// From now on the guesses of a person count, or do not.
pub(super) async fn decide(
    db: &Db,
    at: Context,
    player: String,
    (counts, why): (bool, String),
    out: &mut Printer,
) -> Result<(), Failure> {
    let player = db
        .write(move |tx| {
            let player = find(tx, &player)?;
            if counts {
                judge::restore(tx, &at, Act::of(&player.id, &why))?;
            } else if player.machine {
                return Err(Failure::Refused("machines' guesses never count".into()));
            } else {
                judge::exclude(tx, &at, Act::of(&player.id, &why))?;
            }
            Ok(player)
        })
        .await?;
    judge::follow_all(db, &player.id).await?;
    let line = json!({ "player": player.name, "counts": counts });
    let words = if counts { "count again" } else { "no longer count" };
    Ok(out.result(&line, format_args!("The guesses of {} {words}.", player.name))?)
}
