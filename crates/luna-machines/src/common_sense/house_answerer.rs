//! The two answerers as machines that come with Luna and take the task `answer`.

use luna_core::answer::Answer as Ranked;
use luna_text::answer_key::KeyWords;
use luna_text::words::content_words;

use super::answer::{Answerer, Answers, Question};
use super::improved::ImprovedAnswerer;
use super::paper::{PaperAnswerer, SimilaritiesReading};
use super::space::KnowledgeSpace;
use crate::task::QuestionTask;

/// An answerer that is a machine of every instance, with the assertions that come with Luna.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HouseAnswerer {
    Paper,
    Improved,
}

impl HouseAnswerer {
    pub const ALL: [HouseAnswerer; 2] = [HouseAnswerer::Paper, HouseAnswerer::Improved];

    /// The id of its player, the same on every instance.
    pub const fn id(self) -> &'static str {
        match self {
            HouseAnswerer::Paper => "house-analogyspace",
            HouseAnswerer::Improved => "house-common-sense",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            HouseAnswerer::Paper => "analogyspace",
            HouseAnswerer::Improved => "common-sense",
        }
    }

    /// Its description for people.
    pub const fn about(self) -> &'static str {
        match self {
            HouseAnswerer::Paper => {
                "Answers what every child knows, by the method of Ohlsson and others (2012): a space of \
                 concepts ranks assertions about the words of the question. It knows the assertions that \
                 come with Luna, and plays no games."
            }
            HouseAnswerer::Improved => {
                "Answers what every child knows from assertions and a space of concepts together; what is \
                 stated comes first. It knows the assertions that come with Luna, and plays no games."
            }
        }
    }

    pub fn from_id(id: &str) -> Option<HouseAnswerer> {
        HouseAnswerer::ALL.into_iter().find(|it| it.id() == id)
    }

    /// The answers to a question of the battery.
    pub fn answer(self, space: &KnowledgeSpace<'_>, question: &Question) -> Answers {
        match self {
            HouseAnswerer::Paper => {
                let similarities = SimilaritiesReading::EitherSide;
                PaperAnswerer { space, similarities }.answer(question)
            }
            HouseAnswerer::Improved => ImprovedAnswerer { space }.answer(question),
        }
    }

    /// The reply to a task, from what comes with Luna.
    pub fn reply(self, space: &KnowledgeSpace<'_>, task: &QuestionTask) -> Vec<Ranked> {
        let answers = self.answer(space, &Question::read(&task.question));
        ranked(&answers, task)
    }
}

/// Up to five answers, each with its share of all scores as its confidence. Of choices, those come first
/// that have most words in common with the answers.
fn ranked(answers: &Answers, task: &QuestionTask) -> Vec<Ranked> {
    let all: f64 = answers.answers.iter().map(|it| it.score.max(0.0)).sum();
    let share = |score: f64| if all > 0.0 { (score / all).clamp(0.0, 1.0) } else { 0.0 };
    let own = answers.answers.iter().map(|it| (it.text.as_str(), share(it.score)));
    let mut found: Vec<Ranked> = if task.choices.is_empty() {
        let mut found: Vec<Ranked> = Vec::new();
        for (text, confidence) in own {
            let fits = text.chars().count() <= task.max_chars;
            if fits && !found.iter().any(|it| it.text == text) {
                found.push(Ranked { text: text.to_owned(), confidence });
            }
        }
        found
    } else {
        // *In a desert* is not like *in ice*.
        let content = |text: &str| KeyWords::of(&content_words(text).join(" "));
        let own: Vec<(KeyWords, f64)> = own.map(|(text, share)| (content(text), share)).collect();
        let chosen = task.choices.iter().map(|choice| {
            let words = content(choice);
            let likely = own.iter().map(|(answer, share)| share * words.similarity(answer));
            Ranked { text: choice.clone(), confidence: likely.fold(0.0, f64::max) }
        });
        let mut chosen: Vec<Ranked> = chosen.collect();
        chosen.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
        chosen
    };
    found.truncate(task.max_answers);
    // The answers are in order already; a confidence is no higher than the one before.
    let mut most = 1.0_f64;
    for it in &mut found {
        most = most.min(it.confidence);
        it.confidence = most;
    }
    if found.is_empty() {
        found.push(Ranked { text: "I don’t know.".to_owned(), confidence: 0.0 });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common_sense::shipped_space;
    use luna_core::answer::Limits;

    fn task(question: &str, choices: &[&str]) -> QuestionTask {
        let choices: Vec<String> = choices.iter().map(|&it| it.to_owned()).collect();
        let question = luna_core::answer::Question::new(question, "", &choices);
        QuestionTask::new("t", question, Limits::USUAL.answer)
    }

    #[test]
    fn replies_are_such_as_the_task_allows() {
        let space = shipped_space().unwrap();
        for answerer in HouseAnswerer::ALL {
            for task in [
                task("Where can you find a penguin?", &[]),
                task("Why do people wear coats?", &[]),
                task("Zyzzyvas quonk?", &[]),
                task("Where can you find a penguin?", &["in the desert", "in a zoo", "at sea"]),
            ] {
                let reply = answerer.reply(space, &task);
                let checked = task.question().check_answers(&reply, task.max_chars);
                assert_eq!(checked, Ok(()), "{answerer:?}, {task:?}: {reply:?}");
            }
            let unknown = answerer.reply(space, &task("Zyzzyvas quonk?", &[]));
            assert_eq!(unknown[0].text, "I don’t know.");
        }
        let penguin = task("Where can you find a penguin?", &["in the desert", "on the ice"]);
        assert_eq!(HouseAnswerer::Improved.reply(space, &penguin)[0].text, "on the ice");
        let names = HouseAnswerer::ALL.map(|it| HouseAnswerer::from_id(it.id()));
        assert_eq!(names, HouseAnswerer::ALL.map(Some));
        assert_eq!(HouseAnswerer::from_id("house-eliza"), None);
    }
}
