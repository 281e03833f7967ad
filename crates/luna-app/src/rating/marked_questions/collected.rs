//! The responses of all games, collected by question, player and judge.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::closeness::Closeness;
use luna_core::rating::{Points, Rating};
use luna_core::text::comparable;
use luna_learn::item_response::{Estimate, Fit, MarkedAnswer, Marks, Reading, fit};
use luna_machines::question_words::question_words;
use luna_store::export::Response;
use luna_store::predict::distance::QuestionDistance;

use super::covariate::Covariate;
use super::marked_question::{MarkedQuestion, MarkedQuestions};
use crate::rating::numbering::Numbers;

/// The fewest marked responses with and without a property for its effect.
const FEWEST: usize = 5;

#[derive(Default)]
pub(super) struct Collected {
    people: Numbers,
    questions: Numbers,
    judges: Numbers,
    /// By the number of a person.
    machines: Vec<bool>,
    /// By the number of a question.
    texts: Vec<String>,
    askers: Vec<BTreeSet<String>>,
    answers: Vec<MarkedAnswer>,
    /// Of each answer.
    covariates: [Vec<f64>; Covariate::ALL.len()],
    /// Every guess that counts: its question, judge and player.
    guesses: Vec<(usize, usize, usize, Points)>,
    /// The guesses about each player, and those of one judge.
    about: BTreeMap<usize, Rating>,
    by_judge: BTreeMap<(usize, usize), Rating>,
}

impl Collected {
    pub(super) fn add(&mut self, it: Response) {
        // Guesses of machines never count.
        if !it.counts {
            return;
        }
        let covariates = Covariate::ALL.map(|covariate| covariate.value(&it));
        let person = self.people.of(it.player.id);
        self.machines.resize(self.machines.len().max(person + 1), it.player.machine);
        let judge = self.judges.of(it.judge.id.clone());
        if it.part == 1 {
            let add = |known: Option<&Rating>| Rating::after(known.copied(), it.guess);
            let about = add(self.about.get(&person));
            self.about.insert(person, about);
            let own = add(self.by_judge.get(&(person, judge)));
            self.by_judge.insert((person, judge), own);
        }
        let key = comparable(&it.question);
        if it.inherited || key.is_empty() {
            return;
        }
        let question = self.questions.of(key);
        if question == self.texts.len() {
            self.texts.push(it.question);
            self.askers.push(BTreeSet::new());
        }
        self.askers[question].insert(it.judge.id);
        self.guesses.push((question, judge, person, it.guess));
        if let Some(mark) = it.mark {
            let mark = points(mark);
            self.answers.push(MarkedAnswer { person, question, judge, mark });
            for (all, value) in self.covariates.iter_mut().zip(covariates) {
                all.push(value);
            }
        }
    }

    pub(super) fn fitted(self, readings: &[Reading]) -> MarkedQuestions {
        let distances = self.distances();
        let words = question_words(&self.texts);
        let known = Covariate::ALL.into_iter().zip(self.covariates).filter(|it| varies(&it.1));
        let (covariates, values): (Vec<Covariate>, Vec<Vec<f64>>) = known.unzip();
        let marks = Marks {
            answers: &self.answers,
            covariates: &values,
            machines: &self.machines,
            words: &words,
        };
        let fitted = |reading: Reading| -> Fit {
            if readings.contains(&reading) {
                fit(marks, reading)
            } else {
                Fit { questions: Vec::new(), effects: Vec::new() }
            }
        };
        let (points, sides) = (fitted(Reading::Points), fitted(Reading::Sides));
        let (mut by_points, mut by_sides) =
            (points.questions.into_iter(), sides.questions.into_iter());
        let texts = self.texts.into_iter().zip(self.askers).zip(distances);
        let mut questions: Vec<MarkedQuestion> = texts
            .map(|((text, askers), distance)| MarkedQuestion {
                text,
                askers: askers.into_iter().collect(),
                distance,
                points: by_points.next().flatten(),
                sides: by_sides.next().flatten(),
            })
            .collect();
        let order =
            |it: &MarkedQuestion| it.points.as_ref().map_or(0.0, |fit| fit.discrimination.value);
        questions.sort_by(|one, other| order(other).total_cmp(&order(one)));
        let effects: Vec<(Covariate, Estimate)> =
            covariates.into_iter().zip(points.effects).collect();
        MarkedQuestions { questions, effects }
    }

    /// The mean distance of the guesses after each question from the guesses of others.
    fn distances(&self) -> Vec<Option<QuestionDistance>> {
        let mut sums = vec![(0.0, 0_i64); self.texts.len()];
        for &(question, judge, person, guess) in &self.guesses {
            let own = self.by_judge.get(&(person, judge)).copied();
            let others = self.about.get(&person).and_then(|all| all.without(own));
            if let Closeness::Off { by, .. } = Closeness::of(guess, others) {
                sums[question].0 += by;
                sums[question].1 += 1;
            }
        }
        sums.into_iter().map(|(sum, games)| QuestionDistance::mean(sum, games)).collect()
    }
}

/// Returns whether enough values differ from the least for an effect to be seen.
fn varies(values: &[f64]) -> bool {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let above = values.iter().filter(|&&value| value > least).count();
    // Most responses differ in length; a typing mark is there or not.
    above >= FEWEST
}

/// From 0 to 100.
fn points(mark: Points) -> f64 {
    mark.number()
}

#[cfg(test)]
mod tests {
    use luna_store::export::Party;
    use luna_store::paste_detection::Mark;

    use super::*;

    /// What somebody answered: the nth of five questions gets a mark that falls with its number.
    fn response(game: usize, nth: usize) -> Response {
        let points = |whole: usize| {
            Points::from_millionths(i64::try_from(whole).unwrap() * 1_000_000).unwrap()
        };
        let party = |name: &str, id: usize| Party { id: format!("{name}{id}"), machine: false };
        Response {
            game_id: game.to_string(),
            at: 1,
            part: i64::try_from(nth).unwrap() + 1,
            judge: party("judge", game % 4),
            player: party("player", game % 6),
            inherited: false,
            question: format!("Question {nth}?"),
            response: "x".repeat(1 + game + nth),
            mark: Some(points(90 - 15 * nth + game % 6)),
            guess: points(40 + game % 3),
            counts: true,
            typing: if game == 1 { vec![Mark::Pasted] } else { Vec::new() },
        }
    }

    fn collected(games: usize) -> Collected {
        let mut collected = Collected::default();
        for game in 0..games {
            (0..5).for_each(|nth| collected.add(response(game, nth)));
        }
        collected
    }

    #[test]
    fn questions_with_lower_marks_are_harder_and_rare_properties_have_no_effect() {
        let mut collected = collected(12);
        collected.add(Response { counts: false, question: "Unread?".into(), ..response(1, 1) });
        collected.add(Response { inherited: true, question: "Not mine?".into(), ..response(1, 1) });
        let MarkedQuestions { mut questions, effects } = collected.fitted(&[Reading::Points]);
        questions.sort_by(|one, other| one.text.cmp(&other.text));
        assert_eq!(questions.len(), 5);
        assert_eq!(questions[0].askers, ["judge0", "judge1", "judge2", "judge3"]);
        let difficulty = |it: &MarkedQuestion| it.points.as_ref().unwrap().difficulty.value;
        assert!(difficulty(&questions[0]) < difficulty(&questions[4]));
        assert!(questions.iter().all(|it| it.sides.is_none() && it.distance.is_some()));
        let names: Vec<Covariate> = effects.iter().map(|(covariate, _)| *covariate).collect();
        assert_eq!(names, [Covariate::Length, Covariate::Pasted], "five responses are enough");
        assert!(collected_effects(1).is_empty());
    }

    fn collected_effects(games: usize) -> Vec<(Covariate, Estimate)> {
        collected(games).fitted(&[Reading::Points]).effects
    }
}
