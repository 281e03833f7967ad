//! Raters of questions who do not look, found by a mixture of two classes: careful and careless.
//!
//! A careful rater rates the quality of a question, with an error and an offset of their own. A careless
//! one rates whatever the question is: uniformly, like the crowd on the whole, or by a habit. What the
//! others think of a question counts by their own carefulness (expectation maximization, with belief
//! propagation between raters and questions). Gold questions have a known quality, and each class has a
//! pace that is learned.
//!
//! Agreement is a yardstick only where questions differ in quality: a crowd that gives all of them the same
//! rating, without gold questions, is judged by its pace alone.

#[cfg(test)]
mod crowd;
mod opinion;
mod pace;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

use self::opinion::{Blind, MANNERS, Manner, RATINGS, STATES, States, log_sum};
use self::pace::{Pace, RaterPace};
use crate::number::float;
use crate::regression::metrics::pearson;

/// The probability from which a rater is marked.
pub const MARKED_FROM: f64 = 0.97;
/// The share of careless raters before anybody rates, and the raters that this is worth.
const SHARE: (f64, f64) = (0.2, 10.0);
/// Steps of expectation maximization.
const STEPS: usize = 25;
/// The spread of quality below which agreement says nothing, and above which it says all.
const YARDSTICK: (f64, f64) = (0.3, 0.5);
/// The most that ratings say without gold questions, in nats, for a rater and against one: the others may
/// be the careless ones. But those who click at random do not agree, so it grows with the correlation of
/// ratings and the mean of the others, from the first of these to the second.
const UNANCHORED: (f64, f64) = (2.0, 8.0);
const AGREEMENT: (f64, f64) = (0.3, 0.7);
/// With fewer ratings nobody knows if the others agree.
const FEW: usize = 30;
/// Nats from which a finding is a reason.
const REASON: f64 = 0.7;

/// A rating of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedRating {
    pub rater: usize,
    pub question: usize,
    /// From 1 to 5.
    pub rating: u8,
    pub seconds: Option<f64>,
}

/// A finding that speaks against a rater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    Disagrees,
    MissesGold,
    Hasty,
    Repeats,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Disagrees => "disagrees with the others",
            Reason::MissesGold => "misses gold questions",
            Reason::Hasty => "is hasty",
            Reason::Repeats => "repeats a rating or a pattern",
        })
    }
}

/// The result for one rater.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Carelessness {
    /// The probability that the rater does not look.
    pub probability: f64,
    /// The findings that speak against the rater, the strongest first.
    pub reasons: Vec<Reason>,
}

impl Carelessness {
    pub fn is_marked(&self) -> bool {
        self.probability >= MARKED_FROM
    }
}

/// Computes how likely each rater is careless. The ratings of each rater are in order; `gold` has the known
/// rating of each question, from 1 to 5, if there is one. Raters without ratings have a probability of 0.
pub fn careless_raters(ratings: &[TimedRating], gold: &[Option<u8>]) -> Vec<Carelessness> {
    let mut fit = Fit::new(ratings, gold);
    for step in 0..STEPS {
        fit.weigh(step > 0);
        fit.learn();
    }
    fit.weigh(true);
    fit.raters.iter().map(RaterFit::result).collect()
}

/// One rating as the fit uses it.
struct Vote {
    question: usize,
    rating: usize,
    /// The log likelihood of the rating in each state of the question, by the rater's carefulness.
    message: States,
}

/// Log likelihood ratios of careless to careful.
#[derive(Clone, Copy, Default)]
struct Evidence {
    disagreement: f64,
    gold: f64,
    haste: f64,
    repetition: f64,
}

struct RaterFit {
    votes: Vec<Vote>,
    blind: Blind,
    /// Of the ratings of questions that are not gold.
    blind_peers: Blind,
    pace: Option<RaterPace>,
    careless: f64,
    evidence: Evidence,
}

impl RaterFit {
    fn result(&self) -> Carelessness {
        if self.votes.is_empty() {
            return Carelessness::default();
        }
        let Evidence { disagreement, gold, haste, repetition } = self.evidence;
        let mut findings = vec![
            (disagreement, Reason::Disagrees),
            (gold, Reason::MissesGold),
            (haste, Reason::Hasty),
            (repetition, Reason::Repeats),
        ];
        findings.sort_by(|a, b| b.0.total_cmp(&a.0));
        let strongest = findings.first().map_or(0.0, |it| it.0).min(REASON);
        findings.retain(|it| it.0 > 0.0 && it.0 >= strongest);
        let reasons = findings.into_iter().map(|it| it.1).collect();
        Carelessness { probability: self.careless, reasons }
    }
}

/// The most that ratings say without gold questions.
fn unanchored(ratings: &[TimedRating]) -> f64 {
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for it in ratings {
        let sum = sums.entry(it.question).or_default();
        *sum = (sum.0 + f64::from(it.rating), sum.1 + 1.0);
    }
    let pair = |it: &TimedRating| {
        let (sum, count) = sums.get(&it.question).filter(|sum| sum.1 > 1.0)?;
        let own = f64::from(it.rating);
        Some((own, (sum - own) / (count - 1.0)))
    };
    let (own, others): (Vec<f64>, Vec<f64>) = ratings.iter().filter_map(pair).unzip();
    let agreement = if own.len() < FEW { None } else { pearson(&own, &others) };
    let (low, high) = AGREEMENT;
    let share = ((agreement.unwrap_or_default() - low) / (high - low)).clamp(0.0, 1.0);
    UNANCHORED.0 + share * (UNANCHORED.1 - UNANCHORED.0)
}

/// A question: its states before it is rated, or as they are known.
struct Question {
    known: Option<States>,
    /// Logarithms, with all messages.
    belief: States,
}

struct Fit {
    manners: Vec<Manner>,
    raters: Vec<RaterFit>,
    questions: Vec<Question>,
    /// The states of questions on the whole.
    shares: States,
    share: f64,
    pace: Pace,
    /// The most that ratings say.
    most: f64,
}

impl Fit {
    fn new(ratings: &[TimedRating], gold: &[Option<u8>]) -> Fit {
        let step = |rating: u8| usize::from(rating.clamp(1, 5) - 1);
        let known = |at: usize| gold.get(at).copied().flatten().map(|it| opinion::known(step(it)));
        let count = ratings.iter().map(|it| it.question + 1).max().unwrap_or(0);
        let questions = (0..count).map(|at| Question { known: known(at), belief: [0.0; STATES] });
        let questions: Vec<Question> = questions.collect();
        let mut own: Vec<Vec<&TimedRating>> = Vec::new();
        let mut crowd = [1.0; RATINGS];
        for it in ratings {
            own.resize_with(own.len().max(it.rater + 1), Vec::new);
            own[it.rater].push(it);
            crowd[step(it.rating)] += 1.0;
        }
        let crowd = crowd.map(|it| it / (float(ratings.len()) + float(RATINGS)));
        let rater = |own: &Vec<&TimedRating>| {
            let numbers: Vec<usize> = own.iter().map(|it| step(it.rating)).collect();
            let peers = own.iter().filter(|it| questions[it.question].known.is_none());
            let peers: Vec<usize> = peers.map(|it| step(it.rating)).collect();
            let seconds: Vec<f64> = own.iter().filter_map(|it| it.seconds).collect();
            let vote = |it: &&TimedRating| Vote {
                question: it.question,
                rating: step(it.rating),
                message: [0.0; STATES],
            };
            RaterFit {
                votes: own.iter().map(vote).collect(),
                blind: Blind::of(&numbers, &crowd),
                blind_peers: Blind::of(&peers, &crowd),
                pace: RaterPace::of(&seconds),
                careless: SHARE.0,
                evidence: Evidence::default(),
            }
        };
        let raters: Vec<RaterFit> = own.iter().map(rater).collect();
        let paces: Vec<Option<RaterPace>> = raters.iter().map(|it| it.pace).collect();
        let (pace, shares) = (Pace::new(&paces), opinion::shares(&[1.0; STATES]));
        let manners = opinion::manners();
        let is_anchored = questions.iter().any(|it| it.known.is_some());
        let most = if is_anchored { f64::INFINITY } else { unanchored(ratings) };
        Fit { manners, raters, questions, shares, share: SHARE.0, pace, most }
    }

    /// Weighs each rater: how likely they are careless, and what they say about each question.
    /// Without `peers`, gold questions and pace decide.
    fn weigh(&mut self, peers: bool) {
        let (low, high) = YARDSTICK;
        let spread = opinion::spread(&self.shares);
        let trust = if peers { ((spread - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 };
        let odds = (self.share / (1.0 - self.share)).ln();
        let most = self.most;
        let Fit { manners, raters, questions, pace, .. } = self;
        for rater in raters.iter_mut().filter(|it| !it.votes.is_empty()) {
            let fits = fits(rater, manners, questions);
            let evidence = rater.weigh(&fits, manners, trust, pace);
            // A habit tells, whatever the others do.
            let habit = rater.blind.careless - rater.blind.any();
            let blind = if peers { evidence.disagreement + evidence.repetition } else { 0.0 };
            let sum = evidence.gold + blind.clamp(-most, most.max(habit)) + evidence.haste;
            let found = 1.0 / (1.0 + (-odds - sum).exp());
            rater.careless = if peers { 0.5 * (rater.careless + found) } else { found };
            rater.evidence = evidence;
            rater.speak(&fits, manners);
        }
    }

    /// Learns the states of questions, the share of careless raters and the paces.
    fn learn(&mut self) {
        let prior = self.shares.map(f64::ln);
        for question in &mut self.questions {
            question.belief = question.known.map_or(prior, |it| it.map(|it| it.max(1e-9).ln()));
        }
        for vote in self.raters.iter().flat_map(|it| &it.votes) {
            let question = &mut self.questions[vote.question];
            if question.known.is_none() {
                for (sum, message) in question.belief.iter_mut().zip(&vote.message) {
                    *sum += message;
                }
            }
        }
        // Half a question in each state, so that none is ruled out.
        let mut counts = [0.5; STATES];
        for question in &self.questions {
            for (count, share) in counts.iter_mut().zip(normalized(&question.belief)) {
                *count += share;
            }
        }
        self.shares = opinion::shares(&counts);
        let active: Vec<&RaterFit> = self.raters.iter().filter(|it| !it.votes.is_empty()).collect();
        let sum: f64 = active.iter().map(|it| it.careless).sum();
        self.share = (sum + SHARE.0 * SHARE.1) / (float(active.len()) + SHARE.1);
        let paces: Vec<Option<RaterPace>> = self.raters.iter().map(|it| it.pace).collect();
        let careless: Vec<f64> = self.raters.iter().map(|it| it.careless).collect();
        self.pace.learn(&paces, &careless);
    }
}

/// The fit of a rater's ratings to what is known of the questions without them: log likelihoods for each
/// manner, of gold questions and of the others.
struct Fits {
    gold: [f64; MANNERS],
    peers: [f64; MANNERS],
}

fn fits(rater: &RaterFit, manners: &[Manner], questions: &[Question]) -> Fits {
    let mut fits = Fits { gold: [0.0; MANNERS], peers: [0.0; MANNERS] };
    for vote in &rater.votes {
        let question = &questions[vote.question];
        let states = question.known.unwrap_or_else(|| {
            let mut others = question.belief;
            for (belief, own) in others.iter_mut().zip(&vote.message) {
                *belief -= own;
            }
            normalized(&others)
        });
        let sums = if question.known.is_some() { &mut fits.gold } else { &mut fits.peers };
        for (sum, manner) in sums.iter_mut().zip(manners) {
            let row = &manner.chances[vote.rating];
            *sum += row.iter().zip(&states).map(|(chance, share)| chance * share).sum::<f64>().ln();
        }
    }
    fits
}

impl RaterFit {
    fn weigh(&self, fits: &Fits, manners: &[Manner], trust: f64, pace: &Pace) -> Evidence {
        let mixture = |of: &dyn Fn(usize) -> f64| {
            let terms = manners.iter().enumerate().map(|(at, it)| it.share.ln() + of(at));
            log_sum(terms.collect::<Vec<f64>>().into_iter())
        };
        let gold = mixture(&|at| fits.gold[at]);
        let both = mixture(&|at| fits.gold[at] + fits.peers[at]);
        // Without a yardstick, careful raters may rate anything.
        let uniform = self.blind_peers.uniform;
        let peers = trust * (both - gold) + (1.0 - trust) * self.blind_peers.any();
        Evidence {
            disagreement: uniform - peers,
            gold: self.blind.uniform - uniform - gold,
            haste: self.pace.map_or(0.0, |it| pace.evidence(it)),
            repetition: self.blind.careless - self.blind.uniform,
        }
    }

    /// Tells each question what the rater thinks of it.
    fn speak(&mut self, fits: &Fits, manners: &[Manner]) {
        let logs: Vec<f64> = (manners.iter().zip(fits.gold.iter().zip(&fits.peers)))
            .map(|(manner, (gold, peers))| manner.share.ln() + gold + peers)
            .collect();
        let sum = log_sum(logs.iter().copied());
        let careful = 1.0 - self.careless;
        for vote in &mut self.votes {
            let mut chances = [0.0; STATES];
            for (manner, log) in manners.iter().zip(&logs) {
                let share = (log - sum).exp();
                for (chance, own) in chances.iter_mut().zip(&manner.chances[vote.rating]) {
                    *chance += share * own;
                }
            }
            vote.message = chances.map(|it| (careful * it + self.careless / float(RATINGS)).ln());
        }
    }
}

/// Shares from logarithms.
fn normalized(logs: &States) -> States {
    let sum = log_sum(logs.iter().copied());
    logs.map(|it| (it - sum).exp())
}
