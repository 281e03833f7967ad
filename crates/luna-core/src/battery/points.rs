//! Points of answers, strict and relaxed.

/// The first pass over one answer, by the key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyScore {
    pub points: u8,
    /// From 0 to 1.
    pub confidence: f64,
    /// Expresses an idea of the key, be it a wrong one.
    pub is_recognized: bool,
    /// Earns its points in words that no child of four would use.
    pub is_unchildlike: bool,
}

impl KeyScore {
    /// An answer with this confidence or less is for people to score.
    pub const DOUBT: f64 = 0.5;

    pub fn is_doubtful(&self) -> bool {
        self.confidence <= KeyScore::DOUBT
    }
}

/// The points of the best answer; 0 if there is none.
pub fn strict(points: &[u8]) -> u8 {
    points.first().copied().unwrap_or(0)
}

/// The most points of the first five answers; 0 if there is none.
pub fn relaxed(points: &[u8]) -> u8 {
    first(points).max().unwrap_or(0)
}

/// The place, counted from 1, of the first answer with the most points of the first five; `None` if
/// no answer has any.
pub fn first_best_rank(points: &[u8]) -> Option<usize> {
    let most = first(points).max().filter(|most| *most > 0)?;
    first(points).position(|it| it == most).map(|nth| nth + 1)
}

/// The number of clues after which an item is solved for the first time, from the points of the best
/// answer after each of them; `None` if it never is.
pub fn solved_after(best_by_clue: &[u8]) -> Option<usize> {
    best_by_clue.iter().position(|points| *points > 0).map(|nth| nth + 1)
}

fn first(points: &[u8]) -> impl Iterator<Item = u8> + '_ {
    points.iter().copied().take(crate::answer::MOST_ANSWERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_answer_counts_or_the_best_of_five() {
        for (points, expected) in [
            (&[][..], (0, 0, None)),
            (&[0, 0], (0, 0, None)),
            (&[1, 2, 2], (1, 2, Some(2))),
            (&[2, 0], (2, 2, Some(1))),
            (&[0, 0, 0, 0, 1, 2], (0, 1, Some(5))),
        ] {
            assert_eq!((strict(points), relaxed(points), first_best_rank(points)), expected);
        }
    }

    #[test]
    fn an_item_is_solved_after_the_first_clue_that_brings_points() {
        for (points, expected) in
            [(&[][..], None), (&[0, 0], None), (&[0, 1, 1], Some(2)), (&[1, 0, 0], Some(1))]
        {
            assert_eq!(solved_after(points), expected, "{points:?}");
        }
    }

    #[test]
    fn doubt_ends_above_a_half() {
        let scored = |confidence| KeyScore {
            points: 0,
            confidence,
            is_recognized: true,
            is_unchildlike: false,
        };
        assert!(scored(0.5).is_doubtful() && !scored(0.51).is_doubtful());
    }
}
