//! Gold questions: a rating that is known tells how a rater rates.

use crate::question_campaign::question_rating::QuestionRating;
use crate::rng::Chance;

/// Returns true if a rating is the known one or its neighbour on the scale.
pub fn is_near(given: QuestionRating, known: QuestionRating) -> bool {
    given.number().abs_diff(known.number()) <= 1
}

/// Returns gold questions in an order of the rater's own, which follows from `seed`: a secret of the campaign
/// and the rater's id. Bad and good ones take
/// turns at random, so that a short test has both: no habit passes it. Those of the middle come last: any
/// rating is near most of the time.
pub fn draw_gold<'a>(
    pool: impl IntoIterator<Item = (&'a str, QuestionRating)>,
    seed: [&str; 2],
) -> Vec<&'a str> {
    let [campaign, rater] = seed;
    let mut drawn: Vec<(u64, &str, QuestionRating)> = pool
        .into_iter()
        .map(|(id, known)| (Chance::from_words(&["gold", campaign, rater, id]).bits(), id, known))
        .collect();
    drawn.sort_unstable();
    let (mut bad, mut good, mut middle) = (0, 0, 0);
    let mut turns: Vec<(bool, u32, &str)> = drawn
        .into_iter()
        .map(|(_, id, known)| {
            let side = match known.number() {
                ..=2 => &mut bad,
                3 => &mut middle,
                4.. => &mut good,
            };
            *side += 1;
            (known == QuestionRating::Borderline, *side, id)
        })
        .collect();
    // Stable: within a turn the order is the drawn one.
    turns.sort_by_key(|(is_middle, turn, _)| (*is_middle, *turn));
    turns.into_iter().map(|(_, _, id)| id).collect()
}

/// Among this many ordinary ratings there is a gold question, in a place of the rater's own.
const EVERY: u32 = 10;

/// Returns true if a rater with this many ordinary ratings gets a gold question next. `screening` gold
/// questions came before the first ordinary one; the places of the others follow from `seed`.
pub fn is_gold_due(ratings: u32, gold: u32, screening: u32, seed: [&str; 2]) -> bool {
    let [campaign, rater] = seed;
    let later = gold.saturating_sub(screening);
    let mut chance = Chance::from_words(&["place", campaign, rater, &later.to_string()]);
    let place = u32::try_from(chance.bits() % u64::from(EVERY)).unwrap_or(0);
    ratings > later.saturating_mul(EVERY).saturating_add(place)
}

/// A rater's ratings of gold questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoldScore {
    pub given: u32,
    pub near: u32,
}

impl GoldScore {
    pub fn of(pairs: impl IntoIterator<Item = (QuestionRating, QuestionRating)>) -> GoldScore {
        let mut score = GoldScore::default();
        for (given, known) in pairs {
            score.given += 1;
            score.near += u32::from(is_near(given, known));
        }
        score
    }

    /// The share that is near; none without one.
    pub fn share(self) -> Option<f64> {
        (self.given > 0).then(|| f64::from(self.near) / f64::from(self.given))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use QuestionRating::{Acceptable, Bad, Borderline, Good, Unacceptable};

    #[test]
    fn a_neighbour_on_the_scale_is_near() {
        let score = GoldScore::of([(Bad, Unacceptable), (Good, Good), (Borderline, Good)]);
        assert_eq!(score, GoldScore { given: 3, near: 2 });
        assert!(is_near(Good, Acceptable) && !is_near(Bad, Borderline));
        assert_eq!(GoldScore::default().share(), None);
    }

    #[test]
    fn each_rater_draws_bad_and_good_questions_in_an_order_of_their_own() {
        let known = [Bad, Good, Borderline, Good, Unacceptable, Acceptable, Bad, Good];
        let pool = || ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().zip(known);
        let bad = |drawn: &[&str]| drawn.iter().filter(|id| "aeg".contains(**id)).count();
        let drawn = |rater: usize| draw_gold(pool(), ["campaign", &rater.to_string()]);
        let mut orders = BTreeSet::new();
        for rater in 0..50 {
            let found = drawn(rater);
            assert_eq!((bad(&found[..4]), found.last()), (2, Some(&"c")), "{found:?}");
            assert_eq!(found, drawn(rater));
            orders.insert(found);
        }
        assert!(orders.len() > 40, "{orders:?}");
        let firsts: BTreeSet<&str> = orders.iter().map(|it| it[0]).collect();
        assert_eq!(firsts.len(), 7);
    }

    #[test]
    fn a_gold_question_comes_in_any_place_of_each_ten() {
        let mut places = BTreeSet::new();
        for rater in 0..100 {
            let rater = rater.to_string();
            let is_due = |ratings, gold| is_gold_due(ratings, gold, 3, ["campaign", &rater]);
            for gold in [3, 4, 9] {
                let first = (0..1_000).find(|ratings| is_due(*ratings, gold)).unwrap();
                let place = first - 10 * (gold - 3);
                assert!((1..=10).contains(&place) && is_due(first + 1, gold), "{rater} {gold}");
                places.insert((gold, place));
            }
        }
        assert_eq!(places.len(), 30, "{places:?}");
    }
}
