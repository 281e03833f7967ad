//! The machines' side of the writing page: guesses, evidence, buzzes, and advice about sentences.

use std::ops::Range;

use luna_app::format::{many, percent};
use luna_app::quiz::analysis::{Analysis, Sentence, Similar};
use luna_app::quiz::assessment::{Assessment, Evidence, PrefixGuess, answered, tricked};
use luna_app::quiz::library::unmarked;
use maud::{Markup, html};

use crate::html::table::Column::{Number, Text};
use crate::html::table::table;

/// The words that moved a score by less are not marked.
const LEAST_WEIGHT: f64 = 0.05;

/// Everything that the machines have to say about a text.
pub(super) fn panel(analysis: &Analysis, text: &str, has_answer: bool) -> Markup {
    html! {
        (glance(analysis, has_answer))
        @if has_answer { (verdict(analysis)) }
        @else { p.soft { "Pick the answer, and you see here if the machines find it." } }
        div #guesses { @for machine in &analysis.machines { (guesses(machine, "your answer")) } }
        (reading(analysis, &unmarked(text), has_answer))
        (evidence(&analysis.machines))
        (sentences(&analysis.sentences))
        (similar(&analysis.similar))
    }
}

/// The first guess and the verdict in a line, which stays in sight on a phone while one types.
fn glance(analysis: &Analysis, has_answer: bool) -> Markup {
    let top = analysis.machines.iter().find_map(|machine| machine.guesses.first());
    let counts =
        format!("Tricked {} of {}", tricked(&analysis.machines), answered(&analysis.machines));
    let guess = top.map_or("", |top| top.answer.as_str());
    html! {
        p.glance data-told=(format!("{guess} {counts}")) {
            a href="#guesses" {
                @if let Some(top) = top {
                    bdi { (top.answer) } " " span.number { (share(top.probability)) }
                    @if top.is_answer { ", " strong { "your answer" } }
                } @else { "No guess yet" }
            }
            @if has_answer { span { (counts) } }
        }
    }
}

fn verdict(analysis: &Analysis) -> Markup {
    let (asked, tricked) = (answered(&analysis.machines), tricked(&analysis.machines));
    let silent = analysis.machines.iter().filter(|machine| machine.silence.is_some());
    let silent: Vec<&str> = silent.map(|machine| machine.name.as_str()).collect();
    html! {
        p.figure.tricked { "Tricked " (tricked) " of " (asked) }
        @if !silent.is_empty() { p.small { "Not counted: " bdi { (silent.join(", ")) } } }
        p.soft.small {
            @if tricked == asked && asked > 0 {
                "No machine names the answer from the whole question. Would a person?"
            } @else if asked == 0 {
                "A machine is tricked with an answer that it knows."
            } @else {
                "A machine is tricked when its first guess on the whole question is wrong."
            }
            @match (analysis.seen, analysis.has_page) {
                (0, false) => " The search machine has never seen a question with this answer. It knows more answers \
                    once an administrator imports questions or pages.",
                (0, true) => " The search machine has never seen a question with this answer, but it has read a page \
                    about it.",
                (seen, has_page) => {
                    " The search machine has learned from "
                    (many(i64::try_from(seen).unwrap_or(i64::MAX), "question")) " with this answer"
                    @if has_page { ", and from a page about it" } "."
                }
            }
        }
    }
}

/// A machine's guesses from the whole text; `right` stands beside the answer.
pub(super) fn guesses(machine: &Assessment, right: &str) -> Markup {
    html! {
        h3 { "What " (machine.name) " guesses" }
        @if let Some(why) = &machine.silence {
            p.soft { (why) }
            noscript { p.small { a href="" { "Look again" } } }
            @if let Some(last) = machine.passed.last() { (earlier(last, right)) }
        } @else if machine.guesses.is_empty() { p.soft { "Nothing yet." } }
        ol.guesses {
            @for guess in &machine.guesses {
                li.right[guess.is_answer] {
                    span { bdi { (guess.answer) } @if guess.is_answer { " " strong { (right) } } }
                    meter min="0" max="1" value=(format!("{:.3}", guess.probability))
                        aria-label="probability" {}
                    span.number { (share(guess.probability)) }
                }
            }
        }
    }
}

/// The top guess at the last beginning that a machine has answered on.
fn earlier(last: &PrefixGuess, right: &str) -> Markup {
    html! {
        p.small {
            "After " (last.words) " words its first guess is " bdi { (last.guess.answer) } ", "
            (share(last.guess.probability))
            @if last.guess.is_answer { ", " strong { (right) } }
            "."
        }
    }
}

/// The question with the words that speak for the answer, and a bell where each machine would buzz.
/// While there is no answer, the words that speak for the first guess are marked.
fn reading(analysis: &Analysis, text: &str, has_answer: bool) -> Markup {
    let evidence = || analysis.machines.iter().flat_map(|machine| &machine.evidence);
    let telling: Vec<&Evidence> = match has_answer {
        true => evidence().filter(|passage| passage.is_answer).collect(),
        false => evidence().take(1).collect(),
    };
    let marks = in_question(&telling);
    let buzzes: Vec<(usize, &str)> = analysis
        .machines
        .iter()
        .filter_map(|machine| Some((machine.buzz?, machine.name.as_str())))
        .collect();
    let ends = luna_app::quiz::analysis::word_ends(text);
    let bells: Vec<(usize, &str)> = buzzes
        .iter()
        .filter_map(|(words, name)| Some((*ends.get(words.checked_sub(1)?)?, *name)))
        .collect();
    html! {
        h3 { "Your question, as they read it" }
        p.kept dir="auto" { (marked(text, &marks, &bells)) }
        @if let Some(passage) = telling.first() {
            p.small.soft { "Marked words speak for " bdi { (passage.answer) } "." }
        } @else if has_answer {
            p.small.soft { "Nothing that the machines have read connects these words with your answer." }
        }
        @for (words, name) in &buzzes {
            p.small { (name) " would buzz after " (words) " of " (ends.len()) " words." }
        }
        @if buzzes.is_empty() { p.small.soft { "No machine is sure enough to buzz." } }
    }
}

fn in_question(evidence: &[&Evidence]) -> Vec<Range<usize>> {
    let words = evidence.iter().flat_map(|passage| &passage.words);
    let mut ranges: Vec<Range<usize>> = words
        .filter(|word| word.weight >= LEAST_WEIGHT)
        .map(|word| word.question.0..word.question.1)
        .collect();
    ranges.sort_by_key(|range| range.start);
    ranges.dedup();
    ranges
}

/// A text with marks, which are in order, and bells at some of its bytes.
fn marked(text: &str, marks: &[Range<usize>], bells: &[(usize, &str)]) -> Markup {
    let mut cuts: Vec<usize> = marks.iter().flat_map(|range| [range.start, range.end]).collect();
    cuts.extend(bells.iter().map(|(at, _)| *at));
    cuts.push(text.len());
    cuts.sort_unstable();
    cuts.dedup();
    let mut pieces = Vec::new();
    let mut from = 0;
    for cut in cuts {
        if let Some(piece) = text.get(from..cut) {
            let inside = marks.iter().any(|mark| mark.start <= from && cut <= mark.end);
            pieces.push((piece, inside, cut));
            from = cut;
        }
    }
    html! {
        @for (piece, inside, end) in pieces {
            @if inside { mark { (piece) } } @else { (piece) }
            @for (_, name) in bells.iter().filter(|(at, _)| *at == end) {
                (bell(name))
            }
        }
    }
}

/// A probability or a share, to the next percent.
fn share(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A bell where a machine would buzz.
fn bell(name: &str) -> Markup {
    html! {
        svg.bell viewBox="0 0 16 16" width="16" height="16" role="img" aria-label={ (name) " buzzes here" } {
            title { (name) " buzzes here" }
            path d="M8 1a4 4 0 0 0-4 4v4l-2 3h12l-2-3V5a4 4 0 0 0-4-4zM6 13a2 2 0 0 0 4 0z" {}
        }
    }
}

/// The passages that speak for a machine's guesses.
pub(super) fn evidence(machines: &[Assessment]) -> Markup {
    let passages: Vec<&Evidence> = machines.iter().flat_map(|machine| &machine.evidence).collect();
    html! {
        h3 { "Evidence" }
        @if passages.is_empty() { p.soft { "The machines have read nothing like it." } }
        @for passage in passages {
            div.sheet.passage {
                p.small {
                    strong dir="auto" { (passage.answer) }
                    @if passage.is_answer { ", the answer" }
                    @if passage.is_page { " (from a page)" }
                }
                p dir="auto" { (marked(&passage.text, &in_passage(passage), &[])) }
                p.small.soft {
                    "What mattered: "
                    @for (nth, (word, weight)) in telling(passage).into_iter().enumerate() {
                        @if nth > 0 { ", " }
                        (word) " " (share(weight))
                    }
                }
            }
        }
    }
}

fn in_passage(evidence: &Evidence) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = evidence
        .words
        .iter()
        .filter(|word| word.weight >= LEAST_WEIGHT)
        .map(|word| word.passage.0..word.passage.1)
        .collect();
    ranges.sort_by_key(|range| range.start);
    ranges
}

/// The words of a passage that mattered most, at most six.
fn telling(evidence: &Evidence) -> Vec<(&str, f64)> {
    let word = |word: &luna_app::quiz::assessment::Word| {
        Some((evidence.text.get(word.passage.0..word.passage.1)?, word.weight))
    };
    let mut words: Vec<(&str, f64)> = evidence.words.iter().filter_map(word).collect();
    words.sort_by(|one, other| other.1.total_cmp(&one.1));
    words.truncate(6);
    words
}

fn sentences(all: &[Sentence]) -> Markup {
    let heads = [
        Number("Sentence"),
        Number("Words"),
        Text("Guess after it"),
        Number("Sure"),
        Text("Advice"),
    ];
    let rows = html! {
        @for (nth, sentence) in all.iter().enumerate() {
            tr {
                td.number { (nth + 1) }
                td.number { (sentence.words) }
                td.words dir="auto" {
                    (sentence.guess)
                    @if sentence.is_answer { " " strong { "your answer" } }
                }
                td.number { (share(sentence.probability)) }
                td.words { (sentence.advice.join(" ")) }
            }
        }
    };
    html! {
        h3 { "Sentence by sentence" }
        p.small.soft { "A good question goes from clues that few people know to one that nearly everybody knows." }
        @if !all.is_empty() { (table("Sentences", &heads, &rows)) }
    }
}

fn similar(all: &[Similar]) -> Markup {
    html! {
        @if !all.is_empty() {
            h3 { "Similar questions" }
            @for it in all {
                details {
                    summary dir="auto" { (it.answer) ": " (percent(it.share)) " of the words in common" }
                    p.kept dir="auto" { (marked(&it.text, &it.overlap, &[])) }
                    p.small { a href={ "/quiz/write?rewrite=" (it.tossup) } { "Rewrite this question" } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_bells_stand_where_they_belong() {
        let text = "A black bird <b>sings";
        let shown = marked(text, &[2..7, 8..8], &[(12, "search")]).0;
        assert!(shown.starts_with("A <mark>black</mark> bird<svg"), "{shown}");
        assert!(shown.ends_with("</svg> &lt;b&gt;sings"), "{shown}");
        assert_eq!(marked("", &[], &[]).0, "");
        // A mark inside a letter is left out.
        assert_eq!(marked("Ångström", &[1..3, 9..9], &[]).0, "Ångström");
    }
}
