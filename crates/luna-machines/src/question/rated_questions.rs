//! The rated questions that come with Luna. The ratings were made by a language model, not by people;
//! `data/rated_questions/README.md` says how.

use std::sync::LazyLock;

use serde::Deserialize;

const QUESTIONS: &str = include_str!("../../data/rated_questions/questions.jsonl");
const RATINGS: &str = include_str!("../../data/rated_questions/ratings.tsv");

/// Articles that no ranker was trained on.
const HELD_OUT: [(&str, &str); 10] = [
    ("coral-reefs", include_str!("../../data/rated_questions/evaluation/coral-reefs.md")),
    (
        "heat-from-harbour",
        include_str!("../../data/rated_questions/evaluation/heat-from-harbour.md"),
    ),
    ("ibn-battuta", include_str!("../../data/rated_questions/evaluation/ibn-battuta.md")),
    ("rosetta-stone", include_str!("../../data/rated_questions/evaluation/rosetta-stone.md")),
    ("wild-boar", include_str!("../../data/rated_questions/evaluation/wild-boar.md")),
    ("european-eel", include_str!("../../data/rated_questions/second_evaluation/european-eel.md")),
    (
        "how-lifts-work",
        include_str!("../../data/rated_questions/second_evaluation/how-lifts-work.md"),
    ),
    (
        "lido-reprieve",
        include_str!("../../data/rated_questions/second_evaluation/lido-reprieve.md"),
    ),
    (
        "quarantine-station",
        include_str!("../../data/rated_questions/second_evaluation/quarantine-station.md"),
    ),
    (
        "the-piano-on-the-third-floor",
        include_str!(
            "../../data/rated_questions/second_evaluation/the-piano-on-the-third-floor.md"
        ),
    ),
];

/// A question that the generator made, and its ratings from 1 to 5.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RatedQuestion {
    pub id: String,
    /// The sentence that it was made from.
    pub sentence: String,
    pub question: String,
    #[serde(skip)]
    pub ratings: Vec<u8>,
}

/// All of them, in the order of their ids.
pub fn rated_questions() -> &'static [RatedQuestion] {
    &ALL
}

/// The names and texts of the articles that the ranker which comes with Luna was not trained on.
pub fn held_out_texts() -> [(&'static str, &'static str); 10] {
    HELD_OUT
}

static ALL: LazyLock<Vec<RatedQuestion>> = LazyLock::new(|| {
    let questions = QUESTIONS.lines().filter_map(|line| serde_json::from_str(line).ok());
    let rows = RATINGS.lines().skip(1).map(|row| row.split('\t'));
    let rated = questions.zip(rows).filter_map(|(question, mut row): (RatedQuestion, _)| {
        let is_its_row = row.next() == Some(&question.id);
        let ratings = row.filter_map(|rating| rating.parse().ok()).collect();
        is_its_row.then_some(RatedQuestion { ratings, ..question })
    });
    rated.collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_the_files_is_a_question_with_three_ratings() {
        let all = rated_questions();
        assert_eq!(all.len(), QUESTIONS.lines().count());
        assert_eq!(all.len() + 1, RATINGS.lines().count());
        for it in all {
            assert_eq!(it.ratings.len(), 3, "{it:?}");
            assert!(it.ratings.iter().all(|rating| (1..=5).contains(rating)), "{it:?}");
            assert!(!it.question.is_empty() && !it.sentence.is_empty(), "{it:?}");
        }
        assert_eq!((all[1].id.as_str(), &all[1].ratings[..]), ("q002", &[3, 5, 3][..]));
    }
}
