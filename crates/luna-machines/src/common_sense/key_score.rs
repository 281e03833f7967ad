//! The first pass over answers, by the key, as declared in `docs/battery.md`.

use luna_core::battery::{Item, KeyScore, Subtest};
use luna_text::answer_key::{KeyWord, KeyWords};
use luna_text::wordnet::WordNet;

/// The key of an item, ready to compare answers with.
pub struct AnswerKey {
    forms: Vec<KeyForm>,
    /// The same forms in words that share a meaning with theirs; none without a dictionary.
    by_synonyms: Vec<KeyForm>,
    question: KeyWords,
    names_thing: bool,
}

/// One way to express an idea.
struct KeyForm {
    /// The number of the idea.
    idea: usize,
    points: u8,
    words: KeyWords,
    is_unchildlike: bool,
}

impl AnswerKey {
    /// A key that knows the forms alone that are written in it.
    pub fn of(item: &Item) -> AnswerKey {
        let question = KeyWords::of(&item.text());
        AnswerKey {
            forms: forms(item, &question, KeyWords::of),
            by_synonyms: Vec::new(),
            question,
            names_thing: item.subtest == Subtest::WordReasoning,
        }
    }

    /// A key that takes, in doubt, other words with the same meaning too.
    pub fn with_synonyms(item: &Item, net: &WordNet) -> AnswerKey {
        let key = AnswerKey::of(item);
        let read = |form: &str| KeyWords::with_synonyms(form, net);
        AnswerKey { by_synonyms: forms(item, &key.question, read), ..key }
    }

    /// Scores one answer.
    pub fn score(&self, answer: &str) -> KeyScore {
        let as_written = self.score_by(&self.forms, answer);
        // An answer that the key has denied stays denied.
        if as_written.is_recognized || as_written.confidence <= 0.0 || self.by_synonyms.is_empty() {
            return as_written;
        }
        let by_synonyms = self.score_by(&self.by_synonyms, answer);
        if !by_synonyms.is_recognized {
            return as_written;
        }
        // A word has more meanings than one, so this is for people to decide.
        KeyScore { confidence: KeyScore::DOUBT * by_synonyms.confidence, ..by_synonyms }
    }

    fn score_by(&self, forms: &[KeyForm], answer: &str) -> KeyScore {
        let answer = KeyWords::of(answer);
        if answer.is_empty() {
            return KeyScore {
                points: 0,
                confidence: 1.0,
                is_recognized: false,
                is_unchildlike: false,
            };
        }
        let own: Vec<&KeyWord> =
            answer.words().iter().filter(|word| !self.question.has(word)).collect();
        let (left, is_denied) = self.expressed(forms, &answer, &own);
        let best = left.iter().map(|form| form.points).max();
        let Some(points) = best else {
            let confidence = if is_denied { 0.0 } else { self.unrecognized(&answer) };
            return KeyScore { points: 0, confidence, is_recognized: false, is_unchildlike: false };
        };
        let deciding: Vec<&KeyForm> =
            left.into_iter().filter(|form| form.points == points).collect();
        let Some(idea) = deciding.first().map(|form| form.idea) else {
            return KeyScore {
                points: 0,
                confidence: 0.0,
                is_recognized: false,
                is_unchildlike: false,
            };
        };
        let of_idea = || deciding.iter().filter(|form| form.idea == idea);
        let covered = own.iter().filter(|word| of_idea().any(|form| form.words.has(word))).count();
        let share = if own.is_empty() { 1.0 } else { share(covered, own.len()) };
        KeyScore {
            points,
            confidence: if is_denied { 0.0 } else { 0.5 + 0.5 * share },
            is_recognized: true,
            is_unchildlike: points > 0 && deciding.iter().all(|form| form.is_unchildlike),
        }
    }

    /// The forms that count for an answer, and whether another one is denied.
    fn expressed<'a>(
        &self,
        forms: &'a [KeyForm],
        answer: &KeyWords,
        own: &[&KeyWord],
    ) -> (Vec<&'a KeyForm>, bool) {
        let is_whole =
            |form: &&KeyForm| !self.names_thing || own.iter().all(|word| form.words.has(word));
        let found: Vec<&KeyForm> =
            forms.iter().filter(|form| answer.contains(&form.words)).filter(is_whole).collect();
        let is_longest =
            |form: &&&KeyForm| !found.iter().any(|other| other.words.exceeds(&form.words));
        let (denied, left): (Vec<&KeyForm>, Vec<&KeyForm>) =
            (found.iter().filter(is_longest)).partition(|form| answer.negates(&form.words));
        (left, !denied.is_empty())
    }

    /// The confidence in 0 points for an answer that expresses no idea.
    fn unrecognized(&self, answer: &KeyWords) -> f64 {
        let similar = self.forms.iter().map(|form| form.words.similarity(answer));
        0.5 * (1.0 - similar.fold(0.0, f64::max))
    }
}

/// All ways to express the ideas of an item, but those that its question has already.
fn forms(item: &Item, question: &KeyWords, read: impl Fn(&str) -> KeyWords) -> Vec<KeyForm> {
    let mut all = Vec::new();
    for (idea, it) in item.ideas.iter().enumerate() {
        let childlike = it.accept.iter().map(|form| (form, false));
        let unchildlike = it.unchildlike.iter().map(|form| (form, true));
        for (form, is_unchildlike) in childlike.chain(unchildlike) {
            if !question.contains(&KeyWords::of(form)) {
                let (points, words) = (it.points, read(form));
                all.push(KeyForm { idea, points, words, is_unchildlike });
            }
        }
    }
    all
}

fn share(part: usize, all: usize) -> f64 {
    luna_learn::float(part) / luna_learn::float(all)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use luna_core::battery::Idea;

    fn idea(points: u8, accept: &[&str], unchildlike: &[&str]) -> Idea {
        let owned = |forms: &[&str]| forms.iter().map(|&form| form.to_owned()).collect();
        let (accept, unchildlike) = (owned(accept), owned(unchildlike));
        Idea { points, idea: String::new(), why: None, accept, unchildlike }
    }

    fn item(subtest: Subtest) -> Item {
        Item {
            id: "ice".to_owned(),
            subtest,
            words: Vec::new(),
            question: Some("Why do we keep ice cream in the freezer?".to_owned()),
            clues: Vec::new(),
            most: 2,
            ideas: vec![
                idea(2, &["not melt", "melts if warm", "ice cream"], &["thaw"]),
                idea(1, &["cold", "fresh"], &["storage", "melt"]),
                idea(0, &["melt fresh snow", "dessert"], &[]),
            ],
            examples: Vec::new(),
        }
    }

    #[track_caller]
    fn check(answer: &str, points: u8, confidence: f64, marks: &str) {
        let scored = AnswerKey::of(&item(Subtest::Comprehension)).score(answer);
        let found = [(scored.is_recognized, "recognized"), (scored.is_unchildlike, "unchildlike")];
        let found: Vec<&str> = found.iter().filter(|it| it.0).map(|it| it.1).collect();
        assert_eq!((scored.points, found.join(" ").as_str()), (points, marks), "{answer}");
        let given = scored.confidence;
        assert!((given - confidence).abs() < 1e-12, "{answer}: {given}, and not {confidence}");
    }

    #[test]
    fn the_best_idea_decides_unless_a_longer_form_cancels_it() {
        check("It would not melt.", 2, 1.0, "recognized");
        check("It melts", 1, 1.0, "recognized unchildlike");
        check("It melts if it is warm", 2, 1.0, "recognized");
        check("cold dessert", 1, 0.75, "recognized");
        check("dessert", 0, 1.0, "recognized");
        check("fresh snow would melt", 0, 1.0, "recognized");
        check("storage of fish", 1, 0.5 + 0.5 / 3.0, "recognized unchildlike");
    }

    #[test]
    fn denied_unknown_and_missing_answers_earn_nothing() {
        check("It is not cold", 0, 0.0, "");
        check("It never melts", 0, 0.0, "");
        // Words of the question alone are no idea.
        check("ice cream", 0, 0.5, "");
        check("because of elephants", 0, 0.5, "");
        check("warm bricks", 0, 0.3, "");
        check("", 0, 1.0, "");
        check("dessert, not cold", 0, 0.0, "");
    }

    #[test]
    fn words_of_the_same_meaning_count_in_doubt() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../luna-text/tests/wordnet");
        let net = WordNet::open(&folder).unwrap();
        let mut item = item(Subtest::Comprehension);
        item.ideas = vec![idea(2, &["large freezer", "fresh"], &[])];
        let (plain, with_synonyms) = (AnswerKey::of(&item), AnswerKey::with_synonyms(&item, &net));
        for (answer, points, confidence) in [
            ("It is big in there", 2, 0.5 * (0.5 + 0.5 / 2.0)),
            ("It is big", 2, 0.5),
            ("It is large", 2, 1.0),
            ("fresh", 2, 1.0),
            ("not big", 0, 0.5),
            ("small", 0, 0.5),
        ] {
            let answer = format!("{answer} freezer");
            let found = with_synonyms.score(&answer);
            assert_eq!(found.points, points, "{answer}: {found:?}");
            assert!(confidence >= 1.0 || found.is_doubtful(), "{answer}: {found:?}");
            if points > 0 {
                let given = found.confidence;
                assert!((given - confidence).abs() < 1e-12, "{answer}: {given}");
            }
        }
        assert!(!plain.score("It is a big freezer").is_recognized);
    }

    #[test]
    fn a_thing_is_named_without_other_words() {
        let key = AnswerKey::of(&item(Subtest::WordReasoning));
        let score = |answer: &str| key.score(answer);
        assert_eq!(
            (score("a dessert").is_recognized, score("dessert spoon").is_recognized),
            (true, false)
        );
        assert!(score("fresh snow").is_doubtful());
        assert_eq!(score("storage").points, 1);
    }
}
