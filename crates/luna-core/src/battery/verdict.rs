//! Verdicts of people about answers that the key doubts, and the score that they add up to.

use super::item::Item;
use crate::assignment::{Decision, decide};

/// The mark of an answer that is nonsense, and not only wrong.
pub const NONSENSE: &str = "nonsense";
/// The mark of an answer that is right and not what a child would say.
pub const UNCHILDLIKE: &str = "unchildlike";

/// What a person says of an answer, without knowing whose it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HumanScore {
    pub points: u8,
    /// Wrong in a way in which no child would be.
    pub is_nonsense: bool,
    /// Right in words that no child of four would use.
    pub is_unchildlike: bool,
}

/// Why a score is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoreProblem {
    #[error("Give the answer {} points.", scale(*.0))]
    NoPoints(u8),
    #[error("An answer that earns points is not nonsense. Give it 0 points, or take the mark off.")]
    WorthyNonsense,
    #[error(
        "An answer that earns nothing is not right. Give it points, or take off the mark that no child would say it."
    )]
    WorthlessUnchildlike,
}

fn scale(most: u8) -> String {
    let below = (0..most).map(|it| it.to_string()).collect::<Vec<_>>().join(", ");
    format!("{below} or {most}")
}

impl HumanScore {
    /// Reads points and marks as a scorer gives them.
    pub fn read(
        points: &str,
        is_nonsense: bool,
        is_unchildlike: bool,
        item: &Item,
    ) -> Result<HumanScore, ScoreProblem> {
        let points = points.parse().ok().filter(|points| *points <= item.most);
        let points = points.ok_or(ScoreProblem::NoPoints(item.most))?;
        match (points, is_nonsense, is_unchildlike) {
            (1.., true, _) => Err(ScoreProblem::WorthyNonsense),
            (0, _, true) => Err(ScoreProblem::WorthlessUnchildlike),
            _ => Ok(HumanScore { points, is_nonsense, is_unchildlike }),
        }
    }

    /// Reads a score from its stored points and marks.
    pub fn stored(points: &str, marks: &[String]) -> Option<HumanScore> {
        let has = |mark: &str| marks.iter().any(|it| it == mark);
        Some(HumanScore {
            points: points.parse().ok()?,
            is_nonsense: has(NONSENSE),
            is_unchildlike: has(UNCHILDLIKE),
        })
    }

    /// The marks as they are stored.
    pub fn marks(self) -> Vec<String> {
        let all = [(self.is_nonsense, NONSENSE), (self.is_unchildlike, UNCHILDLIKE)];
        all.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark.to_owned()).collect()
    }
}

/// The score that the scorers' verdicts add up to; none while more are needed. Two that agree on the
/// points decide; of three that all differ, the middle one does. A mark needs most of those who gave
/// these points.
pub fn settle(scores: &[HumanScore]) -> Option<HumanScore> {
    let mut points: Vec<u8> = scores.iter().map(|score| score.points).collect();
    let decided = match decide(&points) {
        Decision::Open => return None,
        Decision::Decided(points) => points,
        Decision::Split => {
            points.sort_unstable();
            *points.get(points.len() / 2)?
        }
    };
    let agreeing: Vec<&HumanScore> = scores.iter().filter(|it| it.points == decided).collect();
    let most = |is: fn(&HumanScore) -> bool| {
        2 * agreeing.iter().filter(|score| is(score)).count() > agreeing.len()
    };
    Some(HumanScore {
        points: decided,
        is_nonsense: most(|it| it.is_nonsense),
        is_unchildlike: most(|it| it.is_unchildlike),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battery::Subtest;

    fn item(most: u8) -> Item {
        Item {
            id: "dog".to_owned(),
            subtest: Subtest::Information,
            words: Vec::new(),
            question: None,
            clues: Vec::new(),
            most,
            ideas: Vec::new(),
            examples: Vec::new(),
        }
    }

    #[test]
    fn points_are_on_the_scale_and_marks_fit_them() {
        let read = |points: &str, nonsense, unchildlike| {
            HumanScore::read(points, nonsense, unchildlike, &item(1))
                .map_err(|problem| problem.to_string())
        };
        let good = read("1", false, true).unwrap();
        assert_eq!((good.points, good.marks()), (1, vec![UNCHILDLIKE.to_owned()]));
        assert_eq!(HumanScore::stored("1", &good.marks()), Some(good));
        assert!(read("0", true, false).unwrap().is_nonsense);
        for points in ["2", "", "-1", "one"] {
            assert_eq!(read(points, false, false).unwrap_err(), "Give the answer 0 or 1 points.");
        }
        let three = HumanScore::read("3", false, false, &item(2)).unwrap_err();
        assert_eq!(three.to_string(), "Give the answer 0, 1 or 2 points.");
        assert!(read("1", true, false).unwrap_err().contains("not nonsense"));
        assert!(read("0", false, true).unwrap_err().contains("not right"));
    }

    #[test]
    fn two_decide_and_the_middle_of_three_that_differ() {
        let score = |text: &str| HumanScore {
            points: text[..1].parse().unwrap(),
            is_nonsense: text.ends_with('n'),
            is_unchildlike: text.ends_with('u'),
        };
        for (given, expected) in [
            ("", None),
            ("2", None),
            ("2 2", Some("2")),
            ("0 1", None),
            ("0n 0n", Some("0n")),
            // One of two is not most of them.
            ("0n 0", Some("0")),
            ("0n 1 0n", Some("0n")),
            ("2u 1 2u", Some("2u")),
            ("0 2 1u", Some("1u")),
            ("2 0n 1", Some("1")),
        ] {
            let scores: Vec<HumanScore> = given.split_whitespace().map(score).collect();
            assert_eq!(settle(&scores), expected.map(score), "{given}");
        }
    }
}
