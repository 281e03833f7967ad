//! Phrases that stand for answers without naming one: word forms, equivalents, answers like X.

use std::ops::Range;

use super::lexer::{Kind, Tokens};

/// The sense of an item in a list of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// These tokens are an answer.
    Answer(Range<usize>),
    /// Every answer that mentions these tokens.
    Mention(Range<usize>),
    WordForms,
    /// Answers that only a person can judge.
    Equivalents,
}

/// Nouns for answers in general.
const NOUNS: [&str; 46] = [
    "answer",
    "answers",
    "anything",
    "combination",
    "combinations",
    "description",
    "descriptions",
    "descriptor",
    "equivalent",
    "equivalents",
    "example",
    "examples",
    "form",
    "forms",
    "forms,",
    "instance",
    "instances",
    "kind",
    "kinds",
    "name",
    "names",
    "paraphrase",
    "paraphrases",
    "phrase",
    "phrases",
    "phrasing",
    "phrasings",
    "pronunciation",
    "pronunciations",
    "response",
    "responses",
    "something",
    "spelling",
    "spellings",
    "synonym",
    "synonyms",
    "term",
    "terms",
    "translation",
    "translations",
    "type",
    "types",
    "variant",
    "variants",
    "variation",
    "variations",
];

/// Adjectives and other words around those nouns.
const AROUND: [&str; 75] = [
    "a",
    "about",
    "acceptable",
    "additional",
    "all",
    "alternate",
    "alternative",
    "and",
    "any",
    "appropriate",
    "as",
    "clear",
    "clearly",
    "close",
    "common",
    "correct",
    "descriptive",
    "different",
    "else",
    "english",
    "etc",
    "exact",
    "existing",
    "following",
    "general",
    "grammatical",
    "in",
    "individual",
    "its",
    "just",
    "kinds",
    "knowledge",
    "less",
    "like",
    "linguistic",
    "logical",
    "logically",
    "long",
    "mentioned",
    "minor",
    "more",
    "most",
    "near",
    "obvious",
    "of",
    "or",
    "other",
    "others",
    "possible",
    "precise",
    "reasonable",
    "reasonably",
    "related",
    "relevant",
    "same",
    "several",
    "similar",
    "so",
    "some",
    "specific",
    "specifics",
    "such",
    "sufficiently",
    "that",
    "the",
    "their",
    "there",
    "these",
    "things",
    "thereof",
    "those",
    "various",
    "vice",
    "versa",
    "word",
];

/// Verbs that tie an answer in general to what it has to contain.
const VERBS: [&str; 44] = [
    "about",
    "capturing",
    "concerning",
    "conveying",
    "containing",
    "describe",
    "describes",
    "describing",
    "discussing",
    "express",
    "expressing",
    "featuring",
    "include",
    "includes",
    "including",
    "indicate",
    "indicates",
    "indicating",
    "involve",
    "involves",
    "involving",
    "mention",
    "mentioned",
    "mentioning",
    "mentions",
    "imply",
    "implying",
    "pertaining",
    "referencing",
    "refer",
    "referring",
    "refers",
    "reflecting",
    "regarding",
    "relate",
    "related",
    "relates",
    "relating",
    "stating",
    "suggest",
    "suggesting",
    "suggests",
    "describable",
    "mean",
];

fn is_generic(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.is(at, &NOUNS) || tokens.is(at, &AROUND)
}

/// The sense of these tokens.
pub(super) fn read(tokens: &Tokens<'_>, part: Range<usize>) -> Sense {
    sense(tokens, part, true)
}

/// The sense of these tokens, which may introduce others: equivalents including answers about X.
fn sense(tokens: &Tokens<'_>, part: Range<usize>, may_introduce: bool) -> Sense {
    let Range { start, end } = part;
    if let Some(and) = tail(tokens, start, end).filter(|_| may_introduce) {
        return sense(tokens, start..and, false);
    }
    let part = start..end;
    let noun = (start..end.min(start + 8)).find(|&at| tokens.is(at, &NOUNS));
    if (start..end)
        .all(|at| is_generic(tokens, at) || tokens.get(at).is_some_and(|it| it.kind != Kind::Word))
    {
        let words = (start..end).any(|at| tokens.is(at, &["word", "grammatical", "linguistic"]));
        let forms = (start..end).any(|at| tokens.is(at, &["form", "forms"]));
        return match noun {
            Some(_) if words || (forms && end - start <= 2) => Sense::WordForms,
            Some(_) => Sense::Equivalents,
            // "The Other", "Things": titles, unless they only point at something.
            None if tokens
                .is(end - 1, &["similar", "etc", "vice", "versa", "thereof", "acceptable"]) =>
            {
                Sense::Equivalents
            }
            None => Sense::Answer(part),
        };
    }
    // Answers like X; specific types of Y such as X.
    let like = (start + 1..end.min(start + 12)).find_map(|at| match () {
        () if tokens.is(at, &["like", "e.g", "eg", "including", "namely"]) => Some((at, at + 1)),
        () if tokens.are(at, &["such", "as"]) => Some((at, at + 2)),
        () if tokens.are(at, &["for", "example"]) => Some((at, at + 2)),
        () => None,
    });
    if let (Some((at, behind)), true) = (like, behind_is_answer(tokens, like, end)) {
        let introduced = noun.is_some_and(|noun| noun < at) || is_introduction(tokens, start, at);
        if introduced {
            let rest = skip_articles(tokens, behind, end)..end;
            return if may_introduce { sense(tokens, rest, false) } else { Sense::Answer(rest) };
        }
    }
    let Some(noun) = noun else {
        return match tokens.are(start, &["any", "specific"])
            || tokens.are(start, &["specific", "types"])
        {
            true => Sense::Equivalents,
            false => Sense::Answer(skip_lead(tokens, start, end)..end),
        };
    };
    let leads = (start..noun).all(|at| is_generic(tokens, at));
    if !leads {
        return Sense::Answer(part);
    }
    // Word forms of X; descriptions of X; synonyms for X; answers that mention X.
    let verb = (noun + 1..end.min(noun + 5)).rfind(|&at| tokens.is(at, &VERBS));
    if let Some(verb) = verb {
        let behind = skip_to_content(tokens, verb + 1, end);
        return if behind < end { Sense::Mention(behind..end) } else { Sense::Equivalents };
    }
    let is_forms = tokens.is(
        noun,
        &["form", "forms", "combination", "combinations", "answers", "answer", "something"],
    );
    match () {
        () if is_forms && tokens.is(noun + 1, &["of", "for"]) && noun + 2 < end => {
            Sense::Answer(skip_articles(tokens, noun + 2, end)..end)
        }
        () if tokens.is(
            noun + 1,
            &["of", "for", "to", "in", "that", "which", "where", "with", "from", "on"],
        ) =>
        {
            Sense::Equivalents
        }
        () if noun > start => Sense::Answer(skip_lead(tokens, start, end)..end),
        () => Sense::Answer(part),
    }
}

/// The "and" before answers in general that follow an answer: cops and other equivalents.
fn tail(tokens: &Tokens<'_>, start: usize, end: usize) -> Option<usize> {
    (start + 1..end).find(|&and| {
        let generic = (and + 1..end).take(12).take_while(|&at| is_generic(tokens, at)).count();
        let stop = and + 1 + generic;
        let nouns = [
            "answers",
            "equivalent",
            "equivalents",
            "forms",
            "synonym",
            "synonyms",
            "translations",
            "variants",
            "variations",
        ];
        tokens.is(and, &["and"]) && (and + 1..stop).any(|at| tokens.is(at, &nouns))
    })
}

fn behind_is_answer(tokens: &Tokens<'_>, like: Option<(usize, usize)>, end: usize) -> bool {
    like.is_some_and(|(at, behind)| behind < end && tokens.get(at).is_some_and(|it| it.depth == 0))
}

/// Says if these tokens introduce examples: specific groups of Africans such as.
fn is_introduction(tokens: &Tokens<'_>, start: usize, end: usize) -> bool {
    let first = [
        "specific",
        "any",
        "other",
        "more",
        "similar",
        "various",
        "different",
        "individual",
        "clear",
        "obvious",
        "reasonable",
    ];
    tokens.is(start, &first) || (start..end).all(|at| is_generic(tokens, at))
}

fn skip_articles(tokens: &Tokens<'_>, mut at: usize, end: usize) -> usize {
    while at + 1 < end
        && tokens.get(at).is_some_and(|it| it.kind != Kind::Word && it.quote.is_none())
    {
        at += 1;
    }
    at
}

/// Skips the words that stand before a list: any of the following.
fn skip_lead(tokens: &Tokens<'_>, start: usize, end: usize) -> usize {
    let leads: [&[&str]; 7] = [
        &["any", "of", "the", "following"],
        &["the", "following"],
        &["either", "of"],
        &["any", "of"],
        &["just"],
        &["on"],
        &["answers", "of"],
    ];
    let lead = leads.iter().find(|lead| tokens.are(start, lead));
    let behind = lead.map_or(start, |lead| skip_articles(tokens, start + lead.len(), end));
    if behind < end { behind } else { start }
}

fn skip_to_content(tokens: &Tokens<'_>, mut at: usize, end: usize) -> usize {
    let fillers = [
        "the",
        "to",
        "that",
        "idea",
        "of",
        "something",
        "a",
        "an",
        "any",
        "both",
        "is",
        "with",
        "concept",
        "being",
    ];
    while at < end
        && (tokens.is(at, &fillers) || tokens.get(at).is_some_and(|it| it.kind != Kind::Word))
    {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::read as read_sense;
    use super::*;

    #[test]
    fn phrases_are_told_from_answers() {
        let read = |text: &str| {
            let tokens = Tokens::new(text, 0..text.len());
            let words = |part: Range<usize>| -> String {
                part.map(|at| tokens.text(at)).collect::<Vec<_>>().join(" ")
            };
            match read_sense(&tokens, 0..tokens.list.len()) {
                Sense::Answer(part) => format!("answer {}", words(part)),
                Sense::Mention(part) => format!("mention {}", words(part)),
                Sense::WordForms => "forms".to_owned(),
                Sense::Equivalents => "equivalents".to_owned(),
            }
        };
        for (text, expected) in [
            ("word forms", "forms"),
            ("other word forms", "forms"),
            ("clear knowledge equivalents", "equivalents"),
            ("obvious synonyms", "equivalents"),
            ("synonyms for “revolution”", "equivalents"),
            ("answers like seaman", "answer seaman"),
            ("descriptions such as being smart", "answer being smart"),
            ("specific groups of Africans such as Igbo", "answer Igbo"),
            ("word forms of ethology", "answer ethology"),
            ("any answer mentioning apes", "mention apes"),
            ("answers indicating that something is a wave", "mention wave"),
            ("any of the following quarks", "answer quarks"),
            ("cops and other obvious equivalents for the law", "answer cops"),
            ("equivalents including answers mentioning medicine", "mention medicine"),
            ("As You Like It", "answer As You Like It"),
            ("Black Like Me", "answer Black Like Me"),
            ("“The Name of the Rose”", "answer The Name of the Rose"),
            ("The Other", "answer The Other"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
