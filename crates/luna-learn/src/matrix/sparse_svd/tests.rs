use super::*;
use crate::number::float;
use crate::rng::Rng;

/// A matrix by formula, so that other programs can have it too.
fn patterned() -> SparseMatrix {
    let mut entries = Vec::new();
    for row in 0..40_u32 {
        for column in 0..60_u32 {
            if (row * 3 + column * 5).is_multiple_of(7) {
                let value = f64::from((row * 7 + column * 13 + row * column) % 11) - 4.0;
                entries.push((row, column, value));
            }
        }
    }
    SparseMatrix::new(40, 60, &entries)
}

/// A matrix with some eight entries in a row.
fn random(rows: usize, columns: usize, seed: u64) -> SparseMatrix {
    let mut rng = Rng::new(seed, 0);
    let entries: Vec<(u32, u32, f64)> = (0..rows * 8)
        .map(|_| {
            let [row, column] = [rows, columns].map(|n| u32::try_from(rng.below(n)).unwrap());
            (row, column, rng.unit() * 4.0 - 1.0)
        })
        .collect();
    SparseMatrix::new(rows, columns, &entries)
}

/// Checks that the vectors are orthonormal and that `A v` is the value times `u`.
#[track_caller]
fn check(matrix: &SparseMatrix, svd: &TruncatedSvd, tolerance: f64) {
    for vectors in [&svd.left, &svd.right] {
        let products = vectors.t().dot(vectors);
        for ((row, column), product) in products.indexed_iter() {
            let expected = f64::from(u8::from(row == column));
            assert!((product - expected).abs() < tolerance, "{row}, {column}: {product}");
        }
    }
    let top = svd.values.first().copied().unwrap_or(0.0);
    let image = matrix.transposed().transposed_times(&svd.right);
    for (nth, value) in svd.values.iter().enumerate() {
        let difference = &image.column(nth) - &(&svd.left.column(nth) * *value);
        let off = difference.dot(&difference).sqrt();
        assert!(off < tolerance * top, "{nth}: {off}");
    }
    assert!(svd.values.is_sorted_by(|one, next| one >= next));
}

/// As `NumPy` 2.3 gives them.
#[test]
fn singular_values_are_those_of_other_programs() {
    let known = [
        17.190_586_513_425_483,
        15.660_158_394_286_9,
        15.149_063_743_924_811,
        14.813_551_682_913_89,
        14.677_804_766_957_244,
        14.621_381_769_797_571,
        14.494_524_999_964_394,
        13.867_378_523_286_382,
    ];
    let matrix = patterned();
    for svd in [TruncatedSvd::new(&matrix, 8), TruncatedSvd::new(&matrix.transposed(), 8)] {
        for (value, known) in svd.values.iter().zip(known) {
            assert!((value - known).abs() < 1e-10, "{value} {known}");
        }
        assert_eq!(svd.values.len(), 8);
    }
    check(&matrix, &TruncatedSvd::new(&matrix, 8), 1e-8);
}

#[test]
fn a_long_process_keeps_its_vectors_orthogonal() {
    let matrix = random(900, 2500, 4);
    let svd = TruncatedSvd::new(&matrix, 60);
    assert_eq!(svd.values.len(), 60);
    check(&matrix, &svd, 1e-7);
    // More of them begin with the same ones.
    let more = TruncatedSvd::new(&matrix, 90);
    for (one, other) in svd.values.iter().zip(&more.values) {
        assert!((one - other).abs() < 1e-10);
    }
}

#[test]
fn the_squares_of_all_values_add_up_to_those_of_the_entries() {
    let matrix = random(50, 70, 2);
    let svd = TruncatedSvd::new(&matrix, 50);
    let squares: f64 = svd.values.iter().map(|value| value * value).sum();
    let entries: f64 = matrix.iter().map(|(.., value)| value * value).sum();
    assert!((squares - entries).abs() < 1e-9 * entries);
    check(&matrix, &svd, 1e-7);
}

#[test]
fn a_low_rank_gives_few_values_and_equal_values_are_all_found() {
    // Three blocks of ones, two of the same size.
    let mut entries = Vec::new();
    for (from, to) in [(0, 5), (5, 10), (10, 13)] {
        entries.extend((from..to).flat_map(|row| (from..to).map(move |column| (row, column, 1.0))));
    }
    let svd = TruncatedSvd::new(&SparseMatrix::new(20, 30, &entries), 10);
    assert_eq!(svd.values.len(), 3);
    for (value, known) in svd.values.iter().zip([5.0, 5.0, 3.0]) {
        assert!((value - known).abs() < 1e-12, "{:?}", svd.values);
    }
    let identity: Vec<(u32, u32, f64)> = (0..12).map(|nth| (nth, nth, 2.0)).collect();
    let svd = TruncatedSvd::new(&SparseMatrix::new(12, 12, &identity), 99);
    assert_eq!(svd.values.len(), 12);
}

#[test]
fn nothing_is_decomposed_into_nothing() {
    for matrix in [
        SparseMatrix::new(0, 0, &[]),
        SparseMatrix::new(3, 4, &[]),
        SparseMatrix::new(0, 5, &[(0, 0, 1.0)]),
    ] {
        assert_eq!(TruncatedSvd::new(&matrix, 3).values, [0.0; 0]);
    }
    assert_eq!(TruncatedSvd::new(&patterned(), 0).values, [0.0; 0]);
}

#[test]
fn the_same_matrix_gives_the_same_numbers() {
    let matrix = random(300, 500, 9);
    assert_eq!(TruncatedSvd::new(&matrix, 20), TruncatedSvd::new(&matrix, 20));
}

#[test]
fn entries_of_one_place_add_up() {
    let matrix = SparseMatrix::new(2, 2, &[(1, 0, 2.0), (0, 1, 5.0), (1, 0, 0.5), (2, 0, 9.0)]);
    assert_eq!(matrix.iter().collect::<Vec<_>>(), [(1, 0, 2.5), (0, 1, 5.0)]);
    assert_eq!(matrix.norms(), (vec![5.0, 2.5], vec![2.5, 5.0]));
    let scaled = matrix.scaled(&[2.0, 10.0], &[1.0, float(3)]);
    assert_eq!(scaled.iter().collect::<Vec<_>>(), [(1, 0, 25.0), (0, 1, 30.0)]);
}
