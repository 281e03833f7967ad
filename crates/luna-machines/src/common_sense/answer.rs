//! Questions of the battery, answers to them, and the interface of all answerers.

use luna_core::battery::{Item, Subtest};
use luna_text::knowledge::{Assertion, Concept};

use super::vulgar::is_vulgar;

/// Answers to a question, at most.
pub const MOST_ANSWERS: usize = 5;

/// An item as it is put to an answerer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The meaning of a word.
    Vocabulary(String),
    /// A fact.
    Information(String),
    /// What two words have in common.
    Similarities([String; 2]),
    /// The thing that all clues describe.
    WordReasoning(Vec<String>),
    /// A reason.
    Comprehension(String),
}

impl Question {
    /// The question of an item.
    pub fn of(item: &Item) -> Question {
        let asked = || item.question.clone().unwrap_or_default();
        let word = |nth: usize| item.words.get(nth).cloned().unwrap_or_default();
        match item.subtest {
            Subtest::Vocabulary => Question::Vocabulary(word(0)),
            Subtest::Information => Question::Information(asked()),
            Subtest::Similarities => Question::Similarities([word(0), word(1)]),
            Subtest::WordReasoning => Question::WordReasoning(item.clues.clone()),
            Subtest::Comprehension => Question::Comprehension(asked()),
        }
    }

    /// The question that somebody asks in words. "What is a dog?" and a word alone ask for a meaning,
    /// "How are a pen and a pencil alike?" for what both have in common; several statements are clues.
    pub fn read(text: &str) -> Question {
        let text = text.trim();
        let lower = plain(text);
        let lower = lower.strip_prefix("finish what i say. ").unwrap_or(&lower);
        if let Some(words) = in_common(lower) {
            return Question::Similarities(words);
        }
        if let Some(word) = word_asked_for(lower) {
            return Question::Vocabulary(word);
        }
        if let Some(clues) = clues(text) {
            return Question::WordReasoning(clues);
        }
        match lower.split_whitespace().next() {
            Some("why") => Question::Comprehension(text.to_owned()),
            _ => Question::Information(text.to_owned()),
        }
    }

    /// The question in words.
    pub fn text(&self) -> String {
        match self {
            Question::Vocabulary(word) => format!("What is {word}?"),
            Question::Information(text) | Question::Comprehension(text) => text.clone(),
            Question::Similarities([one, other]) => {
                format!("Finish what I say. {one} and {other} are both ____.")
            }
            Question::WordReasoning(clues) => clues.join(" "),
        }
    }
}

/// An item as it is put to a machine, in words.
pub fn item_text(item: &Item) -> String {
    match (&item.question, item.subtest) {
        (Some(question), _) => question.clone(),
        (None, Subtest::WordReasoning) => format!("What is it? {}", item.clues.join(" ")),
        (None, _) => Question::of(item).text(),
    }
}

/// Words of a thing whose meaning is asked for, at most.
const MOST_WORDS: usize = 3;

/// A text in small letters, without quotation marks and what ends it.
fn plain(text: &str) -> String {
    let unquoted = text.replace(['"', '“', '”', '„'], "");
    unquoted.trim_end_matches(['?', '.', '!', '_', ' ']).to_lowercase()
}

/// How people ask what two things have in common: before the two, and after them.
const IN_COMMON: [(&str, &str); 12] = [
    ("how are ", " alike"),
    ("how are ", " similar"),
    ("how are ", " the same"),
    ("in what way are ", " alike"),
    ("in what way are ", " similar"),
    ("in what ways are ", " alike"),
    ("in what ways are ", " similar"),
    ("what do ", " have in common"),
    ("what is the same about ", ""),
    ("what are ", " both"),
    ("what are ", ""),
    ("", " are both"),
];

/// The two things of "How are … and … alike?", "What do … and … have in common?" or "… and … are both".
fn in_common(text: &str) -> Option<[String; 2]> {
    let between = |(start, end): &(&str, &str)| text.strip_prefix(start)?.strip_suffix(end);
    let (one, other) = IN_COMMON.iter().find_map(between)?.split_once(" and ")?;
    let both = [one, other].map(without_article);
    both.iter().all(|it| is_word(it)).then(|| both.map(str::to_owned))
}

/// The clues of a riddle: several statements, or one beside "What is it?".
fn clues(text: &str) -> Option<Vec<String>> {
    let asks = |it: &str| ["what is it", "what am i", "who am i"].contains(&plain(it).as_str());
    let sentences = text.split_inclusive(['.', '!', '?']).map(str::trim);
    let (asking, clues): (Vec<&str>, Vec<&str>) =
        sentences.filter(|it| it.chars().any(char::is_alphanumeric)).partition(|it| asks(it));
    let is_riddle = clues.len() > usize::from(asking.is_empty());
    let has_question = clues.iter().any(|it| it.ends_with('?'));
    (is_riddle && !has_question).then(|| clues.into_iter().map(str::to_owned).collect())
}

/// The word of "What is a …?", or a word alone.
fn word_asked_for(text: &str) -> Option<String> {
    let starts = ["what is ", "what are ", "what’s ", "what's ", "what does ", "define "];
    let asked = starts.iter().find_map(|start| text.strip_prefix(start));
    let asked = match asked {
        Some(asked) => asked.strip_suffix(" mean").unwrap_or(asked),
        None if text.split_whitespace().count() == 1 => text,
        None => return None,
    };
    let word = without_article(asked);
    is_word(word).then(|| word.to_owned())
}

/// Returns whether a text names one thing, and is not a question such as "what is inside of tires".
fn is_word(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let relating = [
        "about", "at", "do", "does", "for", "from", "have", "here", "in", "inside", "it", "like",
        "made", "make", "my", "of", "on", "say", "than", "that", "there", "this", "to", "under",
        "used", "with", "you", "your",
    ];
    let is_simple = |it: &&str| {
        it.chars().all(|c| c.is_alphabetic() || "-'’".contains(c)) && !relating.contains(it)
    };
    (1..=MOST_WORDS).contains(&words.len()) && words.iter().all(is_simple)
}

fn without_article(text: &str) -> &str {
    let text = text.trim();
    ["a ", "an ", "the "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(text)
}

/// One answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub text: String,
    /// The concept that the answer adds to the question; none of an answer without concepts.
    pub concept: Option<Concept>,
    pub score: f64,
    /// Assertions of the knowledge base behind the answer; none if it is inferred.
    pub assertions: Vec<Assertion>,
}

/// Answers to a question, and the concepts that it was understood as.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    pub concepts: Vec<Concept>,
    /// The best first; none means "I don't know".
    pub answers: Vec<Answer>,
}

/// A program that answers questions of the battery.
pub trait Answerer {
    /// Gives up to [`MOST_ANSWERS`] answers about different concepts.
    fn answer(&self, question: &Question) -> Answers;
}

impl Answers {
    /// Adds an answer unless there are enough, or one names the same concept.
    pub(super) fn add(&mut self, answer: Answer) {
        let is_same = |it: &Answer| match (it.concept, answer.concept) {
            (Some(one), Some(other)) => one == other,
            _ => it.text == answer.text,
        };
        let is_known = self.answers.iter().any(is_same);
        if !is_known && !self.is_full() {
            self.answers.push(answer);
        }
    }

    /// The same, but for an answer that is vulgar: a base may have been built with vulgar concepts.
    pub(super) fn add_decent(&mut self, answer: Answer) {
        if !self.is_full() && !is_vulgar(&answer.text) {
            self.add(answer);
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.answers.len() >= MOST_ANSWERS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_as_the_subtest_that_they_belong_to() {
        let word = |word: &str| Question::Vocabulary(word.to_owned());
        let both = |one: &str, other: &str| Question::Similarities([one, other].map(str::to_owned));
        for (text, expected) in [
            ("What is a dog?", word("dog")),
            ("what is an ice cream", word("ice cream")),
            ("What does happy mean?", word("happy")),
            ("What does “happy” mean?", word("happy")),
            ("Define window", word("window")),
            ("dog", word("dog")),
            ("How are a pen and a pencil alike?", both("pen", "pencil")),
            (
                "What do a canoe and an aircraft carrier have in common?",
                both("canoe", "aircraft carrier"),
            ),
            ("What are a canoe and an aircraft carrier?", both("canoe", "aircraft carrier")),
            ("In what way are apples and bananas similar?", both("apples", "bananas")),
            ("What is the same about red and blue?", both("red", "blue")),
        ] {
            assert_eq!(Question::read(text), expected, "{text}");
        }
        for text in [
            "What is inside of tires?",
            "What is the capital of France?",
            "What is 2 + 2?",
            "What does a cow say?",
            "What color is the sky?",
            "What are you and your dog made of?",
            "What is it?",
            "It is hot. Do you like it?",
            "",
        ] {
            assert_eq!(Question::read(text), Question::Information(text.to_owned()));
        }
        let why = "Why do people wear coats?";
        assert_eq!(Question::read(why), Question::Comprehension(why.to_owned()));
        let clues = ["You can see through it.", "It is square."].map(str::to_owned).to_vec();
        for (start, end) in
            [("", ""), ("What is it? ", ""), ("", " what is it?"), ("", " What am I")]
        {
            let riddle = format!("{start}{}{end}", clues.join(" "));
            assert_eq!(Question::read(&riddle), Question::WordReasoning(clues.clone()));
        }
        let one = "What is it? It barks.";
        assert_eq!(Question::read(one), Question::WordReasoning(vec!["It barks.".to_owned()]));
    }

    #[test]
    fn a_question_of_a_form_in_words_is_read_as_it_was() {
        for question in [
            Question::Vocabulary("ice cream".to_owned()),
            Question::Similarities(["pen", "pencil"].map(str::to_owned)),
            Question::WordReasoning(["It barks.", "It has four legs."].map(str::to_owned).into()),
            Question::Comprehension("Why do we sleep?".to_owned()),
            Question::Information("Where do fish live?".to_owned()),
        ] {
            assert_eq!(Question::read(&question.text()), question);
        }
    }
}
