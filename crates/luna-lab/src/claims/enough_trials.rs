//! As many trials as verdicts need: whatever leaves a claim undecided is measured again with more of
//! them, up to a limit.

use std::collections::BTreeMap;
use std::num::NonZero;

use crate::claims::{Check, Verdict, checks};
use crate::figures::{Figure, FigureData, Scale, draw};

/// A claim that would need more than this many times the limit is not pursued.
const HOPELESS: f64 = 4.0;
/// Room above the number that would just decide.
const ROOM: f64 = 1.2;

/// The number of trials to measure with next, or nothing if a claim is not to be pursued: the limit
/// is reached, or would not do by far.
pub(crate) fn next_trials(trials: u32, needed: Option<f64>, most: u32) -> Option<u32> {
    let [now, limit] = [trials, most].map(f64::from);
    let wanted = needed.map_or(4.0 * now, |needed| ROOM * needed);
    if trials >= most || wanted > HOPELESS * limit {
        return None;
    }
    Some(whole(wanted.clamp(2.0 * now, 16.0 * now).min(limit).ceil()))
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a whole number of at least one, and at most the limit"
)]
fn whole(count: f64) -> u32 {
    count as u32
}

/// Simulates all worlds of these figures, and those of a figure that leaves a claim undecided with
/// more trials, up to the most. A figure is that of a run with so many trials.
pub fn draw_enough(
    figures: &[Figure],
    scale: &Scale,
    most: u32,
    threads: NonZero<usize>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<FigureData> {
    let mut all = draw(figures, scale, threads, progress);
    for one in &mut all {
        while let Some(trials) = wanted(&checks(one), one.trials, most) {
            let scale = Scale { trials, ..scale.clone() };
            let more = draw(std::slice::from_ref(&one.figure), &scale, threads, progress);
            let Some(more) = more.into_iter().next() else { break };
            *one = more;
        }
    }
    all
}

/// The greatest number of trials that an undecided claim asks for.
fn wanted(checks: &[Check], trials: u32, most: u32) -> Option<u32> {
    let open = checks.iter().filter(|check| is_open(check));
    open.filter_map(|check| next_trials(trials, check.trials_needed(), most)).max()
}

/// The rows to measure again, each with its new number of trials. `checks` gives the claims about
/// any rows, always in the same order.
pub(crate) fn more_trials<R>(
    rows: &[&R],
    trials: &[u32],
    most: u32,
    checks: &dyn Fn(&[&R]) -> Vec<Check>,
) -> BTreeMap<usize, u32> {
    let mut more = BTreeMap::new();
    let whole = checks(rows);
    if !whole.iter().any(is_open) {
        return more;
    }
    let each: Vec<Vec<Check>> = rows.iter().map(|&row| checks(&[row])).collect();
    for (claim, check) in whole.iter().enumerate().filter(|(_, check)| is_open(check)) {
        let alone = |nth: usize| each[nth].get(claim).filter(|check| is_open(check));
        let mut open: Vec<(usize, Option<f64>)> =
            (0..rows.len()).filter_map(|nth| Some((nth, alone(nth)?.trials_needed()))).collect();
        if open.is_empty() {
            // A claim about several rows together: those without which it measures something else.
            let value = check.measured.value;
            let without = |nth: usize| [&rows[..nth], &rows[nth + 1..]].concat();
            let matters = |nth: &usize| {
                let other =
                    checks(&without(*nth)).get(claim).map_or(f64::NAN, |it| it.measured.value);
                other.total_cmp(&value).is_ne()
            };
            let needed = check.trials_needed();
            open = (0..rows.len()).filter(matters).map(|nth| (nth, needed)).collect();
        }
        for (nth, needed) in open {
            if let Some(count) = next_trials(trials[nth], needed, most) {
                let wanted = more.entry(nth).or_insert(count);
                *wanted = count.max(*wanted);
            }
        }
    }
    more
}

/// A number was measured and does not decide.
fn is_open(check: &Check) -> bool {
    check.verdict() == Verdict::Undecided && check.measured.value.is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{Measured, Target};
    use crate::trials::Estimate;

    #[test]
    fn trials_grow_towards_what_is_needed_and_no_further_than_allowed() {
        assert_eq!(next_trials(10, Some(25.0), 1000), Some(30));
        assert_eq!(next_trials(10, Some(12.0), 1000), Some(20), "at least twice as many");
        assert_eq!(next_trials(10, Some(900.0), 1000), Some(160), "an early guess may be far off");
        assert_eq!(next_trials(100, Some(1500.0), 1000), Some(1000));
        assert_eq!(next_trials(100, Some(1e9), 1000), None, "it would not help");
        assert_eq!(next_trials(1000, Some(1100.0), 1000), None);
        assert_eq!(next_trials(1, None, 10), Some(4));
        assert_eq!(next_trials(1, None, 1), None);
    }

    #[test]
    fn a_figure_is_drawn_with_as_many_trials_as_its_claims_need() {
        let minimum = crate::figures::paper().remove(2);
        let threads = NonZero::<usize>::MIN;
        let scale = Scale { players: 30, steps: 100, trials: 2, ..Scale::default() };
        let at_most = |most| {
            let drawn =
                draw_enough(std::slice::from_ref(&minimum), &scale, most, threads, &|_, _| ());
            drawn.into_iter().next().unwrap()
        };
        assert_eq!(at_most(2).trials, 2);
        let more = at_most(40);
        assert!(more.trials > 2, "{more:?}");
        let same = Scale { trials: more.trials, ..scale.clone() };
        assert_eq!(draw(std::slice::from_ref(&minimum), &same, threads, &|_, _| ()), [more]);
    }

    /// A value and its standard error.
    type Row = (f64, f64);

    fn checks(rows: &[&Row]) -> Vec<Check> {
        let measured =
            |row: &&Row| Measured::from(Estimate { value: row.0, error: row.1 }).of_trials(10);
        let sum = |rows: &[&Row]| rows.iter().map(|row| row.0).sum::<f64>();
        let both = (rows.len() > 1).then_some(Estimate { value: sum(rows), error: 0.1 });
        let both = both.map(|it| Measured::from(it).of_trials(10));
        vec![
            Check::worst_of("each is large", rows.iter().map(measured), Target::AtLeast(5.0)),
            Check::worst_of("the sum is large", both, Target::AtLeast(12.0)),
        ]
    }

    #[test]
    fn only_rows_that_leave_a_claim_open_are_measured_again() {
        let more = |rows: &[&Row]| more_trials(rows, &vec![10; rows.len()], 1000, &checks);
        let (sure, open, off) = ((9.0, 0.1), (5.2, 0.1), (4.0, 0.1));
        assert_eq!(more(&[&sure, &open]), [(1, 28)].into(), "(3 / 2)^2 as many, and room");
        assert_eq!(more(&[&off, &open, &sure]), [].into(), "it is contradicted as it is");
        // Each is sure, and their sum is not.
        let near = (6.1, 0.1);
        assert_eq!(more(&[&near, &near]).into_keys().collect::<Vec<_>>(), [0, 1]);
    }
}
