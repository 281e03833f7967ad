//! Vectors from texts: which words stand near which others more often than by
//! chance, put into a few dimensions.

use ndarray::Array2;

use super::eigen::{Symmetric, largest};
use super::table::{Vectors, length};
use crate::float;
use crate::names::{Names, place, short};

/// Words up to this far apart are neighbours.
const WINDOW: usize = 5;
/// A vector shorter than this, compared to the longest, is what rounding left.
const SHORTEST: f64 = 1e-4;

impl Vectors {
    /// Learnt from texts. Two words d apart in a text, d up to 5, count 1/d for
    /// each other. From the sums C comes the positive pointwise mutual information
    /// max(0, ln(C(v, w) C / (C(v) C(w)))), where C(v) and C are sums over one word
    /// and both. Of this symmetric matrix, the eigenvalues largest in magnitude
    /// are kept, as many as there are to be dimensions; a word's vector has its
    /// part in each eigenvector, times the root of the magnitude.
    ///
    /// Eigenvalues that are as good as equal are kept or left together, or else
    /// chance would decide: the last one kept is larger than the next by more than
    /// 1e-4 of the largest, for which some may have to go. A word has no vector if
    /// it would be shorter than 1e-4 of the longest.
    pub fn learned(texts: &[Vec<String>], dimensions: usize) -> Vectors {
        let mut names = Names::default();
        let counts = counted(texts, &mut names);
        let matrix = Symmetric::new(names.len(), informed(counts, names.len()));
        let (values, vectors) = largest(&matrix, dimensions);
        let roots: Vec<f64> = values.iter().map(|value| value.abs().sqrt()).collect();
        rows(&names, &vectors, &roots)
    }
}

/// Which words are neighbours, both ways, in the order of their numbers.
fn counted(texts: &[Vec<String>], names: &mut Names) -> Vec<(u32, u32, f64)> {
    let mut all = Vec::new();
    for text in texts {
        let numbers: Vec<u32> = text.iter().map(|word| names.add(word)).collect();
        for (at, &one) in numbers.iter().enumerate() {
            for (&other, apart) in numbers.iter().skip(at + 1).zip(1..=WINDOW) {
                let weight = 1.0 / float(apart);
                all.extend([(one, other, weight), (other, one, weight)]);
            }
        }
    }
    all.sort_by_key(|&(one, other, _)| (one, other));
    all.dedup_by(|next, sum| {
        let same = (next.0, next.1) == (sum.0, sum.1);
        if same {
            sum.2 += next.2;
        }
        same
    });
    all
}

/// From counts to positive pointwise mutual information.
fn informed(counts: Vec<(u32, u32, f64)>, words: usize) -> Vec<(u32, u32, f64)> {
    let mut sums = vec![0.0; words];
    for &(one, _, count) in &counts {
        sums[place(one)] += count;
    }
    let total: f64 = sums.iter().sum();
    let information = |(one, other, count): (u32, u32, f64)| {
        let chance = sums[place(one)] * sums[place(other)] / total;
        (one, other, (count / chance).ln())
    };
    counts.into_iter().map(information).filter(|&(.., bits)| bits > 0.0).collect()
}

fn rows(names: &Names, eigenvectors: &Array2<f64>, roots: &[f64]) -> Vectors {
    let mut vectors = Vectors { dimensions: roots.len(), ..Vectors::default() };
    let scaled = |row: ndarray::ArrayView1<f64>| -> Vec<f64> {
        row.iter().zip(roots).map(|(x, root)| x * root).collect()
    };
    let all: Vec<Vec<f64>> = eigenvectors.rows().into_iter().map(scaled).collect();
    let longest = all.iter().map(|vector| length(vector)).fold(0.0, f64::max);
    for (number, vector) in all.into_iter().enumerate() {
        if longest > 0.0 && length(&vector) >= SHORTEST * longest {
            vectors.add(names.name(short(number)), vector);
        }
    }
    vectors
}
