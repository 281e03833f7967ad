//! Quizbowl's answer lines, such as `Louis <u>XIV</u> [prompt on Louis]`: parsed once, then asked
//! for each answer if it is accepted. `docs/quiz.md` has the rules.

mod clause;
mod condition;
mod directive;
mod forms;
mod generic;
mod given_names;
mod judge;
mod lexer;
mod list;
mod markup;
mod matching;
mod numbers;
mod phrase;
mod section;
mod slip;
mod unmarked;
mod vocabulary;
mod words;

use std::ops::Range;

use clause::{Item, LineRules, Notes};
use condition::Condition;
pub use condition::HeardText;
use directive::Directive;
use lexer::Tokens;
use phrase::Phrase;

/// The judgment of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Accept,
    /// Not wrong, but not enough. A player is prompted once; `AnswerLine::accepts_after_prompt`
    /// judges what follows.
    Prompt {
        /// The words to prompt with, if the line has any; otherwise just "prompt".
        directed: Option<String>,
    },
    Reject,
}

/// The prompt for an answer that is too specific, where the line has no words of its own.
pub const LESS_SPECIFIC: &str = "Can you be less specific?";

/// An answer line.
#[derive(Clone, Debug)]
pub struct AnswerLine {
    text: String,
    main: String,
    alternatives: Vec<Alternative>,
    manner: LineRules,
}

/// One answer and what to do with it.
#[derive(Clone, Debug)]
struct Alternative {
    directive: Directive,
    phrase: Phrase,
    directed: Option<String>,
    conditions: Vec<Condition>,
    otherwise: Option<Directive>,
    is_loose: bool,
    /// A part or a variation of an answer that stands in the line: not shown to readers.
    is_derived: bool,
}

/// The most answers that "X in place of Y" makes.
const MOST_REPLACEMENTS: usize = 50;

/// The characters of a line that are read, so that no line is expensive. Packets have none as long.
const MOST_READ: usize = 4_000;

impl Alternative {
    fn new(phrase: Phrase, is_derived: bool) -> Alternative {
        Alternative {
            directive: Directive::Accept,
            phrase,
            directed: None,
            conditions: Vec::new(),
            otherwise: None,
            is_loose: false,
            is_derived,
        }
    }

    /// Accepted at any time.
    fn is_unconditional(&self) -> bool {
        self.directive == Directive::Accept && self.conditions.is_empty()
    }
}

impl AnswerLine {
    /// Reads an answer line. Any text is one: what is not understood is part of the answer or a
    /// comment, and what follows the first 4,000 characters is not read.
    pub fn parse(text: &str) -> AnswerLine {
        let marked = markup::read(beginning(text));
        let sections = section::split(&marked);
        let (line, required) = (&sections.text, &marked.required);
        let tokens = Tokens::new(line, sections.main.clone());
        let main = Phrase::new(line, without_quotes(line, sections.main.clone()), required);
        let mut read = AnswerLine {
            text: text.to_owned(),
            main: main.plain.clone(),
            alternatives: vec![Alternative::new(main, false)],
            manner: LineRules::default(),
        };
        for part in list::main_parts(&tokens, required) {
            read.add_main_part(Phrase::new(line, part, required));
        }
        let mut notes = Notes::default();
        for note in sections.notes {
            let tokens = Tokens::new(line, note);
            notes.read(&tokens, directive::pieces(&tokens));
        }
        read.manner = notes.manner;
        let answers = read.alternatives.len();
        for item in notes.items {
            read.add_item(line, required, item);
        }
        if read.manner.either {
            let parts: Vec<Phrase> =
                read.alternatives.iter().take(answers).flat_map(|it| it.phrase.parts()).collect();
            read.alternatives.extend(parts.into_iter().map(|part| Alternative::new(part, true)));
        }
        read
    }

    fn add_main_part(&mut self, part: Phrase) {
        let is_marked = self.alternatives.first().is_some_and(|main| main.phrase.is_marked);
        // Beside underlined parts the others are explanations.
        if part.is_marked == is_marked && !part.words.list.is_empty() {
            self.alternatives.push(Alternative::new(part, false));
        }
    }

    fn add_item(&mut self, line: &str, required: &[Range<usize>], item: Item) {
        let Item { directive, range, directed, conditions, otherwise, is_loose, replaces } = item;
        let phrase = Phrase::new(line, range, required);
        if phrase.words.list.is_empty() && phrase.plain.is_empty() {
            return;
        }
        let alternative = |phrase: Phrase, is_derived: bool| Alternative {
            directive,
            phrase,
            directed: directed.clone(),
            conditions: conditions.clone(),
            otherwise,
            is_loose,
            is_derived,
        };
        let Some(replaced) = replaces.and_then(|range| line.get(range)) else {
            self.alternatives.push(alternative(phrase, false));
            return;
        };
        let derived = self.alternatives.iter().filter(|it| it.is_derived).count();
        let plain = replaced.split_whitespace().collect::<Vec<_>>().join(" ");
        let made: Vec<Alternative> = self
            .alternatives
            .iter()
            .take(MOST_REPLACEMENTS.saturating_sub(derived))
            .filter(|it| it.directive == Directive::Accept && !plain.is_empty())
            .filter(|it| it.phrase.plain.contains(&plain))
            .map(|it| it.phrase.plain.replacen(&plain, &phrase.plain, 1))
            .map(|text| alternative(Phrase::plain(&text), true))
            .collect();
        self.alternatives.extend(made);
    }

    /// The line as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The main answer without markup and notes.
    pub fn main(&self) -> &str {
        &self.main
    }

    /// The main answer, and the others that are accepted at any time.
    pub fn accepted(&self) -> impl Iterator<Item = &str> {
        let shown = |it: &&Alternative| {
            it.is_unconditional() && !it.is_derived && !it.is_loose && !it.phrase.plain.is_empty()
        };
        self.alternatives.iter().filter(shown).map(|it| it.phrase.plain.as_str())
    }

    /// Says if the line also accepts equivalents or descriptions, which only a person can judge.
    pub fn is_open(&self) -> bool {
        self.manner.is_open
    }
}

/// The characters of a line that are read.
fn beginning(text: &str) -> &str {
    text.char_indices().nth(MOST_READ).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// The form in which two answers are the same: words in small letters without accents, markup,
/// punctuation and articles. An answer without words is its signs.
pub fn plain(given: &str) -> String {
    let text = markup::read(given).text;
    let words = words::Words::new(&text);
    let all = words.list.iter().map(|word| words.get(word));
    let plain: Vec<&str> = all.filter(|word| !["a", "an", "the"].contains(word)).collect();
    if plain.is_empty() { text.split_whitespace().collect() } else { plain.join(" ") }
}

/// The bytes of an answer without the quotation marks and stops around it.
fn without_quotes(line: &str, range: Range<usize>) -> Range<usize> {
    let text = line.get(range.clone()).unwrap_or_default();
    let is_outside = |c: char| " ,;:\"“”".contains(c);
    let start = text.len() - text.trim_start_matches(is_outside).len();
    let end = text.trim_end_matches(is_outside).len();
    if start < end { range.start + start..range.start + end } else { range }
}

#[cfg(test)]
mod tests;
