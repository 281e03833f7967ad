//! Questions offered in a form, each with what the visitor has made of it.

use luna_machines::question_generator::GeneratedQuestion;

use crate::http::form::Form;

/// Questions of a form, at most.
pub(super) const MOST: usize = 200;

/// A question on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    /// As it was made.
    pub(crate) original: String,
    /// As it is now.
    pub(crate) question: String,
    /// Its answer as it was made, and as it is now.
    pub(crate) original_answer: String,
    pub(crate) answer: String,
    /// The sentence that it is about.
    pub(crate) sentence: String,
    pub(crate) is_chosen: bool,
    /// It keeps a pronoun of which nobody can be sure.
    pub(crate) is_vague: bool,
}

impl Offer {
    pub(crate) fn of(it: &GeneratedQuestion, sentence: String) -> Offer {
        Offer {
            original: it.text.clone(),
            question: it.text.clone(),
            original_answer: it.answer.clone(),
            answer: it.answer.clone(),
            sentence,
            is_chosen: false,
            is_vague: it.is_vague,
        }
    }

    /// Somebody has changed the question or its answer.
    pub(crate) fn is_edited(&self) -> bool {
        self.is_reworded() || self.answer != self.original_answer
    }

    /// Somebody has changed the question.
    pub(crate) fn is_reworded(&self) -> bool {
        self.question != self.original
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The questions of a form, as far as it has them.
pub(crate) fn posted(form: &Form) -> Vec<Offer> {
    let field = |kind: char, nth: usize| one_line(form.text(&format!("{kind}{nth}")));
    (1..=MOST)
        .take_while(|nth| form.has(&format!("o{nth}")))
        .map(|nth| Offer {
            original: field('o', nth),
            question: field('q', nth),
            original_answer: field('b', nth),
            answer: field('a', nth),
            sentence: field('s', nth),
            is_chosen: form.has(&format!("k{nth}")),
            is_vague: form.has(&format!("v{nth}")),
        })
        .collect()
}

/// The questions that are ticked and not blank.
pub(crate) fn chosen(all: &[Offer]) -> Vec<Offer> {
    all.iter().filter(|it| it.is_chosen && !it.question.is_empty()).cloned().collect()
}

/// Those that are ticked, or all if none is.
pub(super) fn chosen_or_all(all: &[Offer]) -> Vec<Offer> {
    let chosen = chosen(all);
    if chosen.is_empty() {
        return all.iter().filter(|it| !it.question.is_empty()).cloned().collect();
    }
    chosen
}

/// The questions of a reading, with the ticks and edits of the form before it. What somebody has ticked or
/// edited stays, in its place or, if it is not offered any more, at the beginning.
pub(super) fn merged(fresh: Vec<Offer>, before: Vec<Offer>) -> Vec<Offer> {
    let mut kept: Vec<Offer> =
        before.into_iter().filter(|it| it.is_chosen || it.is_edited()).collect();
    let mut rest = Vec::new();
    for offer in fresh {
        match kept.iter().position(|it| it.original == offer.original) {
            Some(at) => rest.push(Offer { sentence: offer.sentence, ..kept.remove(at) }),
            None => rest.push(offer),
        }
    }
    kept.append(&mut rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(original: &str, question: &str, is_chosen: bool) -> Offer {
        Offer {
            original: original.to_owned(),
            question: question.to_owned(),
            original_answer: "It.".to_owned(),
            answer: "It.".to_owned(),
            sentence: String::new(),
            is_chosen,
            is_vague: false,
        }
    }

    #[test]
    fn ticks_and_edits_stay_and_all_else_is_as_it_was_read() {
        let before = vec![
            offer("A?", "A?", false),
            offer("B?", "Really B?", false),
            offer("C?", "C?", true),
            offer("D?", "", false),
            Offer { answer: "She.".to_owned(), ..offer("E?", "E?", false) },
        ];
        let fresh =
            vec![offer("C?", "C?", false), offer("A?", "A?", false), offer("E?", "E?", false)];
        let expected = vec![
            offer("B?", "Really B?", false),
            offer("D?", "", false),
            offer("C?", "C?", true),
            offer("A?", "A?", false),
            Offer { answer: "She.".to_owned(), ..offer("E?", "E?", false) },
        ];
        assert_eq!(merged(fresh, before), expected);
    }

    #[test]
    fn without_a_tick_all_are_meant_and_blank_ones_never() {
        let all = [offer("A?", "A?", false), offer("B?", "", true), offer("C?", "C?", true)];
        assert_eq!(chosen(&all), [offer("C?", "C?", true)]);
        assert_eq!(chosen_or_all(&all[..2]), [offer("A?", "A?", false)]);
        assert_eq!(chosen_or_all(&all[..1]), [offer("A?", "A?", false)]);
    }
}
