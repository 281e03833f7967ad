//! The questions on the page, each with a tick, its answer and its sentence, and the report above them.

use luna_app::format::many;
use luna_app::text_questions::{Language, TextReading};
use luna_store::predict::fit::ParameterIndex;
use luna_store::predict::index::InformativenessIndex;
use maud::{Markup, html};

use super::offer::Offer;
use crate::rating::predict::{parameters, tells};

/// Skipped parts that are listed.
const LISTED: usize = 40;
/// Characters of a skipped part that are shown.
const EXCERPT: usize = 60;

/// The result of reading a text.
pub(super) struct Report {
    language: Language,
    words: usize,
    made: usize,
    /// Those that pass the filter.
    pub(super) fitting: usize,
    /// The beginnings of skipped parts, each with the reason.
    skipped: Vec<(String, &'static str)>,
}

impl Report {
    pub(super) fn of(reading: &TextReading, fitting: usize) -> Report {
        let skipped = reading.skipped.iter().map(|it| {
            let words = reading.excerpt(it.place.clone());
            let mut start: String =
                words.chars().filter(|c| !c.is_control()).take(EXCERPT).collect();
            if start.len() < words.len() {
                start.push('…');
            }
            (start, it.reason.words())
        });
        Report {
            language: reading.language,
            words: reading.words,
            made: reading.questions.len(),
            fitting,
            skipped: skipped.collect(),
        }
    }

    pub(super) fn section(&self, shown: usize) -> Markup {
        html! {
            h2 #questions { (self.heading()) }
            @if self.language == Language::Other {
                p.note role="status" {
                    "This does not look like English. Luna reads English only, so far."
                }
            } @else {
                p.small.soft role="status" {
                    @if self.language == Language::English { "Language: English. " }
                    @else { "Language: English, with parts in another one. " }
                    (many(number(self.words), "word")) @if self.words == 1 { " was" } @else { " were" } " read. "
                    @if self.made > self.fitting { (many(number(self.made - self.fitting), "question")) @if self.made - self.fitting == 1 { " does" } @else { " do" } " not fit your choice. " }
                    @if shown < self.fitting { @if shown == 1 { "The first is shown. " } @else { "The first " (shown) " are shown. " } }
                }
                @if self.made == 0 {
                    p { "Luna asks about sentences that state something, such as “Marie Curie discovered radium in 1898.” It found none that it can ask about." }
                } @else if self.fitting == 0 {
                    p { "Choose another kind of question, or a higher limit." }
                }
            }
            (self.skipped())
        }
    }

    fn heading(&self) -> String {
        match self.fitting {
            0 => "No questions".to_owned(),
            count => many(number(count), "question"),
        }
    }

    fn skipped(&self) -> Markup {
        let count = self.skipped.len();
        html! {
            @if count > 0 {
                details.small {
                    summary { (many(number(count), "part")) @if count == 1 { " was" } @else { " were" } " skipped" }
                    ul.hints {
                        @for (start, why) in self.skipped.iter().take(LISTED) {
                            li { "“" bdi { (start) } "”: " (why) }
                        }
                        @if count > LISTED { li { "and " (count - LISTED) " more" } }
                    }
                }
            }
        }
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The questions as fields of a form, each with what games tell about it, where that is known.
pub(crate) fn questions(offers: &[Offer], known: &KnownOfQuestions) -> Markup {
    html! {
        ul.plain {
            @for (offer, nth) in offers.iter().zip(1..) { (question(offer, nth, known)) }
        }
    }
}

/// What games tell about the questions of a player.
#[derive(Default)]
pub(crate) struct KnownOfQuestions {
    pub(crate) informativeness: InformativenessIndex,
    pub(crate) parameters: ParameterIndex,
}

fn question(offer: &Offer, nth: usize, known: &KnownOfQuestions) -> Markup {
    let name = |kind: char| format!("{kind}{nth}");
    html! {
        li {
            label.tick {
                input type="checkbox" name=(name('k')) value="yes" checked[offer.is_chosen];
                span { "Question " (nth) }
            }
            textarea.line name=(name('q')) rows="1" dir="auto" maxlength="500" aria-label={ "Text of question " (nth) } {
                "\n" (offer.question)
            }
            label.small {
                span.soft { "Answer" }
                textarea.line name=(name('a')) rows="1" dir="auto" maxlength="500" { "\n" (offer.answer) }
            }
            @if !offer.sentence.is_empty() {
                details.small { summary { "Its sentence" } p.kept dir="auto" { (offer.sentence) } }
            }
            @if offer.is_vague && !offer.is_reworded() {
                p.small.soft { "Vague: without its text, nobody can tell what a pronoun in it means, or what “this” refers to." }
            }
            (parameters(known.parameters.get(&offer.original)))
            (tells(known.informativeness.get(&offer.original)))
            @if offer.is_vague { input type="hidden" name=(name('v')) value="yes"; }
            input type="hidden" name=(name('o')) value=(offer.original);
            input type="hidden" name=(name('b')) value=(offer.original_answer);
            input type="hidden" name=(name('s')) value=(offer.sentence);
        }
    }
}
