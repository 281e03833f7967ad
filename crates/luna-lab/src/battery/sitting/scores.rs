//! The replies of an answerer to a form, with their points.

use luna_core::battery::{Form, Scored, Subtest, first_best_rank, relaxed, strict};
use luna_machines::common_sense::{AnswerKey, Answerer, Question};

use super::interval::{Percent, of_subtest, over_subtests};

/// All replies of an answerer to a form.
#[derive(Clone, Debug, PartialEq)]
pub struct Sitting {
    pub answerer: String,
    pub form: String,
    pub replies: Vec<Reply>,
}

/// The answers to one item, the best first, with their scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub item: String,
    pub subtest: Subtest,
    /// Full points.
    pub most: u8,
    pub answers: Vec<(String, Scored)>,
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
    /// Puts every item of a form to an answerer.
    pub fn of(name: &str, form: &Form, answerer: &dyn Answerer) -> Sitting {
        let replies = form.items.iter().map(|item| {
            let key = AnswerKey::of(item);
            let given = answerer.answer(&Question::of(item)).answers;
            let answers = given.into_iter().map(|it| {
                let scored = key.score(&it.text);
                (it.text, scored)
            });
            Reply {
                item: item.id.clone(),
                subtest: item.subtest,
                most: item.most,
                answers: answers.collect(),
            }
        });
        Sitting {
            answerer: name.to_owned(),
            form: form.letter.to_lowercase(),
            replies: replies.collect(),
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
    pub(super) fn best(&self) -> impl Iterator<Item = &Scored> {
        self.replies.iter().filter_map(|reply| reply.answers.first()).map(|(_, scored)| scored)
    }
}

impl Reply {
    fn points(&self) -> Vec<u8> {
        self.answers.iter().map(|(_, scored)| scored.points).collect()
    }

    /// The share of full points.
    pub(super) fn share(&self, scoring: Scoring) -> f64 {
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
}
