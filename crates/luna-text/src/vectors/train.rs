//! Training of word vectors: singular vectors of the pointwise mutual information of neighbours.

use ndarray::Array2;

use super::eigen::{SparseSymmetric, largest_eigenpairs};
use super::table::{Vectors, length};
use crate::interner::{Interner, to_u32, to_usize};
use crate::number::float;

/// Maximum distance of neighbours.
const WINDOW: usize = 5;
/// Relative length of a vector below which it is rounding.
const SHORTEST: f64 = 1e-4;

impl Vectors {
    /// Trains vectors on texts. Two words d apart, d up to 5, count 1/d for each other. The counts
    /// C give the positive pointwise mutual information max(0, ln(C(v, w) C / (C(v) C(w)))), where
    /// C(v) and C are sums over one word and both. The eigenpairs of this symmetric matrix that are
    /// largest in magnitude are kept; a word's vector is its entries in the eigenvectors, times the
    /// root of the magnitude.
    ///
    ///
    /// Nearly equal eigenvalues are kept or dropped together, as chance would decide otherwise: the
    /// last one kept exceeds the next by more than 1e-4 of the largest, so there may be fewer
    /// dimensions than asked for. Words whose vector is shorter than 1e-4 of the longest have none.
    pub fn train(texts: &[Vec<String>], dimensions: usize) -> Vectors {
        let mut names = Interner::default();
        let counts = cooccurrences(texts, &mut names);
        let matrix = SparseSymmetric::new(names.len(), ppmi(counts, names.len()));
        let (values, vectors) = largest_eigenpairs(&matrix, dimensions);
        let roots: Vec<f64> = values.iter().map(|value| value.abs().sqrt()).collect();
        rows(&names, &vectors, &roots)
    }
}

/// Weighted counts of neighbours in both directions, sorted by numbers.
fn cooccurrences(texts: &[Vec<String>], names: &mut Interner) -> Vec<(u32, u32, f64)> {
    let mut all = Vec::new();
    for text in texts {
        let numbers: Vec<u32> = text.iter().map(|word| names.intern(word)).collect();
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

/// Converts counts to positive pointwise mutual information.
fn ppmi(counts: Vec<(u32, u32, f64)>, words: usize) -> Vec<(u32, u32, f64)> {
    let mut sums = vec![0.0; words];
    for &(one, _, count) in &counts {
        sums[to_usize(one)] += count;
    }
    let total: f64 = sums.iter().sum();
    let information = |(one, other, count): (u32, u32, f64)| {
        let chance = sums[to_usize(one)] * sums[to_usize(other)] / total;
        (one, other, (count / chance).ln())
    };
    counts.into_iter().map(information).filter(|&(.., bits)| bits > 0.0).collect()
}

fn rows(names: &Interner, eigenvectors: &Array2<f64>, roots: &[f64]) -> Vectors {
    let mut vectors = Vectors { dimensions: roots.len(), ..Vectors::default() };
    let scaled = |row: ndarray::ArrayView1<f64>| -> Vec<f64> {
        row.iter().zip(roots).map(|(x, root)| x * root).collect()
    };
    let all: Vec<Vec<f64>> = eigenvectors.rows().into_iter().map(scaled).collect();
    let longest = all.iter().map(|vector| length(vector)).fold(0.0, f64::max);
    for (number, vector) in all.into_iter().enumerate() {
        if longest > 0.0 && length(&vector) >= SHORTEST * longest {
            vectors.add(names.name(to_u32(number)), vector);
        }
    }
    vectors
}
