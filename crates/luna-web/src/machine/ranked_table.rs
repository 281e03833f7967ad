//! A table of machines with their ratings and what else tests measure.

use std::collections::BTreeMap;

use luna_app::format::date;
use luna_core::measure::MeasureKind;
use luna_store::Tx;
use luna_store::machine::RankedMachine;
use luna_store::measure::{self, KeptMeasure};
use maud::{Markup, html};

use super::measures::{MeasureRow, of_kind};
use super::status::gone;
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::rating::format::{interval, rating};

/// Machines with their results as of midnight, in the order of the table.
pub(super) struct RankedTable {
    all: Vec<RankedMachine>,
    /// By machine.
    measures: BTreeMap<String, Vec<KeptMeasure>>,
}

impl RankedTable {
    /// Reads the measures of some machines.
    pub(super) fn of(tx: &mut Tx<'_>, all: Vec<RankedMachine>) -> luna_store::Result<RankedTable> {
        let mut measures = BTreeMap::new();
        for RankedMachine { machine, .. } in &all {
            let id = &machine.player_id;
            measures.insert(id.clone(), measure::of_player(tx, id)?);
        }
        Ok(RankedTable { all, measures })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Draws the table, with a column for each test but the first that has measured one of the machines.
    pub(super) fn draw(&self, label: &str, rows: &[MeasureRow]) -> Markup {
        let others = rows.iter().skip(1).map(|row| row.main);
        let columns: Vec<&MeasureKind> = others.filter(|kind| self.has(kind)).collect();
        let mut heads = vec![
            Text("Machine"),
            Number("Rating"),
            Number("95 % interval"),
            Number("Guesses"),
            Number("Games"),
        ];
        heads.extend(columns.iter().map(|kind| Number(kind.short)));
        heads.push(Text("Since"));
        let rows = html! { @for it in &self.all { (self.row(it, &columns)) } };
        table(label, &heads, &rows)
    }

    fn has(&self, kind: &MeasureKind) -> bool {
        self.measures.values().any(|kept| of_kind(kept, kind).is_some())
    }

    fn row(&self, it: &RankedMachine, columns: &[&MeasureKind]) -> Markup {
        let RankedMachine { machine, tally, spread } = it;
        let kept = self.measures.get(&machine.player_id).map_or(&[][..], Vec::as_slice);
        let value = |kind: &MeasureKind| of_kind(kept, kind).map(|it| kind.scale.write(it.value));
        html! {
            tr {
                th scope="row" {
                    a dir="auto" href={ "/machines/" (machine.player_id) } { (machine.name) }
                    span.by { (gone(machine)) }
                }
                td.number { (rating(*spread)) }
                td.number { (interval(*spread)) }
                td.number { (spread.map_or(0, |spread| spread.rating.count())) }
                td.number { (tally.finished) }
                @for kind in columns { td.number { (value(kind).unwrap_or_else(|| "–".to_owned())) } }
                td { (date(machine.standing.created_at)) }
            }
        }
    }
}
