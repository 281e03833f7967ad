//! The end of a piece of work: what it has gathered is written.

use std::collections::BTreeSet;

use crate::job::retraining;
use crate::mail;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::sql::{self, Driver};

/// Writes what a piece of work has gathered. Returns the topics that it has changed.
pub(crate) fn finish(tx: &mut Tx<'_>) -> Result<BTreeSet<String>> {
    if tx.failed {
        return Err(Error::Database("the work went on after a statement had failed".into()));
    }
    let news = std::mem::take(&mut tx.news);
    for (about, when) in &news {
        mail::write_notice(tx, about, *when)?;
    }
    // After all of them: a taker of a player's notices locks those first.
    for (about, when) in &news {
        mail::schedule_notice(tx, about, *when)?;
    }
    if tx.touched.contains(retraining::ANSWERS) {
        retraining::begin_soon(tx)?;
    }
    write_counts(tx)?;
    write_bins(tx)?;
    let mut touched = std::mem::take(&mut tx.touched);
    for name in &touched {
        write_topic(tx, name)?;
    }
    touched.append(&mut tx.woken);
    if let Driver::Postgres(c, known) = &mut tx.driver {
        sql::flush(c, known).inspect_err(|_| tx.failed = true)?;
    }
    write_erasures(tx)?;
    Ok(touched)
}

/// Before the commit: somebody who is listed and was not erased is erased when the
/// list is replayed, as they asked. The other way round they would come back.
fn write_erasures(tx: &mut Tx<'_>) -> Result<()> {
    match &tx.erasures {
        Some(list) if !tx.erased.is_empty() => list.add(&tx.erased).map_err(|error| {
            let path = list.path().display();
            Error::Database(format!("cannot write the list of erasures {path}: {error}").into())
        }),
        _ => Ok(()),
    }
}

fn write_counts(tx: &mut Tx<'_>) -> Result<()> {
    for ((day, what, slot), many) in std::mem::take(&mut tx.counted) {
        defer!(
            tx,
            "INSERT INTO tally (day, what, slot, count) VALUES ($1, $2, $3, $4)
             ON CONFLICT (day, what, slot) DO UPDATE SET count = tally.count + excluded.count",
            row = format_args!("{day} {what} {slot}"),
            day,
            what,
            slot,
            many,
        );
    }
    Ok(())
}

fn write_bins(tx: &mut Tx<'_>) -> Result<()> {
    let binned = std::mem::take(&mut tx.binned);
    for ((kind, bin, slot), change) in binned.into_iter().filter(|(_, change)| *change != 0) {
        defer!(
            tx,
            "INSERT INTO rating_bin (kind, bin, slot, count) VALUES ($1, $2, $3, $4)
             ON CONFLICT (kind, bin, slot) DO UPDATE SET count = rating_bin.count + excluded.count",
            row = format_args!("{kind} {bin} {slot}"),
            kind,
            bin,
            slot,
            change,
        );
    }
    Ok(())
}

fn write_topic(tx: &mut Tx<'_>, name: &str) -> Result<()> {
    defer!(
        tx,
        "INSERT INTO topic (name, seq) VALUES ($1, 1)
         ON CONFLICT (name) DO UPDATE SET seq = topic.seq + 1",
        row = name,
        name,
    );
    Ok(())
}
