//! What a measurement has found: every measure of every machine.

use std::collections::BTreeSet;

use luna_core::contest::selection::Set;
use luna_figures::Table;
use luna_machines::search_guesser::Index;
use serde::Serialize;

use super::estimate::{Bounds, Estimate, Scores};
use super::log::Log;
use super::number::{Difference, Measure, Scale};
use super::plan::Plan;
use super::{common_sense, conversations, fresh_items, games, predicted, questions, trivia};
use crate::battery::sitting::{Scoring, Sitting};
use crate::quiz::{Outcome, ScoredQuestion};

/// Everything that a measurement has found.
pub struct Findings {
    pub measures: Vec<Measure>,
    /// How many tasks of each machine have ended, how many of these without a reply that can be read,
    /// and how many there were.
    pub replies: Vec<Replies>,
    pub(super) sittings: Vec<Sitting>,
    pub(super) scored: Vec<(String, Vec<ScoredQuestion>)>,
    pub(super) transcripts: Table,
    pub(super) asked: Table,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replies {
    pub machine: String,
    pub strands: usize,
    pub complete: usize,
    pub unreadable: usize,
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

pub(super) const SENSE: &str = "Common sense";
pub(super) const TRIVIA: &str = "Trivia";
pub(super) const GAME: &str = "Game";
pub(super) const IMITATION: &str = "Imitation";
pub(super) const QUESTIONS: &str = "Questions";
pub(super) const FRESH: &str = "Fresh items";

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
        let title = "Wins against the search guesser";
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
