//! Feature groups beyond those of the machine, each of which can be left out.

mod response_features;

use std::borrow::Cow;

use luna_text::sentence::Encoder;
use luna_text::wordnet::WordNet;

use self::response_features::{ResponseFeatures, Text};
use crate::predict::dataset::{Person, Problem};
use luna_learn::float;

/// A group of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// BM25 of the response with the key, in both directions.
    Key,
    /// By BM25, how much of what well-rated people said is said.
    Good,
    /// Negation of the key, and the share of its words whose opposites are in the response.
    Turned,
    /// The shares of the key's numbers and units that are said, and of numbers that are not in it.
    Numbers,
    /// Distances from the key and from other responses by a model of sentences.
    Meaning,
}

impl Group {
    pub const ALL: [Group; 5] =
        [Group::Key, Group::Good, Group::Turned, Group::Numbers, Group::Meaning];

    pub fn name(self) -> &'static str {
        match self {
            Group::Key => "key",
            Group::Good => "good answers",
            Group::Turned => "opposites",
            Group::Numbers => "numbers",
            Group::Meaning => "sentences",
        }
    }
}

/// Optional resources besides the words.
#[derive(Clone, Copy, Default)]
pub struct Resources<'a> {
    /// Without it, nothing has an opposite.
    pub net: Option<&'a WordNet>,
    /// Without it, there is no [`Group::Meaning`].
    pub encoder: Option<&'a Encoder>,
}

pub(super) struct Groups {
    /// Similarities of people by each group that uses no rating.
    fixed: Vec<(Group, Similarities)>,
    /// For each question, how much of each response is in each other.
    overlaps: Vec<Overlaps>,
}

/// Similarities of all pairs of people.
pub(super) type Similarities = Vec<Vec<f64>>;

struct Overlaps {
    /// For each response, the share of each response that it has.
    shares: Vec<Vec<f64>>,
    /// The index of each person's response.
    by: Vec<usize>,
}

/// Numbers for each response to each question.
type Values = Vec<Vec<Vec<f64>>>;

impl Groups {
    pub(super) fn of(problem: &Problem, known: Resources<'_>) -> Groups {
        let people = &problem.people;
        let one = |(nth, question)| {
            ResponseFeatures::of(question, people.iter().map(move |person| text(person, nth)))
        };
        let said: Vec<ResponseFeatures<'_>> =
            problem.questions.iter().enumerate().map(one).collect();
        let by: Vec<&[usize]> = said.iter().map(|said| &said.by[..]).collect();
        let values = |of: &dyn Fn(&ResponseFeatures<'_>, &Text<'_>) -> Vec<f64>| {
            let each = |said: &ResponseFeatures<'_>| {
                said.texts.iter().map(|text| of(said, text)).collect()
            };
            linear(&said.iter().map(each).collect::<Values>(), &by)
        };
        let mut fixed = vec![
            (Group::Key, values(&|said, text| said.key(text))),
            (Group::Turned, values(&|said, text| said.turned(text, known.net))),
            (Group::Numbers, values(&|said, text| said.numbers(text))),
        ];
        if let Some(encoder) = known.encoder {
            fixed.push((Group::Meaning, meaning(&said, encoder)));
        }
        let overlaps = said.iter().map(|it| Overlaps { shares: it.overlaps(), by: it.by.clone() });
        Groups { fixed, overlaps: overlaps.collect() }
    }

    /// Returns the groups of [`Group::ALL`] that are available.
    pub(super) fn known(&self) -> Vec<Group> {
        let there = |group: &Group| {
            *group == Group::Good || self.fixed.iter().any(|(known, _)| known == group)
        };
        Group::ALL.into_iter().filter(there).collect()
    }

    /// Returns the similarities of people by one group; ratings are those of the training set only.
    pub(super) fn similarities(
        &self,
        group: Group,
        train: &[usize],
        ratings: &[f64],
    ) -> Cow<'_, Similarities> {
        match self.fixed.iter().find(|(known, _)| *known == group) {
            Some((_, alike)) => Cow::Borrowed(alike),
            None => Cow::Owned(self.overlap_with_best(train, ratings)),
        }
    }

    /// Similarities by two features: the overlap with the best third of the training set, as a mean
    /// and as a maximum. Nobody is compared with themselves.
    fn overlap_with_best(&self, train: &[usize], ratings: &[f64]) -> Similarities {
        let mut by_rating = train.to_vec();
        by_rating.sort_by(|&one, &other| ratings[other].total_cmp(&ratings[one]));
        let mut best = vec![false; ratings.len()];
        for &person in by_rating.iter().take(train.len().div_ceil(3)) {
            best[person] = true;
        }
        let one = |overlaps: &Overlaps| overlaps.with_best(&best);
        let values: Values = self.overlaps.iter().map(one).collect();
        let everybody: Vec<usize> = (0..ratings.len()).collect();
        linear(&values, &vec![&everybody[..]; values.len()])
    }
}

impl Overlaps {
    /// Returns the mean and the largest similarity of each person to the best other people.
    fn with_best(&self, best: &[bool]) -> Vec<Vec<f64>> {
        let mut counts = vec![0.0; self.shares.len()];
        for (&at, _) in self.by.iter().zip(best).filter(|(_, best)| **best) {
            counts[at] += 1.0;
        }
        let all: f64 = counts.iter().sum();
        let one = |(&at, &best): (&usize, &bool)| {
            let own = if best { 1.0 } else { 0.0 };
            let each = self.shares[at].iter().zip(&counts).enumerate();
            let left = each.map(|(nth, (share, count))| match nth == at {
                true => (share, count - own),
                false => (share, *count),
            });
            let (mut sum, mut most) = (0.0, 0.0_f64);
            for (share, count) in left.filter(|(_, count)| *count > 0.0) {
                sum += share * count;
                most = most.max(*share);
            }
            vec![sum / (all - own).max(1.0), most]
        };
        self.by.iter().zip(best).map(one).collect()
    }
}

fn text(person: &Person, nth: usize) -> &str {
    person.responses.get(nth).map_or("", String::as_str)
}

/// By how near to the key, and by how near to one another.
fn meaning(said: &[ResponseFeatures<'_>], encoder: &Encoder) -> Similarities {
    let near: Vec<(Vec<f64>, Similarities)> = said.iter().map(|said| said.near(encoder)).collect();
    let by: Vec<&[usize]> = said.iter().map(|said| &said.by[..]).collect();
    let key = near.iter().map(|(key, _)| key.iter().map(|&near| vec![near]).collect());
    let mut alike = linear(&key.collect::<Values>(), &by);
    let part = 1.0 / float(said.len().max(1));
    for ((_, near), by) in near.iter().zip(by) {
        for (row, &one) in alike.iter_mut().zip(by) {
            row.iter_mut().zip(by).for_each(|(alike, &other)| *alike += part * near[one][other]);
        }
    }
    alike
}

/// Returns a linear kernel of numbers for each response: of their means over the questions and of
/// the residuals for each question, both standardized over people.
fn linear(values: &Values, by: &[&[usize]]) -> Similarities {
    let people = by.first().map_or(0, |by| by.len());
    let width = values.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut rows = vec![Vec::new(); people];
    for nth in 0..width {
        let questions: Vec<Vec<f64>> = (values.iter().zip(by))
            .map(|(of, by)| centred(by.iter().map(|&at| of[at][nth]).collect()))
            .collect();
        let mean = |person: usize| questions.iter().map(|of| of[person]).sum::<f64>();
        let means: Vec<f64> = (0..people).map(mean).collect();
        let spread = |of: &[f64]| (of.iter().map(|x| x * x).sum::<f64>() / float(of.len())).sqrt();
        let times =
            |spread: f64| if spread > 1e-9 { 1.0 / (spread * float(width).sqrt()) } else { 0.0 };
        let general = times(spread(&means));
        let own = times(spread(&questions.concat()));
        let own = own / float(questions.len()).sqrt();
        for (person, row) in rows.iter_mut().enumerate() {
            row.push(general * means[person]);
            row.extend(questions.iter().map(|of| own * of[person]));
        }
    }
    let dot = |one: &Vec<f64>, other: &Vec<f64>| one.iter().zip(other).map(|(x, y)| x * y).sum();
    rows.iter().map(|one| rows.iter().map(|other| dot(one, other)).collect()).collect()
}

fn centred(mut of: Vec<f64>) -> Vec<f64> {
    let mean = of.iter().sum::<f64>() / float(of.len().max(1));
    for x in &mut of {
        *x -= mean;
    }
    of
}
