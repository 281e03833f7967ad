//! Kernel ridge regression on the similarity of any two people's answers. The prediction for a
//! person is a sum over the questions.
//!
//! The kernel is a sum of parts, each with the same spread between the people learned from: the
//! rare words of the answers, their runs of characters, how alike they are in both and in how
//! they compare with the key, and a few traits of the answers on average over all questions. It
//! comes in two forms, with the finer parts and without; the forms and the penalties are averaged,
//! weighted by the evidence for them in the training ratings.

use luna_learn::design::Refusal;
use luna_learn::float;
use luna_learn::kernel_ridge::{KernelAverage, average_kernels};

use super::answer_features::{AnswerSet, Comparison, FEATURES};
use super::crowd::{ALONE, AVERAGES, Crowd, OwnAnswer, Scale, TRAITS, Traits, alone, good};
use super::training_data::Question;

/// Penalties, averaged by the evidence for each.
const STRENGTHS: [f64; 11] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0];

/// The mean squared distance of a person from the centre, so that penalties mean the same in all
/// data sets.
const DIAGONAL: f64 = 10.0;

/// The kernel without the finer parts, and with them.
const FORMS: usize = 2;

/// For any two people.
type Alike = Vec<Vec<f64>>;

/// The answers of a set of people, compared with one another, to train on any of them.
pub struct Answers {
    pub(super) answer_sets: Vec<AnswerSet>,
    /// For each question, each different answer compared with all of them.
    pub(super) comparisons: Vec<Vec<Comparison>>,
    /// The means over the questions of how alike two people's answers are.
    words: Alike,
    runs: Alike,
    alike: Alike,
}

/// A model trained on some of them.
#[derive(Clone, Debug)]
pub struct Model {
    intercept: f64,
    /// The contribution of each trait of a response.
    worth: Traits,
    parts: Parts,
    questions: Vec<QuestionModel>,
}

/// The part of the model about one question.
#[derive(Clone, Debug)]
struct QuestionModel {
    crowd: Crowd,
    /// For each distinct answer, the weight of similarity to it in words and n-grams, and in the
    /// finer part.
    pulls: Vec<(f64, f64)>,
}

/// The factor of each part that compares two responses.
#[derive(Clone, Copy, Debug)]
struct Parts {
    words: f64,
    runs: f64,
    alike: f64,
}

/// The people trained on, as the kernel sees them.
struct Basis {
    crowds: Vec<Crowd>,
    scales: [Scale; TRAITS],
    /// Their traits, on scale.
    own: Vec<Traits>,
    parts: Parts,
    /// The factor of the finer trait part.
    averages: f64,
}

impl Answers {
    /// For each person a response to each question, which is empty where there is none.
    pub fn new(questions: &[Question], people: &[&[String]]) -> Answers {
        let (mut answer_sets, mut comparisons) = (Vec::new(), Vec::new());
        let nothing = || vec![vec![0.0; people.len()]; people.len()];
        let (mut words, mut runs, mut alike) = (nothing(), nothing(), nothing());
        let part = 1.0 / float(questions.len().max(1));
        for (nth, asked) in questions.iter().enumerate() {
            let texts = people.iter().map(|person| person.get(nth).map_or("", String::as_str));
            let (own, reads) = AnswerSet::new(asked, texts);
            let each: Vec<Comparison> = reads.iter().map(|read| own.compare(read)).collect();
            let add = |to: &mut Alike, of: fn(&Comparison) -> &[f64]| {
                for (row, &at) in to.iter_mut().zip(&own.by) {
                    let from = of(&each[at]);
                    row.iter_mut()
                        .zip(&own.by)
                        .for_each(|(sum, &other)| *sum += part * from[other]);
                }
            };
            add(&mut words, |of| &of.words);
            add(&mut runs, |of| &of.runs);
            add(&mut alike, |of| &of.alike);
            answer_sets.push(own);
            comparisons.push(each);
        }
        Answers { answer_sets, comparisons, words, runs, alike }
    }

    /// The number of features of a response.
    pub const FEATURES: usize = FEATURES;

    /// Features of a person's response that compare it with the key: the share of the key's stems that
    /// it has, whether it has any, whether all, and one less the distance of the stems' characters by
    /// the longer's, each with the nearest of the right answers; `ln(1 + words) / 2`; and whether it is
    /// empty. Without a key the first four are 0.
    pub fn features(&self, question: usize, person: usize) -> [f64; FEATURES] {
        self.comparisons[question][self.answer_sets[question].by[person]].own.features
    }

    pub fn people(&self) -> usize {
        self.alike.len()
    }

    pub fn questions(&self) -> usize {
        self.answer_sets.len()
    }

    /// From these people, with a rating for everybody there is.
    pub fn learn(&self, people: &[usize], ratings: &[f64]) -> Result<Model, Refusal> {
        let basis = self.basis(people, ratings);
        let mut kernels = vec![Alike::new(); FORMS];
        for (one, &person) in basis.own.iter().zip(people) {
            let mut rows: [Vec<f64>; FORMS] = Default::default();
            for (other, &at) in basis.own.iter().zip(people) {
                let entries = self.entries(&basis, (one, person), (other, at));
                rows.iter_mut().zip(entries).for_each(|(row, entry)| row.push(entry));
            }
            kernels.iter_mut().zip(rows).for_each(|(kernel, row)| kernel.push(row));
        }
        let fitted = fit_kernels(kernels, &rated(people, ratings))?;
        let finer = &fitted.weights[1];
        let common: Vec<f64> =
            fitted.weights[0].iter().zip(finer).map(|(one, other)| one + other).collect();
        let mut worth: Traits = std::array::from_fn(|nth| {
            let weights = if nth < AVERAGES { finer } else { &common };
            let along: f64 =
                weights.iter().zip(&basis.own).map(|(weight, of)| weight * of[nth]).sum();
            along * basis.scales[nth].times
        });
        worth[..AVERAGES].iter_mut().for_each(|worth| *worth *= basis.averages);
        let shift: f64 =
            worth.iter().zip(&basis.scales).map(|(worth, scale)| worth * scale.mean).sum();
        let questions = self.pulls(people, [&common, finer], basis.crowds);
        Ok(Model { intercept: fitted.intercept - shift, worth, parts: basis.parts, questions })
    }

    /// The likeness of everybody to each of these people, in both forms of the kernel, as
    /// [`Answers::learn`] sees it when it trains on them.
    pub fn alike(&self, people: &[usize], ratings: &[f64]) -> [Vec<Vec<f64>>; FORMS] {
        let basis = self.basis(people, ratings);
        let mut all: Vec<Traits> = (0..self.people())
            .map(|person| basis.on_scale(self.traits(&basis.crowds, person, None)))
            .collect();
        for (&person, own) in people.iter().zip(&basis.own) {
            all[person] = *own;
        }
        let form = |nth: usize| {
            let row = |(person, one): (usize, &Traits)| {
                let entry = |&at: &usize| self.entries(&basis, (one, person), (&all[at], at))[nth];
                people.iter().map(entry).collect()
            };
            all.iter().enumerate().map(row).collect()
        };
        std::array::from_fn(form)
    }

    /// Predicts the ratings of some people from their responses to some questions, learned from
    /// the responses of others to other questions: from what means the same for any question.
    pub fn elsewhere(
        &self,
        (people, learned): (&[usize], &[usize]),
        (rows, asked): (&[usize], &[usize]),
        ratings: &[f64],
    ) -> Result<Vec<f64>, Refusal> {
        let of = |person: usize, questions: &[usize]| {
            let each = questions
                .iter()
                .map(|&nth| alone(&self.comparisons[nth][self.answer_sets[nth].by[person]].own));
            mean(each, questions.len())
        };
        let own: Vec<[f64; ALONE]> = people.iter().map(|&person| of(person, learned)).collect();
        let scales: [Scale; ALONE] =
            std::array::from_fn(|nth| Scale::of(own.iter().map(|of| of[nth])));
        let on_scale = |of: &[f64; ALONE]| -> [f64; ALONE] {
            std::array::from_fn(|nth| scales[nth].apply(of[nth]))
        };
        let own: Vec<[f64; ALONE]> = own.iter().map(on_scale).collect();
        let row = |one: &[f64; ALONE]| -> Vec<f64> {
            own.iter().map(|other| one.iter().zip(other).map(|(x, y)| x * y).sum()).collect()
        };
        let kernel = own.iter().map(row).collect();
        let fitted = fit_kernels(vec![kernel], &rated(people, ratings))?;
        let answer_sets =
            |&person: &usize| fitted.predict_one([&row(&on_scale(&of(person, asked)))[..]]);
        Ok(rows.iter().map(answer_sets).collect())
    }

    fn basis(&self, people: &[usize], ratings: &[f64]) -> Basis {
        let good = good(people, ratings);
        let own = |nth: usize, answer_sets: &AnswerSet| OwnAnswer {
            answer: answer_sets.by[people[nth]],
            good: good[nth],
        };
        let crowd = |(answer_sets, comparisons): (&AnswerSet, &Vec<Comparison>)| {
            let all: Vec<OwnAnswer> = (0..people.len()).map(|nth| own(nth, answer_sets)).collect();
            Crowd::of(comparisons, &all)
        };
        let crowds: Vec<Crowd> =
            self.answer_sets.iter().zip(&self.comparisons).map(crowd).collect();
        let traits: Vec<Traits> = (people.iter().zip(&good))
            .map(|(&person, &good)| self.traits(&crowds, person, Some(good)))
            .collect();
        let scales: [Scale; TRAITS] =
            std::array::from_fn(|nth| Scale::of(traits.iter().map(|of| of[nth])));
        let varied = scales[..AVERAGES].iter().filter(|scale| scale.times > 0.0).count();
        let parts = Parts {
            words: level(&self.words, people),
            runs: level(&self.runs, people),
            alike: level(&self.alike, people),
        };
        let averages = 1.0 / float(varied.max(1));
        let mut basis = Basis { crowds, scales, own: Vec::new(), parts, averages };
        basis.own = traits.into_iter().map(|of| basis.on_scale(of)).collect();
        basis
    }

    /// The traits of a person's responses, on average; one of those learned from is good or not.
    fn traits(&self, crowds: &[Crowd], person: usize, learned: Option<bool>) -> Traits {
        let each = self.answer_sets.iter().zip(&self.comparisons).zip(crowds).map(
            |((answer_sets, comparisons), crowd)| {
                let answer = answer_sets.by[person];
                crowd.traits(&comparisons[answer], learned.map(|good| OwnAnswer { answer, good }))
            },
        );
        mean(each, self.answer_sets.len())
    }

    fn entries(
        &self,
        basis: &Basis,
        (one, person): (&Traits, usize),
        (other, at): (&Traits, usize),
    ) -> [f64; FORMS] {
        let product = |from: usize, to: usize| -> f64 {
            one[from..to].iter().zip(&other[from..to]).map(|(one, other)| one * other).sum()
        };
        let parts = &basis.parts;
        let common = product(AVERAGES, TRAITS)
            + parts.words * self.words[person][at]
            + parts.runs * self.runs[person][at];
        let finer = basis.averages * product(0, AVERAGES) + parts.alike * self.alike[person][at];
        [common, common + finer]
    }

    /// For each question and each distinct answer, the total weight of the people who gave it.
    fn pulls(
        &self,
        people: &[usize],
        [common, finer]: [&[f64]; FORMS],
        crowds: Vec<Crowd>,
    ) -> Vec<QuestionModel> {
        let one = |(answer_sets, crowd): (&AnswerSet, Crowd)| {
            let mut pulls = vec![(0.0, 0.0); answer_sets.len()];
            for (&person, (common, finer)) in people.iter().zip(common.iter().zip(finer)) {
                let pull = &mut pulls[answer_sets.by[person]];
                pull.0 += common / float(self.answer_sets.len());
                pull.1 += finer / float(self.answer_sets.len());
            }
            QuestionModel { crowd, pulls }
        };
        self.answer_sets.iter().zip(crowds).map(one).collect()
    }

    /// The prediction for one of the people compared, trained on or not.
    pub fn predict(&self, model: &Model, person: usize) -> f64 {
        let own = self.answer_sets.iter().zip(&self.comparisons);
        model.of(own.map(|(answer_sets, comparisons)| &comparisons[answer_sets.by[person]]))
    }
}

impl Basis {
    fn on_scale(&self, traits: Traits) -> Traits {
        std::array::from_fn(|nth| self.scales[nth].apply(traits[nth]))
    }
}

impl Model {
    pub(super) fn of<'a>(&self, each: impl Iterator<Item = &'a Comparison>) -> f64 {
        self.intercept
            + each.enumerate().map(|(nth, comparisons)| self.adds(nth, comparisons)).sum::<f64>()
    }

    /// The contribution of the response to one question.
    pub(super) fn adds(&self, question: usize, comparisons: &Comparison) -> f64 {
        let Some(QuestionModel { crowd, pulls }) = self.questions.get(question) else { return 0.0 };
        let traits = crowd.traits(comparisons, None);
        let general: f64 = self.worth.iter().zip(traits).map(|(worth, of)| worth * of).sum();
        let Parts { words, runs, alike } = self.parts;
        let own = pulls.iter().enumerate().map(|(at, (common, finer))| {
            common * (words * comparisons.words[at] + runs * comparisons.runs[at])
                + finer * alike * comparisons.alike[at]
        });
        general / float(self.questions.len()) + own.sum::<f64>()
    }
}

fn rated(people: &[usize], ratings: &[f64]) -> Vec<f64> {
    people.iter().map(|&at| ratings.get(at).copied().unwrap_or(f64::NAN)).collect()
}

/// Fits the model to similarities between people in each form of a kernel; each form and penalty
/// is weighted by its evidence.
pub fn fit_kernels(
    mut kernels: Vec<Vec<Vec<f64>>>,
    ratings: &[f64],
) -> Result<KernelAverage, Refusal> {
    let mut scales = Vec::new();
    for kernel in &mut kernels {
        let level = level_of(kernel);
        let scale = if level > 0.0 { DIAGONAL * level } else { 1.0 };
        kernel.iter_mut().flatten().for_each(|alike| *alike *= scale);
        scales.push(scale);
    }
    let mut fitted = average_kernels(&kernels, ratings, &STRENGTHS)?;
    for (weights, scale) in fitted.weights.iter_mut().zip(scales) {
        for weight in weights {
            *weight *= scale;
        }
    }
    Ok(fitted)
}

/// The factor that gives a part a spread of 1 between some people; 0 where they are all the same.
fn level(alike: &Alike, people: &[usize]) -> f64 {
    let row = |&one: &usize| people.iter().map(|&other| alike[one][other]).collect();
    level_of(&people.iter().map(row).collect())
}

fn level_of(alike: &Alike) -> f64 {
    let many = float(alike.len().max(1));
    let diagonal: f64 = alike.iter().enumerate().map(|(nth, row)| row[nth]).sum();
    let spread = (diagonal - alike.iter().flatten().sum::<f64>() / many) / many;
    if spread > 1e-9 { 1.0 / spread } else { 0.0 }
}

fn mean<const MANY: usize>(all: impl Iterator<Item = [f64; MANY]>, count: usize) -> [f64; MANY] {
    let mut sums = [0.0; MANY];
    for of in all {
        sums.iter_mut().zip(of).for_each(|(sum, of)| *sum += of);
    }
    sums.map(|sum| sum / float(count.max(1)))
}
