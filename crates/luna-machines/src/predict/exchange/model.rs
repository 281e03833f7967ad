//! Kernel ridge regression on people: the similarity of two is a sum of that of their answers'
//! surface, of their words, and of their answers to the same questions.

use luna_learn::design::Refusal;
use luna_learn::float;
use luna_learn::kernel_ridge::kernel_ridge;

use super::reader::{Answer, LOOKS, Reader};
use super::respondent::Respondent;

/// Penalties, of which leave-one-out cross-validation selects one.
const STRENGTHS: [f64; 11] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0];

/// The mean of how alike a person is to itself, so that strengths mean the same everywhere.
const DIAGONAL: f64 = 10.0;

/// Weights of looks, words, and answers to the same questions in the likeness of two people.
const PARTS: [f64; 3] = [1.0, 1.0, 1.0];

/// The looks of somebody's answers, and how much they agree with others' to the same questions.
const GENERAL: usize = LOOKS + 1;
type General = [f64; GENERAL];

/// The difference of agreement below which two people agree alike: a person trained on is not
/// compared with themselves, which alone makes a small difference.
const LEAST: f64 = 0.1;

/// Rated people, to learn from any of them.
pub(super) struct Crowd {
    people: Vec<Person>,
    /// For each question, who has answered it, and which of their answers that is.
    asked: Vec<Vec<(usize, usize)>>,
    /// For any two people, how alike their answers to the same questions are.
    same: Vec<Vec<Likeness>>,
}

/// The likeness of two people's answers to the same questions.
#[derive(Clone, Copy, Default)]
pub(super) struct Likeness {
    /// In all that counts, by how many answers each has given.
    alike: f64,
    /// The cosines of what they are made of, and how many there are.
    cosines: f64,
    pairs: f64,
}

struct Person {
    /// The latest first, each question once.
    answers: Vec<Answer>,
    /// The number of answers that are of the latest game.
    latest: usize,
}

/// A model trained on some of them.
pub(super) struct Model {
    intercept: f64,
    /// The contribution of each look, and of agreement.
    worth: General,
    /// Stands for agreement where nobody has answered the same questions.
    usual: f64,
    /// The contribution of each word that is all of an answer.
    words: Vec<f64>,
    rarity: Rarity,
    /// For each person: whether learned from, and what being alike to them in the answers to the
    /// same questions adds.
    pulls: Vec<Option<f64>>,
}

/// Weights of words by their rarity among those trained on.
struct Rarity {
    known: Vec<f64>,
    /// The weight of a word that nobody has used.
    new: f64,
}

impl Crowd {
    pub(super) fn new(reader: &mut Reader, respondents: &[&Respondent]) -> Crowd {
        let people: Vec<Person> =
            respondents.iter().map(|respondent| Person::new(reader, respondent)).collect();
        let mut asked = vec![Vec::new(); reader.questions()];
        for (who, person) in people.iter().enumerate() {
            for (nth, answer) in person.answers.iter().enumerate() {
                if let Some(question) = answer.question {
                    asked[question].push((who, nth));
                }
            }
        }
        let mut crowd = Crowd { people, asked, same: Vec::new() };
        crowd.compare();
        crowd
    }

    fn compare(&mut self) {
        let mut same = vec![vec![Likeness::default(); self.people.len()]; self.people.len()];
        for answers in &self.asked {
            for (place, &(one, nth)) in answers.iter().enumerate() {
                for &(other, at) in answers.iter().skip(place) {
                    let (left, right) = (&self.people[one], &self.people[other]);
                    let (answer, theirs) = (&left.answers[nth], &right.answers[at]);
                    let cosine = answer.cosine(theirs);
                    let alike = answer.alike(theirs, cosine);
                    let alike = alike * (left.weight() * right.weight()).sqrt();
                    same[one][other].add(alike, cosine);
                    if one != other {
                        same[other][one].add(alike, cosine);
                    }
                }
            }
        }
        self.same = same;
    }

    /// Ends the training: what only trains is large.
    pub(super) fn forget_training(&mut self) {
        self.same = Vec::new();
    }

    /// The likeness of somebody's answers in one game to those of each person to the same questions.
    pub(super) fn likeness(&self, answers: &[Answer]) -> Vec<Likeness> {
        let own = 1.0 / float(answers.len().max(1));
        let mut all = vec![Likeness::default(); self.people.len()];
        for answer in answers {
            let others = answer.question.and_then(|question| self.asked.get(question));
            for &(who, nth) in others.into_iter().flatten() {
                let person = &self.people[who];
                let cosine = answer.cosine(&person.answers[nth]);
                let alike = answer.alike(&person.answers[nth], cosine);
                all[who].add(alike * (own * person.weight()).sqrt(), cosine);
            }
        }
        all
    }

    /// From these people, with a rating for everybody there is.
    pub(super) fn learn(
        &self,
        reader: &Reader,
        people: &[usize],
        ratings: &[f64],
    ) -> Result<Model, Refusal> {
        let rarity = self.rarity(reader, people);
        let mixes: Vec<Vec<(usize, f64)>> =
            people.iter().map(|&who| rarity.mix(&self.people[who].answers)).collect();
        let words = products(reader, &mixes);
        let agreements: Vec<Option<f64>> =
            people.iter().map(|&who| self.agreement(people, who)).collect();
        let known: Vec<f64> = agreements.iter().flatten().copied().collect();
        let usual = known.iter().sum::<f64>() / float(known.len().max(1));
        let general = |(&who, agreement): (&usize, &Option<f64>)| {
            general(&self.people[who].answers, agreement.unwrap_or(usual))
        };
        let own: Vec<General> = people.iter().zip(&agreements).map(general).collect();
        let (means, mut spreads) = spread(&own);
        spreads[LOOKS] = spreads[LOOKS].max(LEAST);
        let standard: Vec<General> = own.iter().map(|of| standard(of, &means, &spreads)).collect();
        let looks = table(people.len(), |one, other| {
            let products = standard[one].iter().zip(&standard[other]).map(|(a, b)| a * b);
            products.sum::<f64>() / float(GENERAL)
        });
        let same = table(people.len(), |one, other| self.same[people[one]][people[other]].alike);
        let scales = scales([&looks, &words, &same]);
        // Put together in the place of one of its parts.
        let mut kernel = looks;
        for ((row, words), same) in kernel.iter_mut().zip(words).zip(same) {
            for ((entry, word), same) in row.iter_mut().zip(words).zip(same) {
                let parts = [*entry, word, same];
                *entry = parts.iter().zip(scales).map(|(part, scale)| part * scale).sum();
            }
        }
        let targets: Vec<f64> =
            people.iter().map(|&at| ratings.get(at).copied().unwrap_or(f64::NAN)).collect();
        let rows: Vec<usize> = (0..people.len()).collect();
        let fitted = kernel_ridge(&kernel, &rows, &targets, &STRENGTHS)?;
        let along = |nth: usize| {
            let all = fitted.weights.iter().zip(&standard).map(|(weight, of)| weight * of[nth]);
            let spread = if spreads[nth] > 1e-9 { spreads[nth] } else { f64::INFINITY };
            all.sum::<f64>() * scales[0] / float(GENERAL) / spread
        };
        let worth: General = std::array::from_fn(along);
        let shift: f64 = worth.iter().zip(&means).map(|(worth, mean)| worth * mean).sum();
        let words = sum(reader, &mixes, |nth| fitted.weights[nth] * scales[1]);
        let mut pulls = vec![None; self.people.len()];
        for (&who, weight) in people.iter().zip(&fitted.weights) {
            pulls[who] = Some(weight * scales[2]);
        }
        Ok(Model { intercept: fitted.intercept - shift, worth, usual, words, rarity, pulls })
    }

    /// The prediction for somebody's latest game.
    pub(super) fn predict(&self, model: &Model, who: usize) -> f64 {
        let person = &self.people[who];
        let latest = &person.answers[..person.latest];
        model.of(latest, &self.likeness(latest))
    }

    /// The agreement of somebody's answers with those of these people to the same questions; none where
    /// there are none.
    fn agreement(&self, people: &[usize], who: usize) -> Option<f64> {
        let others = people.iter().filter(|&&other| other != who);
        agreement(others.map(|&other| &self.same[who][other]))
    }

    /// By how many of these people a word is used.
    fn rarity(&self, reader: &Reader, people: &[usize]) -> Rarity {
        let mut users = vec![0_usize; reader.words()];
        for &who in people {
            let mut own: Vec<usize> =
                self.people[who].answers.iter().flat_map(|it| it.words.iter().copied()).collect();
            own.sort_unstable();
            own.dedup();
            for word in own {
                users[word] += 1;
            }
        }
        let rare = |users: usize| 1.0 + (float(people.len() + 1) / float(users + 1)).ln();
        Rarity { known: users.into_iter().map(rare).collect(), new: rare(0) }
    }
}

impl Person {
    fn new(reader: &mut Reader, respondent: &Respondent) -> Person {
        let (mut answers, mut latest): (Vec<Answer>, usize) = (Vec::new(), 0);
        for (nth, game) in respondent.games.iter().enumerate() {
            for exchange in game {
                let answer = reader.learn(exchange);
                if nth == 0 || answers.iter().all(|known| known.question != answer.question) {
                    answers.push(answer);
                }
            }
            latest = if nth == 0 { answers.len() } else { latest };
        }
        Person { answers, latest }
    }

    fn weight(&self) -> f64 {
        1.0 / float(self.answers.len().max(1))
    }
}

impl Model {
    /// By the answers of one game, and how alike they are to each person's.
    pub(super) fn of(&self, answers: &[Answer], likeness: &[Likeness]) -> f64 {
        let all = || self.pulls.iter().zip(likeness);
        let others = all().filter_map(|(pull, likeness)| pull.map(|_| likeness));
        let general = general(answers, agreement(others).unwrap_or(self.usual));
        let general: f64 = self.worth.iter().zip(general).map(|(worth, of)| worth * of).sum();
        let words: f64 =
            self.rarity.mix(answers).iter().map(|&(word, part)| self.words[word] * part).sum();
        let same: f64 = all().map(|(pull, likeness)| pull.unwrap_or(0.0) * likeness.alike).sum();
        self.intercept + general + words + same
    }
}

impl Likeness {
    fn add(&mut self, alike: f64, cosine: f64) {
        self.alike += alike;
        self.cosines += cosine;
        self.pairs += 1.0;
    }
}

/// The mean of the cosines, where there are any.
fn agreement<'a>(all: impl Iterator<Item = &'a Likeness>) -> Option<f64> {
    let (mut cosines, mut pairs) = (0.0, 0.0);
    for likeness in all {
        cosines += likeness.cosines;
        pairs += likeness.pairs;
    }
    (pairs > 0.0).then(|| cosines / pairs)
}

impl Rarity {
    /// The share of each word in some answers: of each answer the squares sum to 1, and all answers
    /// count the same.
    fn mix(&self, answers: &[Answer]) -> Vec<(usize, f64)> {
        let part = 1.0 / float(answers.len().max(1));
        let mut mix: Vec<(usize, f64)> = Vec::new();
        for answer in answers {
            let known: f64 = answer.words.iter().map(|&word| self.known[word].powi(2)).sum();
            let length = (known + float(answer.new_words) * self.new.powi(2)).sqrt();
            if length > 0.0 {
                let words = answer.words.iter();
                mix.extend(words.map(|&word| (word, part * self.known[word] / length)));
            }
        }
        mix.sort_by_key(|&(word, _)| word);
        mix.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0.0 };
            same
        });
        mix
    }
}

fn general(answers: &[Answer], agreement: f64) -> General {
    let many = float(answers.len().max(1));
    std::array::from_fn(|nth| match nth {
        LOOKS => agreement,
        _ => answers.iter().map(|answer| answer.looks[nth]).sum::<f64>() / many,
    })
}

/// The products of any two mixes.
fn products(reader: &Reader, mixes: &[Vec<(usize, f64)>]) -> Vec<Vec<f64>> {
    let mut users: Vec<Vec<(usize, f64)>> = vec![Vec::new(); reader.words()];
    for (who, mix) in mixes.iter().enumerate() {
        for &(word, part) in mix {
            users[word].push((who, part));
        }
    }
    let mut products = vec![vec![0.0; mixes.len()]; mixes.len()];
    for users in &users {
        for &(one, part) in users {
            let row = &mut products[one];
            for &(other, theirs) in users {
                row[other] += part * theirs;
            }
        }
    }
    products
}

/// The sum of all mixes, each as often as `weight` says.
fn sum(reader: &Reader, mixes: &[Vec<(usize, f64)>], weight: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut sum = vec![0.0; reader.words()];
    for (nth, mix) in mixes.iter().enumerate() {
        for &(word, part) in mix {
            sum[word] += weight(nth) * part;
        }
    }
    sum
}

fn table(many: usize, of: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    (0..many).map(|one| (0..many).map(|other| of(one, other)).collect()).collect()
}

/// The factor of each part that gives it a variance between people equal to its weight.
fn scales(parts: [&Vec<Vec<f64>>; 3]) -> [f64; 3] {
    let all: f64 = PARTS.iter().sum();
    std::array::from_fn(|nth| {
        let of = parts[nth];
        let many = float(of.len().max(1));
        let own: f64 = of.iter().enumerate().map(|(at, row)| row[at]).sum::<f64>() / many;
        let mean: f64 = of.iter().flatten().sum::<f64>() / (many * many);
        // General features have been standardized: those that are all alike count for nothing.
        let spread = if nth == 0 { 1.0 } else { own - mean };
        if spread > 1e-9 { DIAGONAL * PARTS[nth] / all / spread } else { 0.0 }
    })
}

/// Each less its mean, by its standard deviation.
fn standard(of: &General, means: &General, spreads: &General) -> General {
    std::array::from_fn(|nth| match spreads[nth] {
        spread if spread > 1e-9 => (of[nth] - means[nth]) / spread,
        _ => 0.0,
    })
}

/// The means and standard deviations.
fn spread(all: &[General]) -> (General, General) {
    let count = float(all.len().max(1));
    let means: General =
        std::array::from_fn(|nth| all.iter().map(|of| of[nth]).sum::<f64>() / count);
    let spread = |nth: usize| {
        (all.iter().map(|of| (of[nth] - means[nth]).powi(2)).sum::<f64>() / count).sqrt()
    };
    (means, std::array::from_fn(spread))
}
