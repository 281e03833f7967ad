//! Several ratings of each question, in a file of their own.

use std::collections::BTreeMap;

use luna_core::question_rating::QuestionRating;

use super::resampling::mean;
use crate::format::fault::Fault;

/// The ratings of each question by all raters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    /// The names of the raters, in the order of the ratings.
    pub raters: Vec<String>,
    pub by_question: BTreeMap<String, Vec<f64>>,
}

impl Ratings {
    pub fn mean(&self, id: &str) -> Option<f64> {
        self.by_question.get(id).map(|ratings| mean(ratings))
    }
}

/// Reads a table by tabs: a header with *id* and a column for each rater, then a line for each
/// question with whole numbers from 1 to 5.
pub fn ratings(text: &str) -> Result<Ratings, Fault> {
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let fault = |line: usize, why: String| Fault { line, why };
    let (header, _) = lines.next().ok_or_else(|| fault(1, "the file is empty".to_owned()))?;
    let mut names = header.split('\t').map(|name| name.trim().to_owned());
    let is_id = names.next().as_deref() == Some("id");
    let raters: Vec<String> = names.collect();
    if !is_id || raters.is_empty() {
        let why =
            "the first column is to be “id”, and the others the raters, with tabs between them";
        return Err(fault(1, why.to_owned()));
    }
    let mut all = Ratings { raters, by_question: BTreeMap::new() };
    for (text, line) in lines {
        let mut cells = text.split('\t').map(str::trim);
        let id = cells.next().unwrap_or_default().to_owned();
        let rating = |cell: &str| {
            let number = cell.parse::<u8>().ok().and_then(|it| QuestionRating::try_from(it).ok());
            let why = || format!("“{}” is not a whole number from 1 to 5", cell.escape_debug());
            number.map(|it| f64::from(it.number())).ok_or_else(|| fault(line, why()))
        };
        let own: Vec<f64> = cells.map(rating).collect::<Result<_, _>>()?;
        if own.len() != all.raters.len() {
            let (found, expected) = (own.len(), all.raters.len());
            return Err(fault(line, format!("{found} ratings instead of {expected}")));
        }
        if all.by_question.insert(id, own).is_some() {
            return Err(fault(line, "this question was there before".to_owned()));
        }
    }
    match all.by_question.is_empty() {
        true => Err(fault(1, "the file is empty".to_owned())),
        false => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_question_has_a_rating_by_every_rater() {
        let found = ratings("id\tone\tother\nq2\t4\t5\nq1\t1\t2\n").unwrap();
        assert_eq!(found.raters, ["one", "other"]);
        assert_eq!((found.mean("q2"), found.mean("q3")), (Some(4.5), None));
    }

    #[test]
    fn each_fault_is_told_with_its_line() {
        for (text, expected) in [
            ("", "line 1: the file is empty"),
            ("id\ta\n", "line 1: the file is empty"),
            (
                "question\ta\n",
                "line 1: the first column is to be “id”, and the others the raters, with tabs between them",
            ),
            ("id\ta\tb\nq1\t4\n", "line 2: 1 ratings instead of 2"),
            ("id\ta\nq1\t6\n", "line 2: “6” is not a whole number from 1 to 5"),
            ("id\ta\nq1\t4\nq1\t4\n", "line 3: this question was there before"),
        ] {
            assert_eq!(ratings(text).unwrap_err().to_string(), expected);
        }
    }
}
