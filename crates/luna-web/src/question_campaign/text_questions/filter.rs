//! The choice among the questions about a text, as the form has it.

use luna_machines::question_generator::{GeneratedQuestion, Options, QuestionWord};
use luna_machines::question_ranker::take_turns;
use maud::{Markup, html};

use crate::http::form::Form;

/// A kind of question.
#[derive(Debug, PartialEq, Eq)]
struct Kind {
    /// The value of the form's field.
    name: &'static str,
    label: &'static str,
    /// The word that asks; none: the answer is yes or no.
    word: Option<QuestionWord>,
}

static KINDS: [Kind; 11] = [
    Kind { name: "who", label: "Who", word: Some(QuestionWord::Who) },
    Kind { name: "what", label: "What", word: Some(QuestionWord::What) },
    Kind { name: "which", label: "Which", word: Some(QuestionWord::Which) },
    Kind { name: "whose", label: "Whose", word: Some(QuestionWord::Whose) },
    Kind { name: "where", label: "Where", word: Some(QuestionWord::Where) },
    Kind { name: "when", label: "When", word: Some(QuestionWord::When) },
    Kind { name: "why", label: "Why", word: Some(QuestionWord::Why) },
    Kind { name: "how-many", label: "How many", word: Some(QuestionWord::HowMany) },
    Kind { name: "how-much", label: "How much", word: Some(QuestionWord::HowMuch) },
    Kind { name: "how", label: "How", word: Some(QuestionWord::How) },
    Kind { name: "yes-no", label: "Yes or no", word: None },
];
/// The treatment of questions for yes or no: the value of the form's field, and its label.
const WORDS: [(&str, &str); 3] =
    [("all", "As they rank"), ("prefer", "Question words first"), ("only", "Question words only")];

/// A choice among questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Filter {
    /// None: all kinds.
    kind: Option<&'static Kind>,
    words_only: bool,
    words_first: bool,
    longest: Option<usize>,
}

impl Filter {
    /// The filter of a form; what is not one of its choices counts as no choice.
    pub(super) fn of(form: &Form) -> Result<Filter, &'static str> {
        let kind = KINDS.iter().find(|it| it.name == form.text("kind"));
        let longest = match form.text("longest").trim() {
            "" => None,
            text => Some(text.parse().ok().filter(|words| *words > 0).ok_or(
                "The longest question has to be a number of words, such as 12. Leave it empty for no limit.",
            )?),
        };
        Ok(Filter {
            kind,
            words_only: form.text("words") == "only",
            words_first: form.text("words") == "prefer",
            longest,
        })
    }

    /// The questions that pass, of which the best came first: now one of each sentence comes first, then
    /// a second one of each, and vague ones last.
    pub(super) fn apply(self, questions: Vec<GeneratedQuestion>) -> Vec<GeneratedQuestion> {
        let mut all = questions;
        all.retain(|it| {
            self.kind.is_none_or(|kind| kind.word == it.word)
                && (!self.words_only || it.word.is_some())
                && self.longest.is_none_or(|most| it.text.split_whitespace().count() <= most)
        });
        let options = Options { prefer_question_words: self.words_first, ..Options::default() };
        take_turns(all, 1, &options, |it| it)
    }
}

/// The fields of the filter.
pub(super) fn fields(form: &Form) -> Markup {
    let option = |name: &str, value: &str, label: &str| {
        html! { option value=(value) selected[form.text(name) == value] { (label) } }
    };
    html! {
        div.fields {
            div.field {
                label for="kind" { "Kind of question" }
                select #kind name="kind" {
                    (option("kind", "", "All"))
                    @for it in &KINDS { (option("kind", it.name, it.label)) }
                }
            }
            div.field {
                label for="words" { "Yes or no" }
                select #words name="words" {
                    @for (value, label) in WORDS { (option("words", value, label)) }
                }
            }
            div.field {
                label for="longest" { "Longest, in words" }
                input #longest type="text" name="longest" inputmode="numeric" autocomplete="off" value=(form.text("longest"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use luna_machines::question_generator::generate;

    use super::*;

    fn check(fields: &[(&str, &str)], passes: impl Fn(&GeneratedQuestion) -> bool) {
        let form = Form::filled(fields.iter().map(|(name, text)| (*name, (*text).to_owned())));
        let all = generate("Marie Curie discovered radium in 1898.", &Options::default());
        let found = Filter::of(&form).unwrap().apply(all.questions.clone());
        assert!(!found.is_empty(), "{fields:?}");
        let expected: Vec<_> = all.questions.into_iter().filter(passes).collect();
        assert_eq!(found, expected, "{fields:?}");
    }

    #[test]
    fn each_choice_keeps_the_questions_it_names() {
        check(&[], |_| true);
        check(&[("kind", "who")], |it| it.word == Some(QuestionWord::Who));
        check(&[("kind", "when")], |it| it.word == Some(QuestionWord::When));
        check(&[("kind", "yes-no")], |it| it.word.is_none());
        check(&[("words", "only")], |it| it.word.is_some());
        check(&[("longest", "5")], |it| it.text.split(' ').count() <= 5);
        check(&[("kind", "nonsense"), ("words", "nonsense")], |_| true);
    }

    #[test]
    fn question_words_come_first_where_they_are_preferred() {
        let form = Form::filled([("words", "prefer".to_owned())]);
        let all = generate("It rained. Marie Curie discovered radium.", &Options::default());
        let count = all.questions.len();
        let found = Filter::of(&form).unwrap().apply(all.questions);
        assert_eq!(found.len(), count);
        assert!(found.iter().map(|it| it.word.is_none()).is_sorted(), "{found:#?}");
    }

    #[test]
    fn a_length_that_is_no_number_is_refused() {
        for text in ["x", "0", "-1", "1.5"] {
            let form = Form::filled([("longest", text.to_owned())]);
            assert!(Filter::of(&form).unwrap_err().contains("such as 12"), "{text}");
        }
    }
}
