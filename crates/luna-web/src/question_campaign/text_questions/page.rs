//! The page: the text, the choice, the questions, and what can be done with them.

use luna_app::format::thousands;
use luna_app::question_set::MOST_NAME_CHARS;
use luna_app::text_questions::MOST_CHARS;
use luna_store::player::Player;
use luna_store::question_set::QuestionSet;
use maud::{Markup, html};

use super::list::{KnownOfQuestions, Report, questions};
use super::offer::{MOST, Offer, chosen_or_all};
use super::{file, filter};
use crate::http::form::Form;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// Everything on the page.
#[derive(Default)]
pub(super) struct Desk {
    pub(super) me: Option<Player>,
    /// The visitor's text and choice.
    pub(super) form: Form,
    pub(super) offers: Vec<Offer>,
    /// None if the text was not read this time.
    pub(super) report: Option<Report>,
    pub(super) problem: Option<String>,
    /// The interview that the questions are for; none: the page is about the text alone.
    pub(super) interview: Option<Interview>,
}

/// An interview that wants questions.
pub(super) struct Interview {
    pub(super) seat_id: String,
    /// The sets that the player keeps.
    pub(super) sets: Vec<QuestionSet>,
}

impl Desk {
    pub(super) fn page(&self, app: &App, visitor: &Visitor) -> Markup {
        let is_full = !self.offers.is_empty();
        let body = html! {
            (self.lead())
            @if let Some(problem) = &self.problem { div.problem.all role="alert" { p { (problem) } } }
            form method="post" action=(self.address()) data-questions[is_full] {
                (csrf(visitor))
                @if is_full {
                    details { summary { "Your text" } (self.text()) }
                } @else { (self.text()) }
                (filter::fields(&self.form))
                div.row { button.button.now name="do" value="read" { @if is_full { "Make them again" } @else { "Make questions" } } }
                @if let Some(report) = &self.report { (report.section(self.offers.len())) }
                @if is_full {
                    @if self.report.is_none() { h2 #questions { "Questions" } }
                    p.small.soft { "Change a question or its answer by typing in it. Tick those that you want. Without a tick, a copy or a download has all that are shown." }
                    (questions(&self.offers, &KnownOfQuestions::default()))
                    (self.more())
                    @if self.interview.is_some() {
                        div.row { button.button.now name="do" value="take" { "Take the ticked ones" } }
                        p.small.soft { "They go into the empty fields of your interview. You can change them there." }
                    } @else { (self.uses()) }
                }
            }
            @if is_full && self.interview.is_none() { (copy(&self.offers)) }
            p.after.small.soft {
                "A program makes the questions by rules of grammar, without a language model. Those that it considers best "
                "come first. Many of the others are odd, so read them before you use them."
            }
            @match &self.interview {
                Some(interview) => p { a href={ "/games/" (interview.seat_id) } { "Back to your interview" } },
                None => p.row {
                    @if self.me.is_some() { a href="/questions/sets" { "Questions you keep" } }
                    a href="/questions" { "Rate questions that programs made" }
                },
            }
        };
        let copies = is_full && self.interview.is_none();
        let scripts: &[&str] = if copies { &["questions.js"] } else { &[] };
        Page::new("Questions from a text", body).of(self.me.as_ref()).scripts(scripts).render(app)
    }

    fn address(&self) -> String {
        match &self.interview {
            Some(interview) => format!("/games/{}/suggestions", interview.seat_id),
            None => "/questions/from-text".to_owned(),
        }
    }

    fn lead(&self) -> Markup {
        let Some(Interview { sets, .. }) = &self.interview else {
            return html! {
                h1 { "Questions from a text" }
                p.lead { "Paste a text, and see what a teacher might ask about it. The best questions come first." }
            };
        };
        html! {
            h1 { "Suggestions for your interview" }
            p { "Paste a text that you would like to ask about. Take the questions that you like, and change or discard them as you please." }
            @if !sets.is_empty() {
                p { "Or choose from the questions you keep:" }
                ul.plain {
                    @for set in sets { li { a href={ (self.address()) "?set=" (set.id) } dir="auto" { (set.name) } } }
                }
            }
        }
    }

    fn text(&self) -> Markup {
        let most = i64::try_from(MOST_CHARS).map(thousands).unwrap_or_default();
        html! {
            div.field {
                label for="text" { "Your text, in English" }
                textarea.tall #text name="text" rows="12" dir="auto" aria-describedby="text-hint" { "\n" (self.form.text("text")) }
                p.hint #text-hint {
                    "Up to " (most) " characters, about ten pages. The text is not stored: Luna reads it and forgets it. "
                    "Only what you keep is stored."
                }
            }
        }
    }

    /// The way to the questions that are not shown yet.
    fn more(&self) -> Markup {
        let left =
            self.report.as_ref().map_or(0, |it| it.fitting.saturating_sub(self.offers.len()));
        html! {
            input type="hidden" name="shown" value=(self.offers.len());
            @if left > 0 && self.offers.len() < MOST { div.row { button.button.quiet name="do" value="more" { "Show more" } } }
        }
    }

    fn uses(&self) -> Markup {
        html! {
            h2 { "Use these questions" }
            div.row {
                button.button.quiet #copy-button type="button" hidden { "Copy" }
                button.button.quiet name="do" value="txt" { "Download as text" }
                button.button.quiet name="do" value="tsv" { "Download as a table" }
                button.button.quiet name="do" value="jsonl" { "Download as JSON lines" }
            }
            p.small.soft #copied role="status" {}
            @if self.me.is_none() {
                p.small {
                    "To keep questions for an interview, or to write trivia with them, "
                    a href="/login?back=/questions/from-text" { "log in" } " or "
                    a href="/consent?back=/questions/from-text" { "play as a guest" } " first."
                }
            } @else { (self.keep()) }
        }
    }

    /// For players: what can be kept on this instance.
    fn keep(&self) -> Markup {
        let moderates = self.me.as_ref().is_some_and(Player::moderates);
        html! {
            div.field {
                label for="name" { "Name" }
                input #name type="text" name="name" dir="auto" maxlength=(MOST_NAME_CHARS) autocomplete="off"
                    value=(self.form.text("name")) aria-describedby="name-hint";
                p.hint #name-hint { "For the questions that you keep. Without a name, Luna uses the beginning of the text." }
            }
            div.row {
                button.button.quiet name="do" value="keep" { "Keep for an interview" }
                button.button.quiet name="do" value="drafts" { "Start trivia drafts" }
            }
            @if moderates {
                h3 { "A campaign of ratings" }
                div.field {
                    label for="licence" { "Licence of the text" }
                    input #licence type="text" name="licence" maxlength="100" value=(self.form.text("licence"))
                        placeholder="CC BY 4.0" aria-describedby="licence-hint";
                    p.hint #licence-hint { "Raters see the whole text, so it is stored with the questions." }
                }
                div.row { button.button.quiet name="do" value="campaign" { "Import for a campaign" } }
            }
        }
    }
}

/// For those without the script, or without a clipboard.
fn copy(offers: &[Offer]) -> Markup {
    html! {
        details {
            summary { "As text, to copy" }
            textarea #copy readonly rows="8" dir="auto" aria-label="The questions as text" { "\n" (file::text(&chosen_or_all(offers))) }
        }
    }
}
