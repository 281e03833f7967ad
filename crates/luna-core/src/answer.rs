//! Answers to one question outside a game: a few candidates, best first, each with a confidence.

use crate::text;

/// The most candidates of one reply.
pub const MOST_ANSWERS: usize = 5;

/// One question outside a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    pub text: String,
    /// What the question is about, such as a passage.
    pub context: Option<String>,
    /// The only answers allowed; any answer is allowed if there are none.
    pub choices: Vec<String>,
}

/// A candidate and the probability, from 0 to 1, that its author gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub text: String,
    pub confidence: f64,
}

/// Limits on the length of questions and answers, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub question: usize,
    pub context: usize,
    pub choices: usize,
    pub answer: usize,
}

impl Limits {
    pub const USUAL: Limits = Limits { question: 2_000, context: 20_000, choices: 50, answer: 500 };
}

/// Why a question cannot be put.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionProblem {
    #[error("The question {0}.")]
    Text(text::Problem),
    #[error("The context {0}.")]
    Context(text::Problem),
    #[error("Choice {} {problem}.", nth + 1)]
    Choice { nth: usize, problem: text::Problem },
    #[error("Choices {} and {} are the same.", first + 1, second + 1)]
    SameChoice { first: usize, second: usize },
    #[error("There is only one choice; give at least two, or none.")]
    OneChoice,
    #[error("There are {found} choices; the limit is {most}.")]
    TooManyChoices { found: usize, most: usize },
}

/// Why a list of answers is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerProblem {
    #[error("There are no answers; 1 to {MOST_ANSWERS} are needed.")]
    None,
    #[error("There are {0} answers; the limit is {MOST_ANSWERS}.")]
    TooMany(usize),
    #[error("Answer {} {problem}.", nth + 1)]
    Text { nth: usize, problem: text::Problem },
    #[error("Answer {} is not one of the choices.", nth + 1)]
    NoChoice { nth: usize },
    #[error("Answers {} and {} are the same.", first + 1, second + 1)]
    Same { first: usize, second: usize },
    #[error("The confidence of answer {} is outside 0 to 1.", nth + 1)]
    Confidence { nth: usize },
    #[error(
        "Answer {} has a higher confidence than the one before it; the best answer comes first.",
        nth + 1
    )]
    Order { nth: usize },
}

impl Question {
    /// The question as it is put, with one spelling for line ends and no blank choices.
    pub fn new(text: &str, context: &str, choices: &[String]) -> Question {
        let context = Some(text::tidy(context)).filter(|context| !context.trim().is_empty());
        let choices = choices.iter().map(|choice| choice.trim().to_owned());
        let choices = choices.filter(|choice| !choice.is_empty()).collect();
        Question { text: text::tidy(text), context, choices }
    }

    pub fn check(&self, limits: &Limits) -> Result<(), QuestionProblem> {
        text::check(&self.text, limits.question).map_err(QuestionProblem::Text)?;
        if let Some(context) = &self.context {
            text::check(context, limits.context).map_err(QuestionProblem::Context)?;
        }
        let found = self.choices.len();
        if found == 1 {
            return Err(QuestionProblem::OneChoice);
        }
        if found > limits.choices {
            return Err(QuestionProblem::TooManyChoices { found, most: limits.choices });
        }
        for (nth, choice) in self.choices.iter().enumerate() {
            text::check(choice, limits.answer)
                .map_err(|problem| QuestionProblem::Choice { nth, problem })?;
        }
        match repeated(self.choices.iter().map(String::as_str)) {
            Some((first, second)) => Err(QuestionProblem::SameChoice { first, second }),
            None => Ok(()),
        }
    }

    /// Refuses answers that this question does not allow.
    pub fn check_answers(&self, answers: &[Answer], max_chars: usize) -> Result<(), AnswerProblem> {
        match answers.len() {
            0 => return Err(AnswerProblem::None),
            found if found > MOST_ANSWERS => return Err(AnswerProblem::TooMany(found)),
            _ => {}
        }
        let mut before = 1.0;
        for (nth, answer) in answers.iter().enumerate() {
            text::check(&answer.text, max_chars)
                .map_err(|problem| AnswerProblem::Text { nth, problem })?;
            if !self.choices.is_empty() && !self.choices.contains(&answer.text) {
                return Err(AnswerProblem::NoChoice { nth });
            }
            if !(0.0..=1.0).contains(&answer.confidence) {
                return Err(AnswerProblem::Confidence { nth });
            }
            if answer.confidence > before {
                return Err(AnswerProblem::Order { nth });
            }
            before = answer.confidence;
        }
        match repeated(answers.iter().map(|answer| answer.text.as_str())) {
            Some((first, second)) => Err(AnswerProblem::Same { first, second }),
            None => Ok(()),
        }
    }
}

/// The positions of two texts that are the same.
fn repeated<'a>(texts: impl Iterator<Item = &'a str>) -> Option<(usize, usize)> {
    let texts: Vec<&str> = texts.collect();
    let same = |second: usize| {
        let first = texts.iter().position(|text| Some(text) == texts.get(second))?;
        (first < second).then_some((first, second))
    };
    (0..texts.len()).find_map(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(choices: &[&str]) -> Question {
        let choices: Vec<String> = choices.iter().map(|&choice| choice.to_owned()).collect();
        Question::new("Which river flows through Paris?", "", &choices)
    }

    fn check(choices: &[&str], answers: &[(&str, f64)]) -> Result<(), AnswerProblem> {
        let answer =
            |&(text, confidence): &(&str, f64)| Answer { text: text.to_owned(), confidence };
        let answers: Vec<Answer> = answers.iter().map(answer).collect();
        question(choices).check_answers(&answers, 10)
    }

    #[test]
    fn up_to_five_answers_come_best_first() {
        let five = [("Seine", 0.9), ("Loire", 0.1), ("Marne", 0.1), ("Oise", 0.0), ("Rhine", 0.0)];
        assert_eq!(check(&[], &five), Ok(()));
        assert_eq!(check(&[], &five[..1]), Ok(()));
        assert_eq!(check(&[], &[]), Err(AnswerProblem::None));
        let six: Vec<(&str, f64)> = five.into_iter().chain([("Rhône", 0.0)]).collect();
        assert_eq!(check(&[], &six), Err(AnswerProblem::TooMany(6)));
        let rising = [("Seine", 0.2), ("Loire", 0.3)];
        assert_eq!(check(&[], &rising), Err(AnswerProblem::Order { nth: 1 }));
    }

    #[test]
    fn a_confidence_is_from_0_to_1() {
        for confidence in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            let refused = check(&[], &[("Seine", confidence)]);
            assert_eq!(refused, Err(AnswerProblem::Confidence { nth: 0 }), "{confidence}");
        }
        assert_eq!(check(&[], &[("Seine", 1.0), ("Loire", 0.0)]), Ok(()));
    }

    #[test]
    fn an_answer_is_a_text_and_given_once() {
        let problem = text::Problem::Empty;
        assert_eq!(check(&[], &[(" ", 0.5)]), Err(AnswerProblem::Text { nth: 0, problem }));
        let problem = text::Problem::TooLong { chars: 11, max: 10 };
        let long = [("Seine", 0.5), ("Seine Seine", 0.5)];
        assert_eq!(check(&[], &long), Err(AnswerProblem::Text { nth: 1, problem }));
        let twice = [("Seine", 0.5), ("Loire", 0.3), ("Seine", 0.1)];
        assert_eq!(check(&[], &twice), Err(AnswerProblem::Same { first: 0, second: 2 }));
    }

    #[test]
    fn choices_are_the_only_answers() {
        assert_eq!(check(&["Seine", "Loire"], &[("Loire", 0.7)]), Ok(()));
        let refused = check(&["Seine", "Loire"], &[("Loire", 0.7), ("Marne", 0.3)]);
        assert_eq!(refused, Err(AnswerProblem::NoChoice { nth: 1 }));
    }

    #[test]
    fn a_question_that_cannot_be_put_says_why() {
        let said = |choices: &[&str]| {
            question(choices)
                .check(&Limits { choices: 3, ..Limits::USUAL })
                .map_err(|it| it.to_string())
        };
        assert_eq!(said(&[]), Ok(()));
        assert_eq!(said(&["a", "", " ", "b"]), Ok(()));
        for (choices, sentence) in [
            (&["a"][..], "There is only one choice; give at least two, or none."),
            (&["a", "b", "a "], "Choices 1 and 3 are the same."),
            (&["a", "b", "c", "d"], "There are 4 choices; the limit is 3."),
        ] {
            assert_eq!(said(choices).unwrap_err(), sentence);
        }
        let empty = Question::new("\n", "", &[]).check(&Limits::USUAL);
        assert_eq!(empty.unwrap_err().to_string(), "The question is still empty.");
        let context = "x".repeat(20_001);
        let long = Question::new("Why?", &context, &[]).check(&Limits::USUAL);
        assert_eq!(
            long.unwrap_err().to_string(),
            "The context has 20001 characters; the limit is 20000."
        );
    }
}
