//! Ridge regression on how alike any two people's answers are. What it says of a person is a
//! sum over the questions.

use luna_learn::design::Refusal;
use luna_learn::kernel_ridge::kernel_ridge;

use super::said::{Beside, FEATURES, Features, Said};
use super::{Asked, float};

/// Of which the one is chosen under which each person is best foretold by the others.
const STRENGTHS: [f64; 11] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0];

/// The mean of how alike a person is to itself, so that strengths mean the same everywhere.
const DIAGONAL: f64 = 10.0;

/// The features, and how alike an answer is to those of all others.
const AVERAGES: usize = FEATURES + 1;
type Averages = [f64; AVERAGES];

/// What a set of people said, compared with one another, to learn from any of them.
pub struct Answers {
    pub(super) said: Vec<Said>,
    /// For each question, each different answer beside all of them.
    beside: Vec<Vec<Beside>>,
    /// For any two people, how alike their answers are, the mean over the questions.
    alike: Vec<Vec<f64>>,
}

/// What was learned from some of them.
#[derive(Clone, Debug)]
pub struct Model {
    intercept: f64,
    /// What each feature of a response adds.
    worth: Averages,
    /// For each question and each different answer to it, what being alike to it adds, and the
    /// share of those learned from who gave it.
    pulls: Vec<Vec<(f64, f64)>>,
}

impl Answers {
    /// For each person a response to each question, which is empty where there is none.
    pub fn new(questions: &[Asked], people: &[&[String]]) -> Answers {
        let (mut said, mut beside) = (Vec::new(), Vec::new());
        let mut alike = vec![vec![0.0; people.len()]; people.len()];
        let part = 1.0 / float(questions.len().max(1));
        for (nth, asked) in questions.iter().enumerate() {
            let texts = people.iter().map(|person| person.get(nth).map_or("", String::as_str));
            let (own, reads) = Said::new(asked, texts);
            let each: Vec<Beside> = reads.iter().map(|read| own.beside(read)).collect();
            for (row, &at) in alike.iter_mut().zip(&own.by) {
                for (alike, &other) in row.iter_mut().zip(&own.by) {
                    *alike += part * each[at].alike[other];
                }
            }
            said.push(own);
            beside.push(each);
        }
        Answers { said, beside, alike }
    }

    /// How many numbers say how a response compares with the key.
    pub const FEATURES: usize = FEATURES;

    /// How a person's response to a question compares with the key: the share of the key's stems
    /// that it has, whether it has any, whether all, and one less the distance of the stems'
    /// characters by the longer's, each with the nearest of the right answers; `ln(1 + words) / 2`;
    /// and whether it is empty. Without a key the first four are 0.
    pub fn features(&self, question: usize, person: usize) -> [f64; FEATURES] {
        self.beside[question][self.said[question].by[person]].features
    }

    pub fn people(&self) -> usize {
        self.alike.len()
    }

    /// From these people, with a rating for everybody there is.
    pub fn learn(&self, people: &[usize], ratings: &[f64]) -> Result<Model, Refusal> {
        let shares = self.shares(people);
        let averages = self.all_averages(people, &shares);
        let (means, spreads) = spread(&averages);
        let standard: Vec<Averages> =
            averages.iter().map(|of| standard(of, &means, &spreads)).collect();
        let (kernel, scale) = self.kernel(people, &standard);
        let targets: Vec<f64> =
            people.iter().map(|&at| ratings.get(at).copied().unwrap_or(f64::NAN)).collect();
        let rows: Vec<usize> = (0..people.len()).collect();
        let fitted = kernel_ridge(&kernel, &rows, &targets, &STRENGTHS)?;
        let weights: Vec<f64> = fitted.weights.iter().map(|weight| weight * scale).collect();
        let worth: Averages = std::array::from_fn(|nth| {
            let along = weights.iter().zip(&standard).map(|(weight, of)| weight * of[nth]);
            let spread = if spreads[nth] > 1e-9 { spreads[nth] } else { f64::INFINITY };
            along.sum::<f64>() / float(AVERAGES) / spread
        });
        let shift: f64 = worth.iter().zip(&means).map(|(worth, mean)| worth * mean).sum();
        let pulls = self.pulls(people, &weights, shares);
        Ok(Model { intercept: fitted.intercept - shift, worth, pulls })
    }

    /// How alike everybody is to each of these people, as [`Answers::learn`] sees it when it
    /// learns from them; for whoever looks at more than the machine does.
    pub fn alike(&self, people: &[usize]) -> Vec<Vec<f64>> {
        let shares = self.shares(people);
        let averages = self.all_averages(people, &shares);
        let (means, spreads) = spread(&averages);
        let mut all: Vec<Averages> =
            (0..self.people()).map(|person| self.averages(person, &shares)).collect();
        for (&person, own) in people.iter().zip(averages) {
            all[person] = own;
        }
        let all: Vec<Averages> = all.iter().map(|of| standard(of, &means, &spreads)).collect();
        let row = |(one, alike): (&Averages, &Vec<f64>)| {
            people.iter().map(|&at| general(one, &all[at]) + alike[at]).collect()
        };
        all.iter().zip(&self.alike).map(row).collect()
    }

    /// How alike any two of these people are, and what that was multiplied by.
    fn kernel(&self, people: &[usize], standard: &[Averages]) -> (Vec<Vec<f64>>, f64) {
        let row = |(one, &person): (&Averages, &usize)| {
            let each = standard.iter().zip(people);
            each.map(|(other, &at)| general(one, other) + self.alike[person][at]).collect()
        };
        let mut kernel: Vec<Vec<f64>> = standard.iter().zip(people).map(row).collect();
        let diagonal: f64 = kernel.iter().enumerate().map(|(nth, row)| row[nth]).sum();
        let scale = DIAGONAL * float(people.len()) / diagonal;
        kernel.iter_mut().flatten().for_each(|alike| *alike *= scale);
        (kernel, scale)
    }

    /// For each question and each different answer, what the weights of all who gave it come to,
    /// and their share.
    fn pulls(
        &self,
        people: &[usize],
        weights: &[f64],
        shares: Vec<Vec<f64>>,
    ) -> Vec<Vec<(f64, f64)>> {
        let one = |(said, shares): (&Said, Vec<f64>)| {
            let mut own: Vec<(f64, f64)> = shares.into_iter().map(|share| (0.0, share)).collect();
            for (weight, &person) in weights.iter().zip(people) {
                own[said.by[person]].0 += weight / float(self.said.len());
            }
            own
        };
        self.said.iter().zip(shares).map(one).collect()
    }

    /// For each question and each different answer, the share of these people who gave it.
    fn shares(&self, people: &[usize]) -> Vec<Vec<f64>> {
        let one = 1.0 / float(people.len().max(1));
        let of = |said: &Said| {
            let mut shares = vec![0.0; said.len()];
            for &person in people {
                shares[said.by[person]] += one;
            }
            shares
        };
        self.said.iter().map(of).collect()
    }

    /// Of those learned from: how alike each is to the others, not to itself.
    fn all_averages(&self, people: &[usize], shares: &[Vec<f64>]) -> Vec<Averages> {
        let many = float(people.len());
        let others = float(people.len().saturating_sub(1).max(1));
        let one = |&person: &usize| {
            let mut averages = self.averages(person, shares);
            averages[FEATURES] = (averages[FEATURES] * many - 1.0) / others;
            averages
        };
        people.iter().map(one).collect()
    }

    /// How alike a person is to all learned from, whether one of them or not.
    fn averages(&self, person: usize, shares: &[Vec<f64>]) -> Averages {
        let mut sums = [0.0; AVERAGES];
        for ((said, beside), shares) in self.said.iter().zip(&self.beside).zip(shares) {
            let own = &beside[said.by[person]];
            let features = features(&own.features, agreement(own, shares.iter().copied()));
            sums.iter_mut().zip(features).for_each(|(sum, of)| *sum += of);
        }
        sums.map(|sum| sum / float(self.said.len().max(1)))
    }

    /// What the model says of one of the people compared, whether learned from or not.
    pub fn foretell(&self, model: &Model, person: usize) -> f64 {
        let own = self.said.iter().zip(&self.beside);
        model.of(own.map(|(said, beside)| &beside[said.by[person]]))
    }
}

impl Model {
    pub(super) fn of<'a>(&self, each: impl Iterator<Item = &'a Beside>) -> f64 {
        self.intercept + each.enumerate().map(|(nth, beside)| self.adds(nth, beside)).sum::<f64>()
    }

    /// What the response to one question adds.
    pub(super) fn adds(&self, question: usize, beside: &Beside) -> f64 {
        let Some(pulls) = self.pulls.get(question) else { return 0.0 };
        let features = features(&beside.features, agreement(beside, pulls.iter().map(|of| of.1)));
        let general: f64 = self.worth.iter().zip(features).map(|(worth, of)| worth * of).sum();
        let own: f64 = pulls.iter().zip(&beside.alike).map(|((pull, _), alike)| pull * alike).sum();
        general / float(self.pulls.len()) + own
    }
}

fn features(features: &Features, agreement: f64) -> Averages {
    std::array::from_fn(|nth| features.get(nth).copied().unwrap_or(agreement))
}

/// How alike an answer is to all those given, on average.
fn agreement(beside: &Beside, shares: impl Iterator<Item = f64>) -> f64 {
    beside.cosines.iter().zip(shares).map(|(cosine, share)| cosine * share).sum()
}

fn general(one: &Averages, other: &Averages) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>() / float(AVERAGES)
}

/// Each less its mean, by its standard deviation.
fn standard(of: &Averages, means: &Averages, spreads: &Averages) -> Averages {
    std::array::from_fn(|nth| match spreads[nth] {
        spread if spread > 1e-9 => (of[nth] - means[nth]) / spread,
        _ => 0.0,
    })
}

/// The means and standard deviations.
fn spread(all: &[Averages]) -> (Averages, Averages) {
    let count = float(all.len().max(1));
    let mean = |nth: usize| all.iter().map(|of| of[nth]).sum::<f64>() / count;
    let means: Averages = std::array::from_fn(mean);
    let spread = |nth: usize| {
        (all.iter().map(|of| (of[nth] - means[nth]).powi(2)).sum::<f64>() / count).sqrt()
    };
    (means, std::array::from_fn(spread))
}
