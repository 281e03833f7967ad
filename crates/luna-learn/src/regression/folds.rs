//! Splits into training and test rows, from a seed.

use crate::regression::design::Refusal;
use crate::rng::Rng;

/// Two sorted lists of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    pub train: Vec<usize>,
    pub test: Vec<usize>,
}

impl Split {
    fn of(rows: usize, tested: impl Fn(usize) -> bool) -> Split {
        let (test, train) = (0..rows).partition(|&row| tested(row));
        Split { train, test }
    }
}

/// K-fold cross-validation: each row is tested once, and fold sizes differ by one at most.
pub fn folds(rows: usize, folds: usize, seed: u64) -> Result<Vec<Split>, Refusal> {
    let each: Vec<usize> = (0..rows).collect();
    grouped_folds(&each, folds, seed)
}

/// K-fold cross-validation that keeps groups, numbered for each row, together. Larger groups are
/// assigned first, each to the smallest fold so far.
pub fn grouped_folds(groups: &[usize], folds: usize, seed: u64) -> Result<Vec<Split>, Refusal> {
    let mut sized = sizes(groups);
    if folds < 2 || folds > sized.len() {
        return Err(Refusal::Setting(
            "folds take at least two, and no more than there are rows or groups",
        ));
    }
    Rng::new(seed, 0).shuffle(&mut sized);
    sized.sort_by_key(|&(_, size)| std::cmp::Reverse(size));
    let mut filled = vec![0; folds];
    let mut dealt: Vec<(usize, usize)> = Vec::new();
    for (group, size) in sized {
        let least = filled.iter_mut().enumerate().min_by_key(|(_, filled)| **filled);
        if let Some((fold, filled)) = least {
            *filled += size;
            dealt.push((group, fold));
        }
    }
    dealt.sort_unstable();
    let fold = |row: usize| {
        let place = dealt.binary_search_by_key(&groups[row], |&(group, _)| group);
        place.ok().map(|place| dealt[place].1)
    };
    Ok((0..folds).map(|nth| Split::of(groups.len(), |row| fold(row) == Some(nth))).collect())
}

/// Leave-one-group-out cross-validation, in the order of group numbers.
pub fn leave_one_group_out(groups: &[usize]) -> Result<Vec<Split>, Refusal> {
    let sized = sizes(groups);
    if sized.len() < 2 {
        return Err(Refusal::Setting("leaving a group out takes two groups"));
    }
    let without =
        |&(group, _): &(usize, usize)| Split::of(groups.len(), |row| groups[row] == group);
    Ok(sized.iter().map(without).collect())
}

/// Random splits into four fifths for training and one fifth, rounded up, for testing. Each has a
/// random stream of its own, so a longer list begins with the shorter one.
pub fn random_splits(rows: usize, times: usize, seed: u64) -> Result<Vec<Split>, Refusal> {
    if rows < 2 {
        return Err(Refusal::Setting("a split takes two rows"));
    }
    let split = |round: usize| {
        let mut order: Vec<usize> = (0..rows).collect();
        Rng::new(seed, u64::try_from(round).unwrap_or(u64::MAX)).shuffle(&mut order);
        let mut train = order.split_off(rows.div_ceil(5));
        order.sort_unstable();
        train.sort_unstable();
        Split { train, test: order }
    };
    Ok((0..times).map(split).collect())
}

/// Each group with its number of rows.
fn sizes(groups: &[usize]) -> Vec<(usize, usize)> {
    let mut sorted = groups.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|one, other| one == other).map(|all| (all[0], all.len())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn parted(splits: &[Split], rows: usize) {
        for split in splits {
            let mut all = [split.train.clone(), split.test.clone()].concat();
            assert!(split.train.is_sorted() && split.test.is_sorted());
            all.sort_unstable();
            assert_eq!(all, (0..rows).collect::<Vec<_>>());
        }
    }

    #[test]
    fn each_row_is_tested_on_once() {
        for (rows, count) in [(2, 2), (10, 3), (698, 5), (7, 7)] {
            let all = folds(rows, count, 3).unwrap();
            parted(&all, rows);
            let mut tested: Vec<usize> = all.iter().flat_map(|split| split.test.clone()).collect();
            tested.sort_unstable();
            assert_eq!(tested, (0..rows).collect::<Vec<_>>());
            let sizes = all.iter().map(|split| split.test.len());
            assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
        }
    }

    #[test]
    fn no_group_is_parted() {
        let groups: Vec<usize> = (0..200).map(|row| row * row % 23).collect();
        for all in [grouped_folds(&groups, 4, 9).unwrap(), leave_one_group_out(&groups).unwrap()] {
            parted(&all, 200);
            for split in all {
                assert!(
                    split.test.iter().all(|&row| {
                        split.train.iter().all(|&other| groups[row] != groups[other])
                    })
                );
            }
        }
    }

    #[test]
    fn splits_are_four_to_one_and_those_of_their_seed() {
        let all = random_splits(698, 3, 1).unwrap();
        parted(&all, 698);
        assert_eq!((all[0].train.len(), all[0].test.len()), (558, 140));
        assert_eq!(random_splits(698, 2, 1).unwrap(), all[..2]);
        assert_ne!(random_splits(698, 1, 2).unwrap()[0], all[0]);
        assert_ne!(all[0], all[1]);
        let mut tested = [0; 10];
        for split in random_splits(10, 2000, 5).unwrap() {
            split.test.iter().for_each(|&row| tested[row] += 1);
        }
        assert!(tested.iter().all(|times| (330..470).contains(times)), "{tested:?}");
    }

    #[test]
    fn too_few_rows_are_refused() {
        assert!(folds(3, 4, 0).is_err() && folds(3, 1, 0).is_err() && folds(0, 2, 0).is_err());
        assert!(random_splits(1, 1, 0).is_err() && leave_one_group_out(&[4, 4]).is_err());
        assert!(grouped_folds(&[1, 1, 1, 2], 3, 0).is_err());
    }
}
