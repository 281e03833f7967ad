//! Figure 1 of the paper as data: strict and relaxed results by subtest, beside the printed numbers.

use super::item::Subtest;
use super::paper_result::PaperResult;

/// The groups of the figure and its series of bars.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureOne {
    pub groups: Vec<&'static str>,
    /// Each with its name. A bar is its value and the ends of its interval, which are not numbers where
    /// they are unknown.
    pub series: [(&'static str, Vec<[f64; 3]>); 4],
}

impl FigureOne {
    pub const X_LABEL: &str = "subtest";
    pub const Y_LABEL: &str = "percent of full points";
    pub const DESCRIPTION: &str = "Percent of full points in each subtest and in the mean, strict and relaxed, with \
        intervals of 95 %, beside the numbers that the paper gives in words.";

    /// The figure of a sitting, from its strict and relaxed results in each subtest, or in the mean.
    pub fn of(mut ours: impl FnMut(Option<Subtest>) -> [[f64; 3]; 2]) -> FigureOne {
        let mut figure = FigureOne {
            groups: Vec::new(),
            series: ["strict", "relaxed", "paper, strict", "paper, relaxed"]
                .map(|name| (name, Vec::new())),
        };
        for row in Subtest::ALL.into_iter().map(Some).chain([None]) {
            figure.groups.push(row.map_or("Mean", Subtest::title));
            let PaperResult { strict, relaxed } = PaperResult::of(row);
            let printed = [strict, relaxed].map(|it| [it.unwrap_or(f64::NAN), f64::NAN, f64::NAN]);
            let bars = ours(row).into_iter().chain(printed);
            for ((_, values), bar) in figure.series.iter_mut().zip(bars) {
                values.push(bar);
            }
        }
        figure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subtest_and_the_mean_stand_beside_what_is_printed() {
        let figure = FigureOne::of(|row| match row {
            Some(_) => [[1.0, 0.0, 2.0], [2.0, 1.0, 3.0]],
            None => [[5.0, 4.0, 6.0]; 2],
        });
        assert_eq!(figure.groups.first(), Some(&"Vocabulary"));
        assert_eq!((figure.groups.len(), figure.groups.last()), (6, Some(&"Mean")));
        let [strict, relaxed, printed, _] = figure.series;
        assert_eq!((strict.1[0], strict.1[5]), ([1.0, 0.0, 2.0], [5.0, 4.0, 6.0]));
        assert_eq!((relaxed.0, relaxed.1.len()), ("relaxed", 6));
        assert!(printed.1[0][0].to_bits() == 50_f64.to_bits() && printed.1[0][1].is_nan());
        assert!(printed.1[1][0].is_nan(), "Information is in the figure alone");
    }
}
