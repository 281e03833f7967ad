//! The tables and sections of a report on a measurement.

use std::collections::BTreeSet;

use luna_figures::{Chart, Table};

use super::estimate::Estimate;
use super::findings::{FRESH, Findings, GAME, IMITATION, QUESTIONS, SENSE, TRIVIA};
use super::number::{Measure, MeasureData, Scale};
use super::trivia;
use crate::quiz::{self, Outcome, ScoredQuestion};
use crate::section::ReportSection;

impl Findings {
    /// Every measure of every machine.
    pub fn summary(&self) -> Table {
        let mut table = Table::new(&[
            "test",
            "measure",
            "machine",
            "value",
            "low",
            "high",
            "in",
            "n",
            "counted",
            "judged by",
        ]);
        for it in &self.measures {
            for (machine, estimate) in &it.values {
                let times = if it.scale == Scale::Share { 100.0 } else { 1.0 };
                let number = |of: fn(&Estimate) -> f64| {
                    let value = estimate.as_ref().map(|it| times * of(it));
                    value.map_or_else(String::new, |it| format!("{:.2}", it + 0.0))
                };
                table.row([
                    it.part.to_owned(),
                    it.title.clone(),
                    machine.clone(),
                    number(|it| it.value),
                    number(|it| it.low),
                    number(|it| it.high),
                    it.scale.unit().to_owned(),
                    estimate.map_or(0, |it| it.n).to_string(),
                    it.unit.to_owned(),
                    it.judged_by.clone(),
                ]);
            }
        }
        table
    }

    /// A row a measure, and a column a machine: the value with its interval of 95 %.
    pub fn side_by_side(&self) -> Table {
        let names: BTreeSet<&str> =
            self.measures.iter().flat_map(|it| &it.values).map(|it| it.0.as_str()).collect();
        let machines = self.replies.iter().map(|it| it.machine.as_str());
        let names: Vec<&str> = machines
            .clone()
            .chain(names.into_iter().filter(|name| !machines.clone().any(|it| it == *name)))
            .collect();
        let headers = [&["test", "measure"], &names[..], &["in", "n", "judged by"]].concat();
        let mut table = Table::new(&headers);
        for it in &self.measures {
            let of = |name: &&str| it.values.iter().find(|value| value.0 == **name)?.1.as_ref();
            let cells = names.iter().map(|name| match of(name) {
                Some(estimate) => it.shown(estimate),
                None => "–".to_owned(),
            });
            let most = it.values.iter().filter_map(|it| it.1.as_ref()).map(|it| it.n).max();
            let n = format!("{} {}", most.unwrap_or(0), it.unit);
            let ends = [it.scale.unit().to_owned(), n, it.judged_by.clone()];
            let begins = [it.part.to_owned(), it.title.clone()];
            table.row(begins.into_iter().chain(cells).chain(ends));
        }
        table
    }

    /// Every difference of two machines.
    pub fn differences(&self) -> Table {
        let headers = [
            "test",
            "measure",
            "first",
            "second",
            "first less second (95 %)",
            "in",
            "n",
            "verdict",
        ];
        let mut table = Table::new(&headers);
        for it in &self.measures {
            for one in &it.differences {
                let verdict =
                    if one.estimate.is_certain() { "different" } else { "not told apart" };
                table.row([
                    it.part.to_owned(),
                    it.title.clone(),
                    one.first.clone(),
                    one.second.clone(),
                    it.shown(&one.estimate),
                    it.scale.unit().to_owned(),
                    one.estimate.n.to_string(),
                    verdict.to_owned(),
                ]);
            }
        }
        table
    }

    /// Answers about which the key is in doubt, for a person to look at.
    pub fn doubtful(&self) -> Table {
        let mut table = Table::new(&["machine", "form", "item", "answer", "points by the key"]);
        for sitting in &self.sittings {
            for reply in &sitting.replies {
                for answer in reply.answers.iter().filter(|it| it.by_key.is_doubtful()) {
                    table.row([
                        sitting.answerer.clone(),
                        sitting.form.clone(),
                        reply.item.clone(),
                        answer.text.clone(),
                        answer.by_key.points.to_string(),
                    ]);
                }
            }
        }
        table
    }

    /// Accuracy of first guesses by the share of the tossups that was read.
    fn by_share(&self) -> Table {
        let mut table = Table::new(&[
            "guesser",
            "percent read",
            "right",
            "tossups",
            "buzzes",
            "mean place of buzzes, percent read",
            "calibration error",
        ]);
        for (name, scored) in &self.scored {
            let all: Vec<&ScoredQuestion> = scored.iter().collect();
            let threshold = if name == trivia::SEARCH {
                luna_machines::search_guesser::BELL
            } else {
                trivia::BUZZ
            };
            let places: Vec<f64> = all
                .iter()
                .filter_map(|it| it.buzz(threshold).map(|step| it.share(step.words)))
                .collect();
            let place = 100.0 * places.iter().sum::<f64>() / luna_learn::float(places.len());
            for hundredths in [25, 50, 75, 100] {
                let outcome = Outcome { hundredths, top: 1 };
                let right: f64 = all.iter().map(|it| outcome.of(it)).sum();
                table.row([
                    name.clone(),
                    hundredths.to_string(),
                    format!("{right:.0}"),
                    all.len().to_string(),
                    places.len().to_string(),
                    if place.is_finite() { format!("{place:.0}") } else { String::new() },
                    format!("{:.3}", quiz::expected_error(&quiz::bins(&all))),
                ]);
            }
        }
        table
    }

    /// The sections of the report.
    pub fn sections(&self) -> Vec<ReportSection> {
        let charts = |part: &str| -> Vec<Chart> {
            let own = self.measures.iter().filter(|it| it.part == part);
            own.filter(|it| it.has_values()).map(Measure::chart).collect()
        };
        let section = |name, title: &'static str, about: &str, table: Table| ReportSection {
            charts: charts(title),
            ..ReportSection::of_table(name, title, about.to_owned(), table)
        };
        vec![
            ReportSection::of_table(
                "differences",
                "Differences between machines",
                DIFFERENCES.to_owned(),
                self.differences(),
            ),
            section("common-sense", SENSE, COMMON_SENSE, self.doubtful()),
            section("trivia", TRIVIA, TRIVIA_ABOUT, self.by_share()),
            section("game", GAME, GAME_ABOUT, self.of_part(GAME)),
            section("imitation", IMITATION, IMITATION_ABOUT, self.transcripts.clone()),
            section("questions", QUESTIONS, QUESTIONS_ABOUT, self.asked.clone()),
            section("fresh-items", FRESH, FRESH_ABOUT, self.of_part(FRESH)),
        ]
    }

    fn of_part(&self, part: &str) -> Table {
        let mut table = self.summary();
        table.rows.retain(|row| row.first().is_some_and(|it| it == part));
        table
    }

    /// All measures as data.
    pub fn to_data(&self) -> Vec<MeasureData<'_>> {
        self.measures.iter().map(MeasureData::of).collect()
    }
}

const DIFFERENCES: &str = "Each difference is over what both machines were asked. Two machines are called \
    different if the interval of 95 % has only numbers on one side of zero. With many differences, some are \
    called so by chance: about one in twenty of those that are none.";

const COMMON_SENSE: &str = "Each machine answers every item with up to five answers, the best first. The numbers are \
    shares of full points, as means of five subtests. Strict counts the best answer, relaxed the best of five. The key scores them; the numbers below are the answers about which it is \
    in doubt, which a person should look at.";

const TRIVIA_ABOUT: &str = "Tossups are read to each machine up to fixed shares of their words. It buzzes once it \
    is at least half sure of its best answer. It wins a tossup if it buzzes right, and before Luna’s search guesser \
    does; at the same word the search guesser wins. The search guesser has learned none of these tossups. The \
    calibration error is the mean distance between what a machine claims and how often it is right.";

const GAME_ABOUT: &str = "Whole games by the rules: each asks five questions, answers five, and guesses. No person \
    has judged, so nothing here is a Smarts Rating. House machines guess by a sum over words (docs/game.md), which \
    rewards effort and not truth. A predicted rating is what people got whose answers read alike; its interval is that of \
    one prediction.";

const IMITATION_ABOUT: &str = "A scripted judge holds the same conversations with each machine: about time, things, \
    relationships and memory, drawn from the seed. The selection score is the share of its questions answered right, by \
    their keys. It does not say that a machine would be taken for a person.";

const QUESTIONS_ABOUT: &str = "Each machine writes five questions about each text. Of Luna’s generator, five are taken from \
    all over its list, without ranking. The ranker predicts how a reader would rate them, and above 3.5 of 5 a question \
    is acceptable; it was trained on questions of that generator, about other texts, with ratings by a language model. \
    What is no question, said twice or missing is not acceptable.";

const FRESH_ABOUT: &str = "Items made by templates from assertions, drawn from the seed, so that nobody can have \
    learned them. They are not as hard as the public ones: compare how much better or worse other machines are at \
    them before you conclude that one has seen the public ones.";
