//! Words and their vectors.

use crate::names::{Names, place};

#[derive(Clone, Debug, Default)]
pub struct Vectors {
    pub(super) names: Names,
    pub(super) dimensions: usize,
    /// By the numbers of the names, one vector after the other.
    pub(super) numbers: Vec<f64>,
}

impl Vectors {
    /// How many dimensions learnt vectors have if nobody says.
    pub const DIMENSIONS: usize = 50;

    /// How many words have a vector.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.len() == 0
    }

    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub fn of(&self, word: &str) -> Option<&[f64]> {
        let from = place(self.names.number(word)?) * self.dimensions;
        self.numbers.get(from..from + self.dimensions)
    }

    /// The mean of the vectors of those words that have one, each as often as it
    /// comes; nothing if none has.
    pub fn mean(&self, words: &[String]) -> Option<Vec<f64>> {
        let mut vectors = words.iter().filter_map(|word| self.of(word));
        // What a file of no words says of dimensions may be any number.
        let (mut sum, mut count) = (vectors.next()?.to_vec(), 1.0);
        for vector in vectors {
            sum.iter_mut().zip(vector).for_each(|(sum, x)| *sum += x);
            count += 1.0;
        }
        Some(sum.into_iter().map(|sum| sum / count).collect())
    }

    /// WCS: the cosine of the two means, from -1 to 1; 0 where a side has none, or
    /// one of no length.
    pub fn similarity(&self, one: &[String], other: &[String]) -> f64 {
        match (self.mean(one), self.mean(other)) {
            (Some(one), Some(other)) => cosine(&one, &other),
            _ => 0.0,
        }
    }

    pub(super) fn add(&mut self, word: &str, vector: impl IntoIterator<Item = f64>) {
        self.names.add(word);
        self.numbers.extend(vector);
    }
}

fn cosine(one: &[f64], other: &[f64]) -> f64 {
    let lengths = length(one) * length(other);
    let product: f64 = one.iter().zip(other).map(|(x, y)| x * y).sum();
    if lengths > 0.0 && lengths.is_finite() { (product / lengths).clamp(-1.0, 1.0) } else { 0.0 }
}

pub(super) fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}
