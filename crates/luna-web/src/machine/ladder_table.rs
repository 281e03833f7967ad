//! The table of machines at `/machines`: ranks, ratings, and what each test measures.

use std::collections::BTreeMap;

use luna_app::format::{date, guesses};
use luna_core::interval::Spread;
use luna_core::measure::MeasureKind;
use luna_core::rank::{Ladder, Places, fragility, is_provisional, places};
use luna_core::rating::Rating;
use luna_store::machine::{LeaderboardRow, Transport};
use luna_store::measure::KeptMeasure;
use luna_store::rating::derived::GuessRatings;
use maud::{Markup, html};

use super::ladder_choice::LadderChoice;
use super::measures::{between, of_kind};
use crate::html::moon::moon;
use crate::html::table::Column::{Number, Sortable, Text};
use crate::html::table::{SortableColumn, stacked_table};
use crate::rating::derived::calibrated;
use crate::rating::format::{interval, rating};

/// By machine.
pub(super) type Calibrated = BTreeMap<String, GuessRatings>;

/// The data of the lines of the ladder.
pub(super) struct LadderTable<'a> {
    pub(super) by: Ladder,
    pub(super) derived: &'a Calibrated,
    /// By machine.
    pub(super) measures: &'a BTreeMap<String, Vec<KeptMeasure>>,
    /// The measures that have columns. The first is the Smarts Rating.
    pub(super) columns: &'a [&'static MeasureKind],
    pub(super) choice: &'a LadderChoice,
}

/// A line with its place among all.
struct Placed<'a> {
    line: &'a LeaderboardRow,
    first: Option<Places>,
    second: Option<Places>,
    /// The fewest guesses that would move it.
    held: Option<i64>,
}

pub(super) fn is_house(line: &LeaderboardRow) -> bool {
    Transport::from_name(&line.way) == Some(Transport::House)
}

impl LadderTable<'_> {
    /// The chosen lines in the chosen order; ranks are those among all.
    pub(super) fn ranking(&self, label: &str, lines: &[LeaderboardRow]) -> Markup {
        let mut placed = self.placed(lines);
        placed.retain(|it| self.choice.takes(it.line));
        if let Some(kind) = self.choice.sort() {
            // Stable: without a value they stay in their order, at the end.
            let key = |it: &Placed<'_>| self.key(kind, it.line).unwrap_or(f64::NEG_INFINITY);
            placed.sort_by(|one, other| key(other).total_cmp(&key(one)));
        }
        let address = |kind: &&'static MeasureKind| self.choice.sorted_by(kind);
        let addresses: Vec<String> = self.columns.iter().map(address).collect();
        let heads = self.columns.iter().zip(&addresses).map(|(kind, address)| {
            let now = self.choice.sort() == Some(*kind);
            Sortable(SortableColumn { name: kind.short, address, now })
        });
        let mut heads: Vec<_> =
            [Number("Rank"), Text("Machine")].into_iter().chain(heads).collect();
        heads.extend([
            Number("Calibrated"),
            Number("Guesses"),
            Text("As of"),
            Number("Games"),
            Text("Since"),
        ]);
        let rows = html! { @for it in &placed { (self.row(it)) } };
        html! {
            @if placed.is_empty() { p { "None that you have chosen." } }
            @else { div.compact { (stacked_table(label, &heads, &rows)) } }
        }
    }

    /// All lines with their ranks, those that have one first.
    fn placed<'l>(&self, lines: &'l [LeaderboardRow]) -> Vec<Placed<'l>> {
        let other = match self.by {
            Ladder::Rating => Ladder::Calibrated,
            Ladder::Calibrated => Ladder::Rating,
        };
        let (ranks, others_by) = (self.ranks(lines, self.by), self.ranks(lines, other));
        let (ranked, others): (Vec<&LeaderboardRow>, Vec<&LeaderboardRow>) =
            lines.iter().partition(|line| ranks.contains_key(line.player_id.as_str()));
        let held: Vec<Rating> =
            ranked.iter().filter_map(|line| Some(line.spread?.rating)).collect();
        // Of the order by rating alone.
        let held = if self.by == Ladder::Rating { fragility(&held) } else { Vec::new() };
        let held = held.into_iter().chain(std::iter::repeat(None));
        let placed = |(line, held): (&'l LeaderboardRow, Option<i64>)| Placed {
            line,
            first: ranks.get(line.player_id.as_str()).copied(),
            second: others_by.get(line.player_id.as_str()).copied(),
            held,
        };
        ranked.into_iter().chain(others).zip(held).map(placed).collect()
    }

    /// The places that ranked lines may have by a rating, by machine.
    fn ranks<'l>(&self, lines: &'l [LeaderboardRow], by: Ladder) -> BTreeMap<&'l str, Places> {
        let ranked =
            |line: &&LeaderboardRow| line.spread.is_some_and(|it| !is_provisional(it.rating));
        let known = |line: &LeaderboardRow| match by {
            Ladder::Rating => line.spread.and_then(Spread::interval),
            Ladder::Calibrated => self.derived.get(&line.player_id).map(|it| (it.low, it.high)),
        };
        let (ids, intervals): (Vec<&str>, Vec<(f64, f64)>) = lines
            .iter()
            .filter(ranked)
            .filter_map(|line| Some((line.player_id.as_str(), known(line)?)))
            .unzip();
        ids.into_iter().zip(places(&intervals)).collect()
    }

    /// The number by which lines are ordered. The rating is there from the first guess on, as its column
    /// shows it.
    fn key(&self, kind: &MeasureKind, line: &LeaderboardRow) -> Option<f64> {
        if self.columns.first().is_some_and(|first| first.name == kind.name) {
            return line.spread.map(|spread| spread.rating.mean());
        }
        self.measure(kind, line).map(|it| it.value)
    }

    fn measure(&self, kind: &MeasureKind, line: &LeaderboardRow) -> Option<&KeptMeasure> {
        of_kind(self.measures.get(&line.player_id)?, kind)
    }

    fn row(&self, Placed { line, first: rank, second, held }: &Placed<'_>) -> Markup {
        let lit = line.spread.map(|spread| spread.rating.mean() / 100.0);
        let rating_head = self.columns.first().map_or("", |kind| kind.short);
        html! {
            tr {
                td.number data-head="Rank" {
                    (rank.map_or_else(|| "–".to_owned(), place))
                    @if let Some(held) = held { " " span.by { "moved by " (guesses(*held)) } }
                }
                th scope="row" {
                    a dir="auto" href={ "/machines/" (line.player_id) } { (line.name) }
                    " " span.by {
                        @match (&line.owner, &line.owner_id) {
                            (Some(name), Some(id)) => { "by " a dir="auto" href={ "/owners/" (id) } { (name) } },
                            _ if line.comes_with_luna => "comes with Luna",
                            _ => "its owner has left",
                        }
                        @if !line.organisation.is_empty() { ", model by " bdi { (line.organisation) } }
                        @if line.retired && is_house(line) { ", stopped by the operator" }
                    }
                }
                td.number data-head=(rating_head) {
                    span.rating { @if let Some(lit) = lit { (moon(lit, 20, false)) } (rating(line.spread)) } " "
                    span.by {
                        @if line.spread.is_some() && rank.is_none() { "provisional, " }
                        (interval(line.spread))
                        @if let Some(place) = second.filter(|_| self.by == Ladder::Calibrated).map(place) { ", rank " (place) }
                    }
                }
                @for kind in self.columns.iter().skip(1) {
                    td.number data-head=(kind.short) {
                        @match self.measure(kind, line) {
                            Some(it) => { (kind.scale.write(it.value)) " " span.by { (between(kind, it)) } },
                            None => "–",
                        }
                    }
                }
                td.number data-head="Calibrated" {
                    (calibrated(self.derived.get(&line.player_id)))
                    @if let Some(place) = second.filter(|_| self.by == Ladder::Rating).map(place) { " " span.by { "rank " (place) } }
                }
                td.number data-head="Guesses" { (line.spread.map_or(0, |spread| spread.rating.count())) }
                td.date data-head="As of" { @if let Some(at) = line.guessed_at { (date(at)) } @else { "–" } }
                td.number data-head="Games" { (line.finished) }
                td.date data-head="Since" { (date(line.created_at)) }
            }
        }
    }
}

/// A rank as a range where intervals overlap.
fn place(Places { best, worst }: Places) -> String {
    if best == worst { best.to_string() } else { format!("{best}–{worst}") }
}
