//! Features that ask how those were rated who said something most similar.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use luna_text::levenshtein::Pattern;

use super::feature::Feature;
use super::texts::Texts;

/// The rule for ties: the rating to take if several responses are equally similar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The rating of the person who comes first in the data.
    #[default]
    First,
    /// The mean of them all.
    Mean,
}

impl Ties {
    pub fn name(self) -> &'static str {
        match self {
            Ties::First => "first",
            Ties::Mean => "mean",
        }
    }
}

/// The similarities of distinct responses to each question.
pub(super) struct Neighbours {
    /// For each of them all of them, the most similar first, in groups that are
    /// as similar as each other.
    near: Vec<Vec<Vec<usize>>>,
}

impl Neighbours {
    /// By the number of words in common, or by how few changes of characters or
    /// words lead from one to the other.
    pub(super) fn of(feature: Feature, texts: &Texts) -> Neighbours {
        let all = &texts.distinct;
        let numbers = numbers_of_words(all);
        let sets: Vec<Vec<u32>> = numbers.iter().map(|words| distinct(words)).collect();
        let joined: Vec<String> = all.iter().map(|words| words.join(" ")).collect();
        let alike = |one: usize, pattern: &Pattern| -> Vec<i64> {
            let against = |other: usize| match feature {
                Feature::Nno => i64::try_from(common(&sets[one], &sets[other])).unwrap_or(0),
                Feature::Nnc => -length(pattern.distance(joined[other].chars())),
                _ => -length(pattern.distance(numbers[other].iter().copied())),
            };
            (0..all.len()).map(against).collect()
        };
        let near = (0..all.len()).map(|one| {
            let pattern = match feature {
                Feature::Nnc => Pattern::new(joined[one].chars()),
                _ => Pattern::new(numbers[one].iter().copied()),
            };
            let alike = alike(one, &pattern);
            let mut order: Vec<usize> = (0..all.len()).collect();
            order.sort_by_key(|&other| Reverse(alike[other]));
            order.chunk_by(|&a, &b| alike[a] == alike[b]).map(<[usize]>::to_vec).collect()
        });
        Neighbours { near: near.collect() }
    }

    /// For every person the rating of the most similar response among those
    /// learned from, but for their own.
    pub(super) fn ratings(
        &self,
        texts: &Texts,
        train: &[usize],
        ratings: &[f64],
        ties: Ties,
    ) -> Vec<f64> {
        let mut by = vec![Respondents::default(); texts.distinct.len()];
        for &person in train {
            by[texts.said[person]].add(person, ratings[person]);
        }
        let mut learned = vec![false; texts.said.len()];
        for &person in train {
            learned[person] = true;
        }
        let nearest: Vec<Option<Group>> = self
            .near
            .iter()
            .enumerate()
            .map(|(said, near)| groups(said, near, &by).next())
            .collect();
        let one = |(person, &said): (usize, &usize)| {
            let own = learned[person].then_some(person);
            let rating = |group: &Group| group.rating(own, ratings, ties);
            // A person who is alone among the nearest is predicted from the next.
            let next = || groups(said, &self.near[said], &by).nth(1).as_ref().and_then(rating);
            nearest[said].as_ref().and_then(rating).or_else(next).unwrap_or(0.0)
        };
        texts.said.iter().enumerate().map(one).collect()
    }
}

/// The people of the training set who gave one response, or several equally similar ones.
#[derive(Clone, Copy, Debug, Default)]
struct Respondents {
    /// The two who come first in the data.
    first: Option<usize>,
    second: Option<usize>,
    count: u32,
    sum: f64,
}

impl Respondents {
    fn add(&mut self, person: usize, rating: f64) {
        self.meet(Some(person));
        self.count += 1;
        self.sum += rating;
    }

    fn join(&mut self, other: &Respondents) {
        self.meet(other.first);
        self.meet(other.second);
        self.count += other.count;
        self.sum += other.sum;
    }

    fn meet(&mut self, person: Option<usize>) {
        let Some(person) = person else { return };
        if self.first.is_none_or(|first| person < first) {
            self.second = self.first;
            self.first = Some(person);
        } else if self.second.is_none_or(|second| person < second) {
            self.second = Some(person);
        }
    }
}

/// Responses that are equally similar to another, and if that one is among them.
struct Group {
    respondents: Respondents,
    own: bool,
}

impl Group {
    /// That of somebody else.
    fn rating(&self, own: Option<usize>, ratings: &[f64], ties: Ties) -> Option<f64> {
        let Respondents { first, second, count, sum } = self.respondents;
        let own = own.filter(|_| self.own);
        match ties {
            Ties::First if first == own => second.map(|person| ratings[person]),
            Ties::First => first.map(|person| ratings[person]),
            Ties::Mean => {
                let (less, rating) = own.map_or((0, 0.0), |person| (1, ratings[person]));
                (count > less).then(|| (sum - rating) / f64::from(count - less))
            }
        }
    }
}

/// The most similar of those that somebody said, then the next, and so on.
fn groups(said: usize, near: &[Vec<usize>], by: &[Respondents]) -> impl Iterator<Item = Group> {
    let joined = near.iter().map(move |group| {
        let mut respondents = Respondents::default();
        for &other in group {
            respondents.join(&by[other]);
        }
        Group { respondents, own: group.contains(&said) }
    });
    joined.filter(|group| group.respondents.count > 0)
}

/// The words of each response as numbers, in their order.
fn numbers_of_words(all: &[Vec<String>]) -> Vec<Vec<u32>> {
    let mut known: BTreeMap<&str, u32> = BTreeMap::new();
    let mut number = |word| {
        let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
        *known.entry(word).or_insert(next)
    };
    all.iter().map(|words| words.iter().map(|word| number(word.as_str())).collect()).collect()
}

/// In the order of their numbers.
fn distinct(words: &[u32]) -> Vec<u32> {
    let mut words = words.to_vec();
    words.sort_unstable();
    words.dedup();
    words
}

fn common(one: &[u32], other: &[u32]) -> usize {
    one.iter().filter(|word| other.binary_search(word).is_ok()).count()
}

fn length(distance: usize) -> i64 {
    i64::try_from(distance).unwrap_or(i64::MAX)
}
