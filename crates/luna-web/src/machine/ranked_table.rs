//! A table of machines with their ratings.

use luna_app::format::date;
use luna_store::machine::RankedMachine;
use maud::{Markup, html};

use super::status::gone;
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::rating::format::{interval, rating};

/// A table of machines with their results as of midnight, in the given order.
pub(super) fn ranked_table(label: &str, all: &[RankedMachine]) -> Markup {
    let heads = [
        Text("Machine"),
        Number("Rating"),
        Number("95 % interval"),
        Number("Guesses"),
        Number("Games"),
        Text("Since"),
    ];
    let rows = html! {
        @for RankedMachine { machine, tally, spread } in all {
            tr {
                th scope="row" {
                    a dir="auto" href={ "/machines/" (machine.player_id) } { (machine.name) }
                    span.by { (gone(machine)) }
                }
                td.number { (rating(*spread)) }
                td.number { (interval(*spread)) }
                td.number { (spread.map_or(0, |spread| spread.rating.count())) }
                td.number { (tally.finished) }
                td { (date(machine.standing.created_at)) }
            }
        }
    };
    table(label, &heads, &rows)
}
