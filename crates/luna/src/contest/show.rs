//! `luna contest list` and `luna contest show`.

use std::io::Write as _;

use clap::Args;
use luna_app::Error;
use luna_app::contest::console::{self, Console};
use luna_app::contest::outcome::{Outcome, outcome};
use luna_app::format::date;
use luna_core::contest::participant::Side;
use luna_store::Tx;
use luna_store::contest::record::{self, Contest};
use serde_json::{Value, json};

use crate::config::Config;
use crate::config::environment;
use crate::database;
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args, Debug)]
pub(crate) struct Show {
    /// The id of the contest
    #[arg(value_name = "CONTEST")]
    id: String,
}

/// Contests that are listed.
const LISTED: i64 = 1_000;

pub(super) async fn list(config: &Config, out: &mut Printer) -> Result<(), Failure> {
    let latest = |tx: &mut Tx<'_>| record::latest(tx, (i64::MAX, ""), LISTED);
    let all: Vec<Contest> = database::open(config)?.read(latest).await?;
    for it in &all {
        let (id, name, at) = (&it.id, &it.name, date(it.created_at));
        let value = json!({
            "contest": id, "name": name, "is_rehearsal": it.is_rehearsal,
            "created_at": it.created_at,
        });
        out.result(&value, format_args!("{id}\t{name}\t{at}"))?;
    }
    if all.is_empty() {
        writeln!(out, "There is no contest yet; luna contest new FILE creates one.")?;
    }
    Ok(())
}

impl Show {
    pub(super) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let (now, id) = (environment::now(), self.id.clone());
        let read = move |tx: &mut Tx<'_>| {
            Ok::<_, Error>((console::view(tx, now, &id)?, outcome(tx, now, &id)?))
        };
        let (seen, result) = database::open(config)?.read(read).await?;
        let mut value = state(&seen);
        if let Some(result) = &result {
            value["result"] = result_value(result);
        }
        let lines = [sentences(&seen), result.iter().flat_map(result_lines).collect()].concat();
        Ok(out.result(&value, lines.join("\n"))?)
    }
}

fn state(seen: &Console) -> Value {
    let seats = seen.seats.iter().map(|it| {
        json!({
            "seat": it.seat.participant.to_string(), "kind": it.seat.kind.name(),
            "name": it.seat.label, "joined_at": it.seat.joined_at,
            "consented_at": it.seat.consented_at, "is_connected": it.is_connected,
        })
    });
    json!({
        "contest": seen.record.id, "name": seen.record.name,
        "rules_sha256": seen.record.rules_hash, "stage": seen.clock.stage.name(),
        "phase": seen.clock.phase.name(), "round": seen.clock.round,
        "rounds": seen.clock.rounds, "is_paused": seen.clock.is_paused,
        "left_ms": seen.clock.left_ms, "seats": seats.collect::<Vec<_>>(),
        "verdicts": seen.verdicts.iter().map(|(given, pairs)| json!([given, pairs]))
            .collect::<Vec<_>>(),
    })
}

fn sentences(seen: &Console) -> Vec<String> {
    let clock = &seen.clock;
    let paused = if clock.is_paused { ", paused" } else { "" };
    let round = match clock.round {
        Some(round) => format!("round {round} of {}, ", clock.rounds),
        None => String::new(),
    };
    let head = format!("{}: {round}{}{paused}", seen.record.name, clock.phase.name());
    let seats = seen.seats.iter().map(|it| {
        let here = if it.is_connected { "connected" } else { "not connected" };
        format!("{}\t{}\t{}\t{here}", it.seat.participant, it.seat.kind.name(), it.seat.label)
    });
    std::iter::once(head).chain(seats).collect()
}

fn result_value(result: &Outcome) -> Value {
    let results = &result.results;
    let columns = results.columns.iter().map(|column| {
        json!({
            "entry": column.entry, "name": name(result, column.entry), "total": column.total,
            "mean_rank": column.mean_rank.value(), "place": column.place,
        })
    });
    let cells = results.cells.iter().map(|cell| {
        json!({
            "round": cell.round, "judge": cell.cell.judge, "entry": cell.cell.entry,
            "confederate": cell.cell.confederate, "entry_side": cell.entry_side.name(),
            "human": cell.verdict.map(Side::name), "score": cell.score, "rank": cell.rank,
        })
    });
    json!({
        "columns": columns.collect::<Vec<_>>(), "cells": cells.collect::<Vec<_>>(),
        "right": results.identifications.right, "verdicts": results.identifications.verdicts,
        "winners": results.winners.iter().map(|winner| json!({
            "entry": winner.entry, "medal": winner.medal,
        })).collect::<Vec<_>>(),
    })
}

fn result_lines(result: &Outcome) -> Vec<String> {
    let columns = result.results.columns.iter().map(|column| {
        let rank = column.mean_rank.value();
        let rank = rank.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.2}"));
        let (entry, place, total) = (column.entry, column.place, column.total);
        format!(
            "{place}.\tE{entry}\t{}\ttaken for human {total} times\t{rank}",
            name(result, entry)
        )
    });
    columns.collect()
}

fn name(result: &Outcome, entry: usize) -> &str {
    let named = result.entries.iter().find(|(number, _)| *number == entry);
    named.map_or("", |(_, name)| name.as_str())
}
