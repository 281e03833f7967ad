//! A table of words and their vectors.

use crate::interner::{Interner, to_usize};

#[derive(Clone, Debug, Default)]
pub struct Vectors {
    pub(super) names: Interner,
    pub(super) dimensions: usize,
    /// By the numbers of the names, one vector after the other.
    pub(super) numbers: Vec<f64>,
}

impl Vectors {
    /// Default number of dimensions of trained vectors.
    pub const DIMENSIONS: usize = 50;

    /// Number of words.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.len() == 0
    }

    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub fn get(&self, word: &str) -> Option<&[f64]> {
        let from = to_usize(self.names.number(word)?) * self.dimensions;
        self.numbers.get(from..from + self.dimensions)
    }

    /// Mean vector of the words in the table, with repetitions; `None` if there are none.
    pub fn mean(&self, words: &[String]) -> Option<Vec<f64>> {
        let mut vectors = words.iter().filter_map(|word| self.get(word));
        // The dimensions of an empty file may be any number.
        let (mut sum, mut count) = (vectors.next()?.to_vec(), 1.0);
        for vector in vectors {
            sum.iter_mut().zip(vector).for_each(|(sum, x)| *sum += x);
            count += 1.0;
        }
        Some(sum.into_iter().map(|sum| sum / count).collect())
    }

    /// Word centroid similarity: the cosine of the two means, from -1 to 1; 0 if a side has no
    /// words or zero length.
    pub fn similarity(&self, one: &[String], other: &[String]) -> f64 {
        match (self.mean(one), self.mean(other)) {
            (Some(one), Some(other)) => cosine(&one, &other),
            _ => 0.0,
        }
    }

    pub(super) fn add(&mut self, word: &str, vector: impl IntoIterator<Item = f64>) {
        self.names.intern(word);
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
