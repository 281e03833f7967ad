//! Questions from a text: each sentence is taken apart into simpler statements, and each statement
//! is asked about in every way that the rules know. Many of the questions are bad; a ranker sorts
//! them.

mod answer;
mod antecedent;
mod ask;
mod attachment;
mod block;
mod clause;
mod falsehood;
mod fragment;
mod grammar;
mod irregular;
mod language;
mod lexicon;
mod lift;
mod lifted_clause;
mod markup;
mod mention;
mod morphology;
mod name;
mod noun_clause;
mod noun_phrase;
mod oblique;
mod opposite;
mod participle;
mod pronoun;
mod protagonist;
mod question;
mod repair;
mod simplify;
mod soundness;
mod spelling;
mod statement;
mod tail;
#[cfg(test)]
mod tests;
mod tree;
mod verbless;

use std::collections::BTreeSet;

use luna_text::reading::{Reader, Relation, Sentence, UniversalTag, entities};

use self::block::Block;
use self::falsehood::Facts;
pub use self::markup::Markup;
pub use self::question::{
    AnswerKind, GeneratedQuestion, QuestionWord, SkipReason, SkippedText, Transformation,
};
use self::tree::Tree;

/// A choice among the questions.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// No questions that are answered with yes or no.
    pub question_words_only: bool,
    /// Questions that are answered with yes or no come last.
    pub prefer_question_words: bool,
    /// Words of the longest question.
    pub longest: Option<usize>,
    /// Vague questions about sentences that have clear ones are kept too.
    pub keep_vague: bool,
}

/// The questions about a text, and what gave none.
#[derive(Clone, Debug, Default)]
pub struct GeneratedQuestions {
    /// In the order of the text.
    pub questions: Vec<GeneratedQuestion>,
    pub skipped: Vec<SkippedText>,
    /// Words of the text that were read, without those of skipped blocks.
    pub words: usize,
}

impl GeneratedQuestions {
    /// Questions for every 250 words, which are about a page.
    pub fn per_page(&self) -> f64 {
        let count = |n: usize| u32::try_from(n).map_or(f64::from(u32::MAX), f64::from);
        250.0 * count(self.questions.len()) / count(self.words).max(1.0)
    }
}

/// Words of a sentence, at most. Trees of longer ones are seldom right.
const LONGEST_SENTENCE: usize = 80;

/// The questions about a text.
///
/// ```
/// use luna_machines::question_generator::{Options, generate};
///
/// let generated = generate("Marie Curie discovered radium in 1898.", &Options::default());
/// assert!(generated.questions.iter().any(|it| it.text == "What did Marie Curie discover in 1898?"));
/// ```
pub fn generate(text: &str, options: &Options) -> GeneratedQuestions {
    let mut generated = GeneratedQuestions::default();
    // Control characters become spaces, which keeps the places of all other characters.
    let plain: String = text
        .chars()
        .flat_map(|c| {
            let replaced = c.is_control() && !matches!(c, '\n' | '\r' | '\t');
            std::iter::repeat_n(
                if replaced { ' ' } else { c },
                if replaced { c.len_utf8() } else { 1 },
            )
        })
        .collect();
    if plain.trim().is_empty() {
        let skipped = SkippedText { reason: SkipReason::Empty, place: 0..text.len() };
        generated.skipped.push(skipped);
        return generated;
    }
    let mut sentences = Vec::new();
    for block in block::blocks(&plain) {
        match block {
            Block::Skipped(skipped) => generated.skipped.push(skipped),
            Block::Prose(range) => sentences.extend(read(&plain, range, &mut generated)),
        }
    }
    from_sentences(&sentences, &mut generated);
    generated.skipped.sort_by_key(|it| it.place.start);
    choose(&mut generated.questions, options);
    generated
}

/// The questions about sentences that have been read.
pub fn generate_from(sentences: &[Sentence], options: &Options) -> GeneratedQuestions {
    let mut generated = GeneratedQuestions::default();
    from_sentences(sentences, &mut generated);
    choose(&mut generated.questions, options);
    generated
}

/// Reads a paragraph, except for sentences that are too long.
fn read(
    text: &str,
    range: std::ops::Range<usize>,
    generated: &mut GeneratedQuestions,
) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let skipped = block::dateline(text.get(range.clone()).unwrap_or_default());
    let range = range.start + skipped..range.end;
    for part in luna_text::sentences(text.get(range.clone()).unwrap_or_default()) {
        let place = range.start + part.start..range.start + part.end;
        let marks = leading_marks(text.get(place.clone()).unwrap_or_default());
        let place = place.start + marks..place.end;
        let sentence = text.get(place.clone()).unwrap_or_default();
        let words = sentence.split_whitespace().count();
        generated.words += words;
        if words > LONGEST_SENTENCE || sentence.len() > 20 * LONGEST_SENTENCE {
            generated.skipped.push(SkippedText { reason: SkipReason::TooLong, place });
            continue;
        }
        for mut sentence in Reader::english().read(sentence) {
            for token in &mut sentence.tokens {
                token.span = place.start + token.span.start..place.start + token.span.end;
            }
            sentences.push(sentence);
        }
    }
    sentences
}

/// Bytes of emoji and other marks before a sentence.
fn leading_marks(sentence: &str) -> usize {
    let opens = |c: char| c.is_alphanumeric() || c.is_ascii() && !c.is_whitespace();
    let quotes = |c: char| matches!(c, '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '…' | '£' | '€');
    let starts = sentence.find(|c| opens(c) || quotes(c));
    // Marks alone have no sentence behind them.
    starts.unwrap_or_default()
}

/// The trees of the sentences of a text. What a name stands for is known in all of them.
fn trees(sentences: &[Sentence]) -> Vec<Tree> {
    let named = entities(sentences, None);
    let mut trees: Vec<Tree> =
        sentences.iter().zip(&named).map(|(sentence, named)| Tree::of(sentence, named)).collect();
    trees.iter_mut().for_each(Tree::repair);
    name::settle(&mut trees);
    trees
}

fn from_sentences(sentences: &[Sentence], generated: &mut GeneratedQuestions) {
    let mut trees = trees(sentences);
    pronoun::resolve(&mut trees);
    let facts = Facts::of(&trees);
    for (sentence, tree) in sentences.iter().zip(trees) {
        from_sentence(sentence, tree, &facts, generated);
    }
    // Nothing is asked twice, however often a sentence comes again.
    let mut seen = BTreeSet::new();
    generated.questions.retain(|it| seen.insert(it.text.clone()));
    falsehood::balance(&mut generated.questions);
}

fn from_sentence(
    sentence: &Sentence,
    tree: Tree,
    facts: &Facts,
    generated: &mut GeneratedQuestions,
) {
    let place = sentence.span();
    if let Some(reason) = refusal(&tree) {
        generated.skipped.push(SkippedText { reason, place });
        return;
    }
    let mut found: Vec<GeneratedQuestion> = Vec::new();
    for statement in simplify::statements(tree) {
        ask::ask(&statement, &place, facts, &mut found);
    }
    if found.is_empty() {
        generated.skipped.push(SkippedText { reason: SkipReason::NoStatement, place });
        return;
    }
    generated.questions.append(&mut found);
}

/// Why a sentence is not asked about.
fn refusal(tree: &Tree) -> Option<SkipReason> {
    let any = |test: &dyn Fn(&tree::Word) -> bool| tree.words.iter().any(test);
    if any(&|word| word.form.starts_with('?')) {
        return Some(SkipReason::Question);
    }
    // *Elizabeth I* and *the US* do not speak.
    let named = |word: &tree::Word| {
        word.form == "US" || word.form == "I" && word.tag == UniversalTag::Propn
    };
    if any(&|word| lexicon::is_speaker(&word.lower()) && !named(word)) {
        return Some(SkipReason::Speaker);
    }
    if !any(&|word| matches!(word.tag, UniversalTag::Verb | UniversalTag::Aux)) {
        return Some(SkipReason::NoVerb);
    }
    let subject = |word: &tree::Word| {
        matches!(word.relation, Relation::Nsubj | Relation::Csubj | Relation::Expl)
    };
    (!any(&subject)).then_some(SkipReason::NoSubject)
}

fn choose(questions: &mut Vec<GeneratedQuestion>, options: &Options) {
    if !options.keep_vague {
        let clear = questions.iter().filter(|it| !it.is_vague).map(|it| it.source.start);
        let clear: BTreeSet<usize> = clear.collect();
        questions.retain(|it| !it.is_vague || !clear.contains(&it.source.start));
    }
    if options.question_words_only {
        questions.retain(|it| it.word.is_some());
    }
    if let Some(longest) = options.longest {
        questions.retain(|it| it.text.split_whitespace().count() <= longest);
    }
    if options.prefer_question_words {
        questions.sort_by_key(|it| it.word.is_none());
    }
}
