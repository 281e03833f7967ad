//! What a measurement has found, as tables, charts and data.

use std::collections::BTreeSet;

use luna_core::contest::selection::Set;
use luna_figures::{Chart, Frame, Range, Row, Table, intervals};
use luna_machines::search_guesser::Index;
use serde::Serialize;

use super::estimate::{Bounds, Estimate, Scores};
use super::log::Log;
use super::plan::Plan;
use super::{common_sense, conversations, fresh_items, games, predicted, questions, trivia};
use crate::battery::sitting::{Scoring, Sitting};
use crate::format::json::Decimal;
use crate::quiz::{self, Outcome, ScoredQuestion};
use crate::section::ReportSection;

/// Everything that a measurement has found.
pub struct Findings {
    pub measures: Vec<Measure>,
    /// How many tasks of each machine have ended, how many of these without a reply that can be read,
    /// and how many there were.
    pub replies: Vec<Replies>,
    sittings: Vec<Sitting>,
    scored: Vec<(String, Vec<ScoredQuestion>)>,
    transcripts: Table,
    asked: Table,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replies {
    pub machine: String,
    pub strands: usize,
    pub complete: usize,
    pub unreadable: usize,
}

/// One number of each machine.
pub struct Measure {
    /// Its name in files.
    pub name: String,
    pub part: &'static str,
    pub title: String,
    /// What `n` counts.
    pub unit: &'static str,
    pub scale: Scale,
    /// Who or what said what is right.
    pub judged_by: String,
    /// By machine, and what else stands beside them.
    pub values: Vec<(String, Option<Estimate>)>,
    /// The differences of two machines over what both were asked.
    pub differences: Vec<Difference>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    Share,
    Points,
}

impl Scale {
    fn bounds(self) -> Bounds {
        match self {
            Scale::Share => Bounds(0.0, 1.0),
            Scale::Points => Bounds(0.0, 100.0),
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Scale::Share => "percent",
            Scale::Points => "points",
        }
    }
}

pub struct Difference {
    pub first: String,
    pub second: String,
    pub estimate: Estimate,
}

const KEY: &str = "the answer key";
const LINE: &str = "the answer line";
const RANKER: &str = "predicted by Luna’s ranker";

/// Computes everything. The index is that of the search guesser, which stands beside the machines in
/// trivia.
pub fn findings(plan: &Plan, log: &Log, index: &Index) -> Findings {
    let mut all = Found { plan, log, measures: Vec::new() };
    let sittings = all.common_sense();
    let scored = all.trivia(index);
    all.games();
    let transcripts = all.conversations();
    let asked = all.questions();
    all.fresh_items(&sittings);
    Findings {
        measures: all.measures,
        replies: replies(plan, log),
        sittings,
        scored,
        transcripts,
        asked,
    }
}

struct Found<'a> {
    plan: &'a Plan,
    log: &'a Log,
    measures: Vec<Measure>,
}

/// What all machines have in one measure before it is estimated.
struct Column {
    name: String,
    part: &'static str,
    title: String,
    unit: &'static str,
    scale: Scale,
    judged_by: String,
}

fn column(part: &'static str, name: &str, title: &str, unit: &'static str, by: &str) -> Column {
    Column {
        name: name.to_owned(),
        part,
        title: title.to_owned(),
        unit,
        scale: Scale::Share,
        judged_by: by.to_owned(),
    }
}

const SENSE: &str = "Common sense";
const TRIVIA: &str = "Trivia";
const GAME: &str = "Game";
const IMITATION: &str = "Imitation";
const QUESTIONS: &str = "Questions";
const FRESH: &str = "Fresh items";

impl Found<'_> {
    fn judge(&self) -> Option<String> {
        self.plan.judge.as_ref().map(|name| format!("the model {name}"))
    }

    /// Adds a measure of scores, first those of the machines.
    fn add(&mut self, column: Column, scores: &[(String, Scores)]) {
        let seed = self.plan.seed;
        let bounds = column.scale.bounds();
        let values =
            scores.iter().map(|(name, it)| (name.clone(), it.mean(bounds, seed))).collect();
        let mut differences = Vec::new();
        for (nth, (first, own)) in scores.iter().enumerate() {
            for (second, other) in &scores[nth + 1..] {
                if let Some(estimate) = own.less(other, bounds, seed) {
                    let (first, second) = (first.clone(), second.clone());
                    differences.push(Difference { first, second, estimate });
                }
            }
        }
        self.push(column, values, differences);
    }

    fn push(
        &mut self,
        column: Column,
        values: Vec<(String, Option<Estimate>)>,
        differences: Vec<Difference>,
    ) {
        let Column { name, part, title, unit, scale, judged_by } = column;
        self.measures.push(Measure {
            name,
            part,
            title,
            unit,
            scale,
            judged_by,
            values,
            differences,
        });
    }

    /// The scores of each machine.
    fn of_each(&self, scores: impl Fn(usize, &str) -> Scores) -> Vec<(String, Scores)> {
        let each = self.plan.each();
        each.map(|(place, machine)| (machine.to_owned(), scores(place, machine))).collect()
    }

    fn common_sense(&mut self) -> Vec<Sitting> {
        let (plan, log) = (self.plan, self.log);
        let all: Vec<Sitting> = plan
            .each()
            .flat_map(|(place, machine)| common_sense::sittings(plan, log, place, machine))
            .collect();
        for form in &plan.inputs.forms {
            let letter = form.letter.to_lowercase();
            let own: Vec<&Sitting> = all.iter().filter(|it| it.form == letter).collect();
            for scoring in Scoring::BOTH {
                let what = scoring.name();
                let column = column(
                    SENSE,
                    &format!("common_sense_{letter}_{what}"),
                    &format!("Form {letter}, {what}"),
                    "items",
                    KEY,
                );
                let n = form.items.len();
                let values = own.iter().map(|it| {
                    (
                        it.answerer.clone(),
                        Some(Estimate::of_strata(it.mean(scoring, plan.seed), n, Bounds(0.0, 1.0))),
                    )
                });
                let values = values.collect();
                let mut differences = Vec::new();
                for (nth, first) in own.iter().enumerate() {
                    for second in &own[nth + 1..] {
                        let gain = first.gain(second, scoring, plan.seed);
                        let estimate = Estimate::of_strata(gain, n, Bounds(-1.0, 1.0));
                        let (first, second) = (first.answerer.clone(), second.answerer.clone());
                        differences.push(Difference { first, second, estimate });
                    }
                }
                self.push(column, values, differences);
            }
        }
        all
    }

    fn trivia(&mut self, index: &Index) -> Vec<(String, Vec<ScoredQuestion>)> {
        let (plan, log) = (self.plan, self.log);
        let search = trivia::searched(plan, index);
        let mut all: Vec<(String, Vec<ScoredQuestion>)> = plan
            .each()
            .map(|(place, machine)| (machine.to_owned(), trivia::scored(plan, log, place, machine)))
            .collect();
        let whole = |it: &[ScoredQuestion]| it.len() == search.len();
        all.retain(|(_, scored)| whole(scored) && !scored.is_empty());
        let challenge: Vec<bool> = trivia::tossups(plan).iter().map(|it| it.is_challenge).collect();
        let wins = all.iter().map(|(name, scored)| {
            let won = |nth: usize, it: &ScoredQuestion| trivia::wins(it, &search[nth]);
            (name.clone(), trivia::by_tossup(plan, scored, won))
        });
        let wins: Vec<(String, Scores)> = wins.collect();
        if !search.is_empty() {
            all.push((trivia::SEARCH.to_owned(), search));
        }
        let right = |hundredths: usize, wanted: Option<bool>| -> Vec<(String, Scores)> {
            let outcome = Outcome { hundredths, top: 1 };
            let of = |scored: &Vec<ScoredQuestion>| {
                let mut own = trivia::by_tossup(plan, scored, |_, it| outcome.of(it));
                let kinds = trivia::tossups(plan).into_iter().zip(&challenge);
                for (tossup, is_challenge) in kinds {
                    if wanted.is_some_and(|wanted| wanted != *is_challenge) {
                        own.0.remove(&tossup.id);
                    }
                }
                own
            };
            all.iter().map(|(name, scored)| (name.clone(), of(scored))).collect()
        };
        let title = "Right after the whole tossup";
        self.add(column(TRIVIA, "trivia_whole", title, "tossups", LINE), &right(100, None));
        let title = "Right after half of it";
        self.add(column(TRIVIA, "trivia_half", title, "tossups", LINE), &right(50, None));
        let both = challenge.contains(&true) && challenge.contains(&false);
        for (name, title, wanted) in [
            ("trivia_ordinary", "The same, ordinary tossups", false),
            ("trivia_challenge", "The same, written against machines", true),
        ] {
            if both {
                self.add(column(TRIVIA, name, title, "tossups", LINE), &right(100, Some(wanted)));
            }
        }
        let title = "Expected wins against the search guesser";
        self.add(column(TRIVIA, "trivia_wins", title, "tossups", LINE), &wins);
        all
    }

    fn games(&mut self) {
        let (plan, log) = (self.plan, self.log);
        let points = |column: Column| Column { scale: Scale::Points, ..column };
        let played: Vec<_> =
            plan.each().map(|(place, _)| games::played(plan, log, place)).collect();
        let guessed = self.of_each(|place, _| games::guessed_by_houses(&played[place]));
        let title = "Guessed of it by house machines";
        let by = "predicted from words";
        self.add(points(column(GAME, "game_guessed", title, "games", by)), &guessed);
        if let Some(judge) = self.judge() {
            let judged = self.of_each(|place, machine| games::judged(log, machine, &played[place]));
            let title = "Guessed of it by the judge";
            self.add(points(column(GAME, "game_judged", title, "games", &judge)), &judged);
        }
        if let Some((values, by)) = predicted::ratings(plan, log) {
            let title = "Predicted rating of its answers";
            self.push(
                points(column(GAME, "game_predicted", title, "answers", &by)),
                values,
                Vec::new(),
            );
        }
        let told = self.of_each(|place, _| games::tells_words_from_noise(&played[place]));
        let title = "Guesses a machine that talks above Gibberish";
        self.add(
            column(GAME, "game_tells_noise", title, "games", "which house machine it was"),
            &told,
        );
    }

    fn conversations(&mut self) -> Table {
        let (plan, log) = (self.plan, self.log);
        let held: Vec<_> = plan
            .each()
            .map(|(place, machine)| (machine, conversations::held(plan, log, place, machine)))
            .collect();
        let scores: Vec<(String, Scores)> = held
            .iter()
            .map(|(machine, it)| ((*machine).to_owned(), conversations::scores(it)))
            .collect();
        let title = "Selection score";
        self.add(column(IMITATION, "selection", title, "conversations", KEY), &scores);
        for set in Set::ALL {
            let of = |it: &Scores| it.of(&format!("{}/", set.name()));
            let own: Vec<(String, Scores)> =
                scores.iter().map(|(machine, it)| (machine.clone(), of(it))).collect();
            let (name, title) =
                (format!("selection_{}", set.name()), format!("Selection score, {}", set.name()));
            self.add(column(IMITATION, &name, &title, "conversations", KEY), &own);
        }
        if let Some(judge) = self.judge() {
            let taken: Vec<(String, Scores)> = held
                .iter()
                .map(|(machine, it)| {
                    ((*machine).to_owned(), conversations::taken_for_human(log, machine, it))
                })
                .collect();
            let title = "Taken for a person by the judge";
            self.add(column(IMITATION, "taken_for_human", title, "conversations", &judge), &taken);
        }
        let mut table = Table::new(&["machine", "conversation", "set", "judge", "reply"]);
        for (machine, all) in &held {
            for (id, it) in all {
                for (judge, reply) in &it.lines {
                    let cells = [*machine, id, it.set.name(), judge, reply];
                    table.row(cells.map(str::to_owned));
                }
            }
        }
        table
    }

    fn questions(&mut self) -> Table {
        let (plan, log) = (self.plan, self.log);
        let mut asked: Vec<(String, Vec<(String, Vec<String>)>)> = plan
            .each()
            .map(|(place, machine)| {
                (machine.to_owned(), questions::asked(plan, log, place, machine))
            })
            .collect();
        asked.push((questions::GENERATOR.to_owned(), questions::generated(plan)));
        let by_ranker: Vec<(String, Scores)> =
            asked.iter().map(|(name, it)| (name.clone(), questions::acceptable(it))).collect();
        let title = "Acceptable, of five about each text";
        self.add(column(QUESTIONS, "questions_ranked", title, "texts", RANKER), &by_ranker);
        if let Some(judge) = self.judge() {
            let judged: Vec<(String, Scores)> = asked
                .iter()
                .map(|(name, it)| (name.clone(), questions::judged(plan, log, name, it)))
                .collect();
            self.add(column(QUESTIONS, "questions_judged", title, "texts", &judge), &judged);
        }
        let mut table = Table::new(&["asked by", "text", "question"]);
        for (name, all) in &asked {
            for (title, questions) in all {
                for question in questions {
                    table.row([name.clone(), title.clone(), question.clone()]);
                }
            }
        }
        table
    }

    /// Fresh items beside the public ones of the same subtests.
    fn fresh_items(&mut self, sittings: &[Sitting]) {
        let (plan, log) = (self.plan, self.log);
        let fresh = self.of_each(|place, machine| fresh_items::scores(plan, log, place, machine));
        let title = "Items made for this run, strict";
        self.add(column(FRESH, "fresh_items", title, "items", "keys made with them"), &fresh);
        let subtests: BTreeSet<_> =
            fresh_items::items(plan).into_iter().map(|it| it.subtest).collect();
        let public = self.of_each(|_, machine| {
            let own = sittings.iter().filter(|it| it.answerer == machine);
            let replies = own.flat_map(|sitting| {
                let all = sitting.replies.iter().filter(|it| subtests.contains(&it.subtest));
                all.map(|it| (format!("{}/{}", sitting.form, it.item), it.share(Scoring::Strict)))
            });
            replies.collect()
        });
        let title = "Public items of the same subtests, strict";
        self.add(column(FRESH, "public_items", title, "items", KEY), &public);
    }
}

fn replies(plan: &Plan, log: &Log) -> Vec<Replies> {
    let strands = plan.strands();
    let of_machine = |machine: &String| {
        let own = strands.iter().filter(|it| it.id().starts_with(&format!("{machine}/")));
        let mut found =
            Replies { machine: machine.clone(), strands: 0, complete: 0, unreadable: 0 };
        for strand in own {
            let said = log.said(&**strand);
            found.strands += 1;
            found.complete += usize::from(strand.next(&said).is_none());
            found.unreadable += said.iter().filter(|it| it.is_err()).count();
        }
        found
    };
    plan.machines.iter().map(of_machine).collect()
}

impl Measure {
    fn shown(&self, estimate: &Estimate) -> String {
        match self.scale {
            Scale::Share => estimate.percent(),
            Scale::Points => estimate.points(),
        }
    }

    pub fn has_values(&self) -> bool {
        self.values.iter().any(|it| it.1.is_some())
    }

    /// The machines with their intervals.
    pub fn chart(&self) -> Chart {
        let times = if self.scale == Scale::Share { 100.0 } else { 1.0 };
        let rows: Vec<Row<'_>> = self
            .values
            .iter()
            .filter_map(|(name, it)| {
                let it = it.as_ref()?;
                let ends = Some((times * it.low, times * it.high));
                Some(Row { name, mean: times * it.value, ends })
            })
            .collect();
        let description = format!("{}, with intervals of 95 %.", self.title);
        let frame = Frame {
            id: &self.name,
            title: &self.title,
            description: &description,
            x_label: self.scale.unit(),
            y_label: "",
        };
        intervals(&frame, &rows, Range { low: 0.0, high: 100.0 })
    }
}

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

/// A measure in JSON.
#[derive(Serialize)]
pub struct MeasureData<'a> {
    name: &'a str,
    test: &'a str,
    title: &'a str,
    scale: &'static str,
    counted: &'a str,
    judged_by: &'a str,
    values: Vec<ValueData<'a>>,
    differences: Vec<DifferenceData<'a>>,
}

#[derive(Serialize)]
struct ValueData<'a> {
    machine: &'a str,
    #[serde(flatten)]
    estimate: Option<EstimateData>,
}

#[derive(Serialize)]
struct DifferenceData<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    estimate: EstimateData,
    is_certain: bool,
}

#[derive(Serialize)]
struct EstimateData {
    value: Decimal,
    low: Decimal,
    high: Decimal,
    n: usize,
}

impl From<&Estimate> for EstimateData {
    fn from(it: &Estimate) -> EstimateData {
        EstimateData {
            value: Decimal(it.value),
            low: Decimal(it.low),
            high: Decimal(it.high),
            n: it.n,
        }
    }
}

impl<'a> MeasureData<'a> {
    fn of(it: &'a Measure) -> MeasureData<'a> {
        let value = |(machine, estimate): &'a (String, Option<Estimate>)| ValueData {
            machine,
            estimate: estimate.as_ref().map(EstimateData::from),
        };
        let difference = |one: &'a Difference| DifferenceData {
            first: &one.first,
            second: &one.second,
            estimate: EstimateData::from(&one.estimate),
            is_certain: one.estimate.is_certain(),
        };
        MeasureData {
            name: &it.name,
            test: it.part,
            title: &it.title,
            scale: if it.scale == Scale::Share { "share" } else { "points" },
            counted: it.unit,
            judged_by: &it.judged_by,
            values: it.values.iter().map(value).collect(),
            differences: it.differences.iter().map(difference).collect(),
        }
    }
}
