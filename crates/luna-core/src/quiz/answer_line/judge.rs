//! The judgment: a player's words are compared with every answer of the line, and the closest
//! comparison decides.

use std::cell::OnceCell;

use super::clause::Partial;
use super::condition::{Condition, HeardContent, HeardText};
use super::directive::Directive;
use super::markup;
use super::matching::{Fit, Leniency, MOST_WORDS};
use super::phrase::Phrase;
use super::section;
use super::vocabulary::{EQUIVALENTS, is_contrast};
use super::words::{Role, Words};
use super::{Alternative, AnswerLine, LESS_SPECIFIC, Verdict, beginning};

/// Texts that are longer, in bytes, are no answers, unless they are the line's own.
const LONGEST: usize = 2_000;

/// The closest comparison for each verdict.
#[derive(Debug, Default)]
struct Comparison<'a> {
    accept: Option<Fit>,
    prompt: Option<(Fit, &'a Alternative)>,
    reject: Option<Fit>,
}

/// A verdict, and whether the line names the answer as wrong.
struct Ruling {
    verdict: Verdict,
    is_named: bool,
}

impl AnswerLine {
    /// Judges an answer.
    pub fn judge(&self, given: &str, heard: HeardText<'_>) -> Verdict {
        self.rule(given, heard).verdict
    }

    /// Judges the answer after a prompt: alone, and together with the first one. There is no
    /// second prompt.
    pub fn accepts_after_prompt(&self, first: &str, given: &str, heard: HeardText<'_>) -> bool {
        let ruling = self.rule(given, heard);
        if ruling.verdict == Verdict::Accept || ruling.is_named {
            return ruling.verdict == Verdict::Accept;
        }
        // Without a word of its own the second answer adds nothing.
        let adds = Words::new(&markup::read(given).text).content().next().is_some();
        let together = [format!("{first} {given}"), format!("{given} {first}")];
        adds && together.iter().any(|both| self.judge(both, heard) == Verdict::Accept)
    }

    fn rule(&self, given: &str, heard: HeardText<'_>) -> Ruling {
        let refuse = |is_named| Ruling { verdict: Verdict::Reject, is_named };
        if self.accepted().any(|answer| answer == given) {
            return Ruling { verdict: Verdict::Accept, is_named: false };
        }
        let read = match given.len() > LONGEST.max(beginning(self.text()).len() + 100) {
            true => return refuse(false),
            false => markup::read(given),
        };
        let sections = section::split(&read);
        let text = sections.text.get(sections.main.clone()).unwrap_or_default();
        let words = Words::new(text);
        if words.list.is_empty() {
            return self.rule_on_signs(text);
        }
        let hearing = OnceCell::new();
        let hearing = || hearing.get_or_init(|| HeardContent::new(heard));
        let compared = self.compare(&words, &hearing);
        let Comparison { accept, prompt, reject } = compared;
        let prompted = prompt.map(|(fit, _)| fit);
        let beats = |other: Option<Fit>| {
            reject.is_some_and(|reject| {
                other.is_none_or(|other| {
                    reject < other || (reject == other && reject != Fit::Verbatim)
                })
            })
        };
        if beats(accept) && beats(prompted) {
            return refuse(true);
        }
        let verdict = match (accept, prompt) {
            (Some(accept), prompt) if prompt.is_none_or(|(fit, _)| accept <= fit) => {
                Verdict::Accept
            }
            (_, Some((_, prompt))) => AnswerLine::prompt(prompt),
            (_, None) => self.fallback(&words),
        };
        Ruling { verdict, is_named: false }
    }

    fn prompt(alternative: &Alternative) -> Verdict {
        let is_anti = |directive: Option<Directive>| directive == Some(Directive::AntiPrompt);
        let anti = is_anti(Some(alternative.directive)) || is_anti(alternative.otherwise);
        let directed = alternative.directed.clone();
        Verdict::Prompt { directed: directed.or(anti.then(|| LESS_SPECIFIC.to_owned())) }
    }

    /// Judges a text without letters and digits: only the same signs are the same answer.
    fn rule_on_signs(&self, text: &str) -> Ruling {
        let signs = |text: &str| -> String { text.split_whitespace().collect() };
        let text = signs(text);
        let same = !text.is_empty()
            && self.alternatives.iter().any(|it| {
                it.is_unconditional()
                    && it.phrase.words.list.is_empty()
                    && signs(&it.phrase.plain) == text
            });
        Ruling { verdict: if same { Verdict::Accept } else { Verdict::Reject }, is_named: false }
    }

    fn compare<'a>(
        &'a self,
        words: &Words,
        hearing: &dyn Fn() -> &'a HeardContent,
    ) -> Comparison<'a> {
        let mut compared = Comparison::default();
        let known = OnceCell::new();
        let is_known = |text: &str| {
            let known: &Vec<bool> = known.get_or_init(|| self.known(words));
            let place = words.list.iter().position(|word| words.get(word) == text);
            place.and_then(|place| known.get(place).copied()).unwrap_or_default()
        };
        let equivalents = equivalents(words);
        for alternative in &self.alternatives {
            let is_reject = alternative.directive == Directive::Reject;
            let leniency = Leniency {
                word_forms: self.manner.word_forms && !is_reject,
                is_loose: alternative.is_loose,
                is_strict: alternative.directive != Directive::Accept,
                known: if is_reject { &|_| false } else { &is_known },
            };
            let mut fit = alternative.phrase.fit(words, leniency);
            if fit.is_none() && !is_reject {
                let others = equivalents.iter();
                fit = others.filter_map(|other| alternative.phrase.fit(other, leniency)).min();
                fit = fit.map(|fit| fit.max(Fit::Form));
            }
            let Some(fit) = fit else { continue };
            let holds = alternative.conditions.is_empty()
                || alternative
                    .conditions
                    .iter()
                    .all(|condition| hearing().allows(condition, &alternative.phrase.words));
            let directive = match (holds, alternative.otherwise) {
                (true, _) => alternative.directive,
                (false, Some(otherwise)) => otherwise,
                (false, None) if alternative.conditions.iter().any(Condition::is_after) => continue,
                // What the question has given away is wrong by name.
                (false, None) if alternative.directive != Directive::Reject => Directive::Reject,
                (false, None) => continue,
            };
            compared.add(directive, fit, alternative);
            if compared.accept == Some(Fit::Verbatim) {
                break;
            }
        }
        compared
    }

    /// For each of the player's words: does the line have it?
    fn known(&self, words: &Words) -> Vec<bool> {
        let has = |text: &str| {
            self.alternatives
                .iter()
                .filter(|it| it.directive != Directive::Reject)
                .any(|it| it.phrase.words.list.iter().any(|word| it.phrase.words.get(word) == text))
        };
        words.list.iter().take(MOST_WORDS).map(|word| has(words.get(word))).collect()
    }

    /// The verdict on an answer that nothing in the line fits.
    fn fallback(&self, words: &Words) -> Verdict {
        let prompt =
            |directed: Option<&str>| Verdict::Prompt { directed: directed.map(str::to_owned) };
        let forms = self.manner.word_forms;
        let accepted =
            || self.alternatives.iter().filter(|it| it.is_unconditional() && !it.is_loose);
        let partial = self.manner.partial == Partial::Prompt
            && accepted().any(|it| it.phrase.is_part(words, forms));
        let large = self.manner.partial != Partial::Reject
            && accepted().any(|it| it.phrase.is_large_part(words, forms));
        if partial || large {
            return prompt(None);
        }
        if accepted().any(|it| AnswerLine::is_more_specific(&it.phrase, words)) {
            return prompt(Some(LESS_SPECIFIC));
        }
        Verdict::Reject
    }

    /// Says if the player put words before a common noun: rye bread, where bread is the answer.
    fn is_more_specific(phrase: &Phrase, words: &Words) -> bool {
        let is_common =
            phrase.words.list.iter().all(|word| !word.capitalised && word.number.is_none());
        let content = words.list.iter().filter(|word| word.role == Role::Content);
        if !is_common || !(2..=5).contains(&content.count()) {
            return false;
        }
        let strict =
            Leniency { word_forms: false, is_loose: false, is_strict: true, known: &|_| false };
        let harmless = |text: &str| !is_contrast(text) && text != "or" && text != "and";
        (1..words.list.len().min(4)).any(|from| {
            let (before, rest) = words.list.split_at(from);
            let text = rest.first().and_then(|first| words.text.get(first.range.start..));
            before.iter().all(|word| word.number.is_none() && harmless(words.get(word)))
                && text.is_some_and(|text| {
                    phrase.fit(&Words::new(text), strict).is_some_and(|fit| fit <= Fit::Part)
                })
        })
    }
}

impl<'a> Comparison<'a> {
    fn add(&mut self, directive: Directive, fit: Fit, alternative: &'a Alternative) {
        let closer = |before: Option<Fit>| before.is_none_or(|before| fit < before);
        match directive {
            Directive::Accept if closer(self.accept) => self.accept = Some(fit),
            Directive::Reject if closer(self.reject) => self.reject = Some(fit),
            Directive::Prompt | Directive::AntiPrompt
                if closer(self.prompt.map(|(fit, _)| fit)) =>
            {
                self.prompt = Some((fit, alternative));
            }
            Directive::Accept | Directive::Reject | Directive::Prompt | Directive::AntiPrompt => {}
        }
    }
}

/// Other names of what the player named.
fn equivalents(given: &Words) -> Vec<Words> {
    if given.list.len() > 10 {
        return Vec::new();
    }
    let content: Vec<&str> = given
        .list
        .iter()
        .filter(|word| word.role != Role::Function)
        .map(|word| given.get(word))
        .collect();
    let text = content.join(" ");
    let names = EQUIVALENTS.iter().find(|names| names.contains(&text.as_str()));
    let others = names.into_iter().flat_map(|names| names.iter());
    others.filter(|name| **name != text).map(|name| Words::new(name)).collect()
}
