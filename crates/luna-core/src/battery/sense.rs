//! Sense and nonsense among answers that people have scored.

use super::verdict::HumanScore;

/// How many answers are of each kind to the people who have scored them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sense {
    /// Wrong in a way in which no child would be.
    pub nonsense: usize,
    /// Wrong, but sensible.
    pub wrong: usize,
    /// Right, but not what a child would say.
    pub unchildlike: usize,
    /// Right, and what a child would say.
    pub right: usize,
}

impl Sense {
    pub fn of(scores: impl IntoIterator<Item = HumanScore>) -> Sense {
        let mut sense = Sense::default();
        for score in scores {
            let kind = match score {
                HumanScore { is_nonsense: true, .. } => &mut sense.nonsense,
                HumanScore { points: 0, .. } => &mut sense.wrong,
                HumanScore { is_unchildlike: true, .. } => &mut sense.unchildlike,
                HumanScore { .. } => &mut sense.right,
            };
            *kind += 1;
        }
        sense
    }

    /// The number of answers of all kinds.
    pub fn all(self) -> usize {
        self.kinds().iter().map(|(_, count)| count).sum()
    }

    /// Each kind in words, with its number.
    pub fn kinds(self) -> [(&'static str, usize); 4] {
        [
            ("nonsense", self.nonsense),
            ("wrong but sensible", self.wrong),
            ("right but not what a child would say", self.unchildlike),
            ("right", self.right),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_answer_is_of_one_kind() {
        let score = |points, is_nonsense, is_unchildlike| HumanScore {
            points,
            is_nonsense,
            is_unchildlike,
        };
        let scores = [
            score(0, true, false),
            score(0, false, false),
            score(0, false, false),
            score(1, false, true),
            score(1, false, false),
            score(2, false, false),
            score(2, false, false),
        ];
        let sense = Sense::of(scores);
        assert_eq!(sense, Sense { nonsense: 1, wrong: 2, unchildlike: 1, right: 3 });
        assert_eq!((sense.all(), Sense::default().all()), (7, 0));
    }
}
