//! The replies of an answerer to a form, with their points.

use luna_core::battery::{
    Form, HumanScore, Item, KeyScore, Sense, Subtest, first_best_rank, relaxed, solved_after,
    strict,
};
use luna_machines::common_sense::{AnswerKey, Answerer, Question};
use luna_text::wordnet::WordNet;

use super::interval::{Percent, of_subtest, over_subtests};

/// All replies of an answerer to a form.
#[derive(Clone, Debug, PartialEq)]
pub struct Sitting {
    pub answerer: String,
    pub form: String,
    pub replies: Vec<Reply>,
    /// The number of people who have scored its first answers.
    pub scorers: usize,
}

/// The answers to one item, the best first, with their scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub item: String,
    pub subtest: Subtest,
    /// Full points.
    pub most: u8,
    pub answers: Vec<ScoredAnswer>,
    /// Of Word Reasoning: the best answer after one clue, after two, and so on, without the last.
    pub by_clue: Vec<Option<ScoredAnswer>>,
}

/// An answer with its scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredAnswer {
    pub text: String,
    pub by_key: KeyScore,
    /// None if no people have settled it.
    pub by_people: Option<HumanScore>,
}

/// The answers of a reply that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// The best answer.
    Strict,
    /// The best of five.
    Relaxed,
}

impl Scoring {
    pub const BOTH: [Scoring; 2] = [Scoring::Strict, Scoring::Relaxed];

    pub fn name(self) -> &'static str {
        match self {
            Scoring::Strict => "strict",
            Scoring::Relaxed => "relaxed",
        }
    }
}

impl Sitting {
    /// Puts every item of a form to an answerer. With a dictionary, the key takes words of the same
    /// meaning too, in doubt.
    pub fn of(name: &str, form: &Form, answerer: &dyn Answerer, net: Option<&WordNet>) -> Sitting {
        let replies = form.items.iter().map(|item| {
            let key = match net {
                Some(net) => AnswerKey::with_synonyms(item, net),
                None => AnswerKey::of(item),
            };
            let answers = |item: &Item| -> Vec<ScoredAnswer> {
                let found = answerer.answer(&Question::of(item)).answers;
                found.into_iter().map(|it| ScoredAnswer::new(it.text, &key)).collect()
            };
            let best = |count| answers(&item.after_clues(count)).into_iter().next();
            Reply {
                item: item.id.clone(),
                subtest: item.subtest,
                most: item.most,
                answers: answers(item),
                by_clue: (1..item.clues.len()).map(best).collect(),
            }
        });
        Sitting {
            answerer: name.to_owned(),
            form: form.letter.to_lowercase(),
            replies: replies.collect(),
            scorers: 0,
        }
    }

    /// Takes the scores of people for answers to items where there are any.
    pub fn take_scores(&mut self, of: &dyn Fn(&str, &str) -> Option<HumanScore>) {
        for reply in &mut self.replies {
            let by_clue = reply.by_clue.iter_mut().flatten();
            for given in reply.answers.iter_mut().chain(by_clue) {
                given.by_people = of(&reply.item, &given.text);
            }
        }
    }

    /// The result in one subtest.
    pub fn subtest(&self, subtest: Subtest, scoring: Scoring, seed: u64) -> Percent {
        let replies: Vec<&Reply> =
            self.replies.iter().filter(|reply| reply.subtest == subtest).collect();
        let shares: Vec<f64> = replies.iter().map(|reply| reply.share(scoring)).collect();
        of_subtest(&shares, replies.iter().all(|reply| reply.most == 1), seed)
    }

    /// The mean of the subtests.
    pub fn mean(&self, scoring: Scoring, seed: u64) -> Percent {
        over_subtests(&self.shares(|reply| reply.share(scoring)), seed)
    }

    /// The mean over subtests of what this sitting earns more than another of the same form.
    pub fn gain(&self, over: &Sitting, scoring: Scoring, seed: u64) -> Percent {
        let other = |reply: &Reply| {
            let same = over.replies.iter().find(|it| it.item == reply.item);
            same.map_or(0.0, |it| it.share(scoring))
        };
        over_subtests(&self.shares(|reply| reply.share(scoring) - other(reply)), seed)
    }

    /// A number for each item, by subtest.
    pub(super) fn shares(&self, share: impl Fn(&Reply) -> f64) -> [Vec<f64>; 5] {
        Subtest::ALL.map(|subtest| {
            let of_subtest = self.replies.iter().filter(|reply| reply.subtest == subtest);
            of_subtest.map(&share).collect()
        })
    }

    /// The first answers, one for each item that has any.
    pub(super) fn best(&self) -> impl Iterator<Item = &ScoredAnswer> {
        self.replies.iter().filter_map(|reply| reply.answers.first())
    }

    /// What the first answers are to people, of those that they have scored.
    pub(super) fn sense(&self) -> Sense {
        Sense::of(self.best().filter_map(|it| it.by_people))
    }
}

impl ScoredAnswer {
    pub fn new(text: String, key: &AnswerKey) -> ScoredAnswer {
        let by_key = key.score(&text);
        ScoredAnswer { text, by_key, by_people: None }
    }

    /// The points of people, or else of the key.
    pub(super) fn points(&self) -> u8 {
        self.by_people.map_or(self.by_key.points, |people| people.points)
    }

    /// Right and not what a child would say, to people or else to the key.
    pub(super) fn is_unchildlike(&self) -> bool {
        self.by_people.map_or(self.by_key.is_unchildlike, |people| people.is_unchildlike)
    }
}

impl Reply {
    fn points(&self) -> Vec<u8> {
        self.answers.iter().map(ScoredAnswer::points).collect()
    }

    /// The share of full points.
    pub(crate) fn share(&self, scoring: Scoring) -> f64 {
        let points = match scoring {
            Scoring::Strict => strict(&self.points()),
            Scoring::Relaxed => relaxed(&self.points()),
        };
        f64::from(points) / f64::from(self.most.max(1))
    }

    /// The place of the better answer where relaxed scoring earns more than strict scoring.
    pub(super) fn better_rank(&self) -> Option<usize> {
        first_best_rank(&self.points()).filter(|rank| *rank > 1)
    }

    /// The number of clues after which the best answer earns points for the first time.
    pub(super) fn solved_after(&self) -> Option<usize> {
        let points = |given: Option<&ScoredAnswer>| given.map_or(0, ScoredAnswer::points);
        let by_clue = self.by_clue.iter().map(|given| points(given.as_ref()));
        let by_clue: Vec<u8> = by_clue.chain([points(self.answers.first())]).collect();
        solved_after(&by_clue)
    }
}
