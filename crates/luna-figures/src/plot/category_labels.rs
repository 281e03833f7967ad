//! The names of categories side by side below a chart: on two lines if needed,
//! and only some of them if there is no room for all.

use crate::scene::font::room;
use crate::scene::style::Style;
use crate::scene::text::{count, cut, wrapped};
use crate::scene::{Anchor, Scene};

/// The distance between the baselines of the two lines.
const LINE: f64 = 17.0;
const BETWEEN: f64 = 4.0;
/// Names are cut to this length before some are left out.
const SHORTEST: &str = "abcd…";

pub(crate) struct CategoryLabels {
    /// The index of a category, and its name on up to two lines.
    names: Vec<(usize, [String; 2])>,
}

impl CategoryLabels {
    /// Fits the names to places this far apart.
    pub(crate) fn new(names: &[&str], apart: f64) -> CategoryLabels {
        let widest = names.iter().map(|name| room(name)).fold(0.0, f64::max);
        let least = widest.min(room(SHORTEST)) + BETWEEN;
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
        let step = steps.into_iter().find(|&step| count(step) * apart >= least).unwrap_or(1_000);
        let most = count(step) * apart - BETWEEN;
        let split = |name: &str| {
            let lines = wrapped(name, most, room);
            let (first, rest) = lines.split_at(lines.len().min(1));
            [first, rest].map(|words| cut(&words.join(" "), most))
        };
        let places = || names.iter().enumerate();
        let shown = places().step_by(step).map(|(place, name)| (place, split(name)));
        let whole = |name: &&str| split(name).join(" ").trim_end() == *name;
        let crowded = step == 2 || step == 1 && !names.iter().all(whole);
        if !crowded || widest > 2.0 * apart - BETWEEN {
            return CategoryLabels { names: shown.collect() };
        }
        // Rather than leave every second name out or cut some, put every second one below.
        let all = places().map(|(place, name)| match place % 2 {
            0 => (place, [(*name).to_owned(), String::new()]),
            _ => (place, [String::new(), (*name).to_owned()]),
        });
        CategoryLabels { names: all.collect() }
    }

    /// The depth of the names below their first line.
    pub(crate) fn depth(&self) -> f64 {
        if self.names.iter().any(|(_, [_, second])| !second.is_empty()) { LINE } else { 0.0 }
    }

    /// Draws each name below the middle of its place, unless it would leave the chart.
    pub(crate) fn draw(&self, scene: &mut Scene, y: f64, middle: impl Fn(usize) -> f64) {
        for (place, lines) in &self.names {
            let x = middle(*place);
            for (words, y) in lines.iter().zip([y, y + LINE]) {
                if x + room(words) / 2.0 <= scene.width {
                    scene.text(Style::Tick, Anchor::Middle, (x, y), words);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], apart: f64, expected: &[(usize, &str, &str)]) {
        let names = CategoryLabels::new(names, apart).names;
        let shown: Vec<(usize, &str, &str)> = names
            .iter()
            .map(|(place, [first, second])| (*place, &first[..], &second[..]))
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn names_wrap_once_and_are_cut_after_that() {
        let names = ["one", "delayed quantile", "extraordinarily"];
        let alternate = [(0, "one", ""), (1, "", "delayed quantile"), (2, "extraordinarily", "")];
        check(&names, 85.0, &alternate);
        check(&names, 45.0, &[(0, "one", ""), (2, "extraord…", "")]);
        check(&names[..2], 85.0, &[(0, "one", ""), (1, "delayed", "quantile")]);
    }

    #[test]
    fn where_places_are_narrow_names_alternate_or_only_every_fifth_has_one() {
        check(&["1", "2", "3"], 20.0, &[(0, "1", ""), (1, "2", ""), (2, "3", "")]);
        check(&["10", "20", "30"], 20.0, &[(0, "10", ""), (1, "", "20"), (2, "30", "")]);
        check(&["1000", "2000", "3000"], 15.0, &[(0, "1000", "")]);
        check(&["", ""], 0.0, &[(0, "", "")]);
    }
}
