//! A question with its answer, and the record of how it came about.

use std::ops::Range;

use serde::Serialize;

/// A question about a sentence of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GeneratedQuestion {
    pub text: String,
    /// The word that asks; `None` if the answer is yes or no.
    pub word: Option<QuestionWord>,
    /// The phrase of the statement that answers the question; `Yes` or `No`.
    pub answer: String,
    pub answer_kind: AnswerKind,
    /// The statement that was asked about.
    pub statement: String,
    /// The bytes of the text that hold the sentence.
    pub source: Range<usize>,
    pub transformations: Vec<Transformation>,
    /// The question has a pronoun of which nothing tells what it stands for.
    pub is_vague: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionWord {
    Who,
    What,
    Which,
    Whose,
    Where,
    When,
    Why,
    HowMany,
    HowMuch,
    /// *How long*, *how tall* and the like.
    How,
}

/// The part of a statement that an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerKind {
    Subject,
    Object,
    IndirectObject,
    /// Noun or clause after a copula or a verb such as *become*.
    Predicate,
    /// Noun phrase after a preposition.
    Prepositional,
    Agent,
    Place,
    Time,
    Measure,
    /// The first part of a phrase such as *Mary's house*.
    Possessor,
    Reason,
    YesNo,
}

/// A step from a sentence to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Transformation {
    ConjunctionSplit,
    SubjectShared,
    RelativeLifted,
    AppositionLifted,
    ParticipialLifted,
    AdverbialClauseLifted,
    LeadingPhraseDropped,
    LeadingPhraseMoved,
    ParentheticalDropped,
    ClauseDropped,
    PronounReplaced,
    PassiveMadeActive,
    NegationDropped,
    AgreementChanged,
    SubjectReplaced,
    AnswerMoved,
    PrepositionStranded,
    AuxiliaryInverted,
    DoInserted,
    /// The question claims what the statement rules out, and the answer is no.
    FactSwapped,
}

/// A part of the text without questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkippedText {
    pub reason: SkipReason,
    /// The bytes of the text.
    pub place: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    Empty,
    Heading,
    List,
    Table,
    Code,
    Verse,
    Dialogue,
    OtherLanguage,
    TooLong,
    NoVerb,
    NoSubject,
    Question,
    Speaker,
    NoStatement,
}

impl SkipReason {
    /// The reason as the end of a sentence: *it is a heading*.
    pub fn words(self) -> &'static str {
        match self {
            SkipReason::Empty => "there is no text",
            SkipReason::Heading => "it is a heading",
            SkipReason::List => "it is a list",
            SkipReason::Table => "it is a table",
            SkipReason::Code => "it is code",
            SkipReason::Verse => "it is verse",
            SkipReason::Dialogue => "it is dialogue",
            SkipReason::OtherLanguage => "it does not seem to be English",
            SkipReason::TooLong => "the sentence has more than 80 words",
            SkipReason::NoVerb => "it has no verb",
            SkipReason::NoSubject => "it has no subject",
            SkipReason::Question => "it is a question",
            SkipReason::Speaker => "it speaks of its writer or its reader",
            SkipReason::NoStatement => "it states nothing that the rules can ask about",
        }
    }
}
