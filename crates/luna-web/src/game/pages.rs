//! One page for each thing a player can do or wait for.

use luna_core::game::{Duty, Phase, Rules, View};
use luna_core::rating::{Outcome, Points};
use luna_core::text;
use maud::{Markup, html};

use super::Seen;
use crate::App;
use crate::layout::csrf;
use crate::moon::{moon, of_phase};
use crate::visitor::Visitor;
use crate::words::{guesses, left, many, span, tenths, thousands};

/// A form that was not taken: why, field by field.
#[derive(Debug, Default)]
pub(super) struct Refused {
    problems: Vec<(String, String)>,
    suggestion: Option<Points>,
}

impl Refused {
    /// All problems of a list of texts at once, or none.
    pub(super) fn texts(prefix: &str, texts: &[String], rules: Rules) -> Option<Refused> {
        let mut refused = Refused::default();
        let what = if prefix == "q" { "Question" } else { "Response" };
        for (nth, body) in texts.iter().enumerate() {
            if let Err(problem) = text::check(body, rules.max_chars) {
                refused
                    .add(&format!("{prefix}{}", nth + 1), format!("{what} {} {problem}.", nth + 1));
            }
        }
        Some(refused).filter(|refused| !refused.is_empty())
    }

    pub(super) fn add(&mut self, field: &str, problem: String) {
        self.problems.push((field.to_owned(), problem));
    }

    pub(super) fn suggest(&mut self, points: Points) {
        self.suggestion = Some(points);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.problems.is_empty() && self.suggestion.is_none()
    }

    fn of(&self, field: &str) -> Option<&str> {
        self.problems.iter().find(|(name, _)| name == field).map(|(_, problem)| problem.as_str())
    }
}

/// What the player sees, and the page's title.
pub(super) fn body(
    seen: &Seen,
    app: &App,
    visitor: &Visitor,
    view: &View,
    refused: Option<&Refused>,
) -> (&'static str, Markup) {
    let none = Refused::default();
    let form = GameForm { seen, visitor, view, refused: refused.unwrap_or(&none) };
    match seen.place.ending.as_deref() {
        Some("final") => return ("Final", last(seen, visitor, view)),
        Some(ending) => return ("This game is over", gone(ending, visitor)),
        None => {}
    }
    match view.duty {
        Some(Duty::Ask) => ("Interview", form.interview()),
        Some(Duty::Answer) => ("Response", form.response()),
        Some(Duty::Guess) => ("Guess", form.guess()),
        None => ("Waiting", form.waiting(app)),
    }
}

/// The four phases, and where this game stands.
fn phases(now: Phase) -> Markup {
    let steps = [
        (Phase::Interview, "Interview"),
        (Phase::Response, "Response"),
        (Phase::Guess, "Guess"),
        (Phase::Final, "Final"),
    ];
    html! {
        ol.phases aria-label="Where this game stands" {
            @for (phase, name) in steps {
                li aria-current=[(phase == now).then_some("step")] {
                    (moon(of_phase(phase), 34, false)) (name)
                }
            }
        }
    }
}

struct GameForm<'a> {
    seen: &'a Seen,
    visitor: &'a Visitor,
    view: &'a View,
    refused: &'a Refused,
}

impl GameForm<'_> {
    fn url(&self, action: &str) -> String {
        format!("/games/{}/{action}", self.seen.place.seat_id)
    }

    fn interview(&self) -> Markup {
        let many = self.view.rules.questions;
        html! {
            (phases(Phase::Interview))
            h1 { "Ask " (number(many)) " questions" }
            (self.practice_note())
            p {
                "Whoever gets them answers all of them; from the answers you will guess how smart "
                "they seem. So let each question tell you something:"
            }
            ul.hints {
                li { "mix easy ones and hard ones, so that they separate a parrot from a professor;" }
                li { "they need no right answer: taste, humour and judgement tell a lot;" }
                li { "people may look things up, so plain trivia tells you little;" }
                li { "you do not know who is there, and it may not be a person." }
            }
            (self.problems())
            form.moves method="post" action=(self.url("questions")) data-draft=(self.url("draft")) {
                (csrf(self.visitor))
                @for nth in 1..=many {
                    (self.text_field(&format!("q{nth}"), &html! { "Question " (nth) }, true))
                }
                (self.send("Send my questions"))
            }
            (self.leave())
        }
    }

    fn response(&self) -> Markup {
        let questions = self.view.their_questions.as_deref().unwrap_or_default();
        html! {
            (phases(Phase::Response))
            h1 { "Answer " (number(questions.len())) " questions" }
            (self.practice_note())
            @if self.view.inherited {
                p.note {
                    "Your partner has already answered somebody who had to go, so those answers are "
                    "yours to judge. Your own questions are kept and will be filled in for your next game."
                }
            }
            p {
                "Answer as well as you can, in any form you like. The other player will guess your "
                "Smarts Rating from these answers alone, and the higher the guess, the higher it gets."
            }
            (self.problems())
            form.moves method="post" action=(self.url("responses")) data-draft=(self.url("draft")) {
                (csrf(self.visitor))
                @for (nth, question) in questions.iter().enumerate() {
                    section.sheet {
                        p.question #{ "t" (nth + 1) } { (question) }
                        (self.text_field(&format!("r{}", nth + 1), &html! { "Response " (nth + 1) }, false))
                    }
                }
                (self.send("Send my responses"))
            }
            (self.leave())
        }
    }

    fn guess(&self) -> Markup {
        let questions = self.view.my_questions.as_deref().unwrap_or_default();
        let answers = self.view.their_answers.as_deref().unwrap_or_default();
        let draft = self.value("guess");
        let suggested = self.refused.suggestion.map(|points| points.to_string());
        let value = suggested.as_deref().unwrap_or(draft);
        html! {
            (phases(Phase::Guess))
            h1 { "How smart is your partner?" }
            (self.practice_note())
            @if self.view.inherited {
                p.note { "These questions were asked by somebody who had to go; the answers are your partner's." }
            }
            p {
                "Read the answers and guess the other player's Smarts Rating: the mean of what people "
                "have guessed of them. The closer of your two guesses wins. If it helps, say for each "
                "answer how smart it was; the mean of that is suggested, and you decide."
            }
            (self.problems())
            form.moves.guessing method="post" action=(self.url("guess")) data-draft=(self.url("draft")) {
                (csrf(self.visitor))
                @for (nth, (question, answer)) in questions.iter().zip(answers).enumerate() {
                    @let field = format!("s{}", nth + 1);
                    section.sheet {
                        p.question { (question) }
                        p.answer { (answer) }
                        label.small for=(field) { "How smart was this response? " span.soft { "0 to 100, if you like" } }
                        div.slider {
                            input.narrow id=(field) name=(field) type="text" inputmode="decimal"
                                autocomplete="off" value=(self.value(&field))
                                aria-describedby=[self.refused.of(&field).map(|_| format!("{field}-problem"))]
                                aria-invalid=[self.refused.of(&field).map(|_| "true")];
                        }
                        (self.problem(&field))
                    }
                }
                div.sheet {
                    label for="guess" { "Your guess of the other player's Smarts Rating" }
                    div.row {
                        input.guess #guess name="guess" type="text" inputmode="decimal" autocomplete="off"
                            value=(value) aria-describedby="guess-hint guess-problem"
                            aria-invalid=[self.refused.of("guess").map(|_| "true")];
                        span.soft #guess-hint {
                            "from 0 to 100, decimals allowed" br;
                            output #suggestion { }
                        }
                    }
                    @if let Some(points) = self.refused.suggestion {
                        p.problem #guess-problem role="alert" {
                            "Your marks suggest " (points) ". Change it if you like, then send it."
                        }
                    } @else { (self.problem("guess")) }
                }
                (self.send("Make this my guess"))
            }
            (self.leave())
        }
    }

    fn waiting(&self, app: &App) -> Markup {
        let again = self.view.partners_lost > 0;
        let (heading, words) = match self.view.phase {
            Phase::Guess => (
                "Your guess is in",
                "As soon as the other player has guessed too, both guesses and both ratings are shown.",
            ),
            Phase::Response => (
                "Your responses are in",
                "The other player is still answering yours. Their answers come here when they are done.",
            ),
            _ if again && self.view.my_answers.is_some() => (
                "Your partner has gone",
                "Nothing of yours is lost: your questions and your responses have been put back at the \
                 head of the queue, and the next player takes the empty seat.",
            ),
            _ if again => (
                "Your partner has gone",
                "Nothing of yours is lost: your questions have been put back at the head of the queue.",
            ),
            _ => ("Your questions are in", "You will have a partner in a moment."),
        };
        let wait = span(app.settings.timing.machine_wait_ms);
        html! {
            (phases(self.view.phase))
            h1 { (heading) }
            p { (words) }
            @if self.view.phase == Phase::Interview {
                p {
                    "If no person comes within " (wait) ", a machine takes the seat. You will not be "
                    "told which until the end."
                }
            }
            p.soft {
                "This page changes by itself when there is something to do. You need not wait here: "
                @if self.seen.me.verified && self.seen.me.wants_mail { "we will write to you. " }
                @else { "your games keep, and you can come back any time. " }
            }
            form.row method="post" action="/games" {
                (csrf(self.visitor))
                a.button href="/games" { "Your games" }
                button.button { "Start another game meanwhile" }
            }
            (self.so_far())
            @if self.view.my_guess.is_none() { (self.leave()) }
        }
    }

    /// What this player has written, to read again.
    fn so_far(&self) -> Markup {
        let questions = self.view.my_questions.as_deref().filter(|_| !self.view.inherited);
        html! {
            @if let Some(questions) = questions {
                details {
                    summary { "Your questions" }
                    ol { @for question in questions { li.kept { (question) } } }
                }
            }
            @if let (Some(questions), Some(answers)) = (&self.view.their_questions, &self.view.my_answers) {
                details {
                    summary { "Your responses" }
                    @for (question, answer) in questions.iter().zip(answers) {
                        p.question { (question) } p.answer { (answer) }
                    }
                }
            }
        }
    }

    fn practice_note(&self) -> Markup {
        html! {
            @if self.seen.loaded.practice {
                p.note { "Practice with the machine gibberish: it answers at once, and nothing counts." }
            }
        }
    }

    fn value(&self, field: &str) -> &str {
        self.seen.drafts.get(field).map_or("", String::as_str)
    }

    fn text_field(&self, field: &str, label: &Markup, labelled: bool) -> Markup {
        let max = self.view.rules.max_chars;
        let value = self.value(field);
        let problem = self.refused.of(field);
        let title = field.replace('r', "t");
        html! {
            div.field {
                label.unseen[!labelled] for=(field) { (label) }
                textarea id=(field) name=(field) rows="3" data-most=(max) required
                    aria-describedby={ (field) "-count " @if !labelled { (title) " " }
                        @if problem.is_some() { (field) "-problem" } }
                    aria-invalid=[problem.map(|_| "true")] { "\n" (value) }
                (self.problem(field))
                div.under {
                    span data-saved=(field) { @if !value.is_empty() && self.refused.is_empty() { "Saved" } }
                    span #{ (field) "-count" } {
                        (thousands(i64::try_from(value.chars().count()).unwrap_or(0)))
                        " of " (thousands(i64::try_from(max).unwrap_or(0)))
                    }
                }
            }
        }
    }

    fn problem(&self, field: &str) -> Markup {
        html! {
            @if let Some(problem) = self.refused.of(field) {
                p.problem #{ (field) "-problem" } { (problem) }
            }
        }
    }

    /// Above the form: how much is to be mended, for those who cannot see it.
    fn problems(&self) -> Markup {
        let count = self.refused.problems.len();
        html! {
            @if count > 0 {
                div.problem.all role="alert" {
                    p { "Nothing has been sent yet. Please look at "
                        (many(i64::try_from(count).unwrap_or(0), "field")) ":" }
                    ul {
                        @for (field, problem) in &self.refused.problems {
                            li { a href={ "#" (field) } { (problem) } }
                        }
                    }
                }
            }
        }
    }

    fn send(&self, label: &str) -> Markup {
        let due_at = self.seen.loaded.occupant(self.view_seat()).and_then(|seat| seat.due_at);
        html! {
            div.row {
                button.button.now { (label) }
                button.button.quiet type="submit" formaction=(self.url("draft")) formnovalidate {
                    "Save and finish later"
                }
            }
            p.small.soft {
                "What you type is kept, here and on your other devices. "
                @if let Some(due_at) = due_at { (left(self.visitor.now, due_at)) ", then the seat is given to somebody else." }
            }
        }
    }

    fn view_seat(&self) -> luna_core::game::Seat {
        self.seen.place.seat
    }

    fn leave(&self) -> Markup {
        html! {
            details.leave {
                summary { "Leave this game" }
                p {
                    "Your partner keeps what they wrote and gets another player. Your questions are kept "
                    "for your next game."
                }
                form method="post" action=(self.url("leave")) {
                    (csrf(self.visitor))
                    button.button { "Leave this game for good" }
                }
            }
        }
    }
}

fn number(many: usize) -> String {
    match many {
        1 => "one".to_owned(),
        5 => "five".to_owned(),
        other => other.to_string(),
    }
}

/// How a game went, before a partner's name.
pub(super) fn verdict(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "You won against",
        Outcome::Lost => "You lost to",
        Outcome::Tied => "A tie with",
        Outcome::NoLoss => "Your first rating, against",
    }
}

/// The end: outcome, both guesses, both ratings, and who it was.
fn last(seen: &Seen, visitor: &Visitor, view: &View) -> Markup {
    let Some(result) = &view.result else { return html! {} };
    let partner = seen.partner.as_ref();
    let name = partner.map_or("somebody who has gone", |partner| partner.name.as_str());
    let kind = match partner {
        Some(partner) if partner.machine => "a machine",
        Some(partner) if !partner.id.is_empty() => "a person",
        _ => "no longer here",
    };
    let heading = match result.outcome {
        Outcome::Won => "You won",
        Outcome::Lost => "You lost",
        Outcome::Tied => "A tie",
        Outcome::NoLoss => "You have been rated",
    };
    let how = match (result.outcome, result.their_rating, result.my_rating_then) {
        (Outcome::Won, None, _) => {
            "They had no rating yet, so this is a win for you and no loss for them.".to_owned()
        }
        (Outcome::NoLoss, _, _) => {
            "You had no rating yet: they win, and for you this is no loss.".to_owned()
        }
        (_, Some(theirs), Some(mine)) => format!(
            "Your guess was {} away; theirs was {} away.",
            tenths(theirs.distance(result.my_guess)),
            tenths(mine.distance(result.their_guess))
        ),
        _ => "Neither of you had a rating yet, so this is a tie.".to_owned(),
    };
    let rating = |rating: Option<luna_core::rating::Rating>| {
        rating.map_or_else(|| "none yet".to_owned(), |rating| rating.to_string())
    };
    html! {
        (phases(Phase::Final))
        div.result {
            h1 { (heading) }
            p.soft { (how) }
            div.sheet {
                div {
                    span.figure { (rating(result.their_rating)) }
                    span.small.soft { (name) "'s rating; you guessed " (result.my_guess) }
                }
                div {
                    span.figure { (rating(result.my_rating_then)) }
                    span.small.soft { "your rating then; they guessed " (result.their_guess) }
                }
            }
            p {
                @match result.my_rating_now {
                    Some(now) => {
                        @if result.their_guess_counts { "Your new Smarts Rating is " }
                        @else { "Your Smarts Rating stays " } strong { (now) }
                        @if now.count() == 1 { ", what one person has guessed. " }
                        @else { ", the mean of " (guesses(now.count())) " by people. " }
                    }
                    None => { "You have no Smarts Rating yet: only people's guesses count. " }
                }
                strong { (name) } " is " strong { (kind) } "."
            }
            @if seen.loaded.practice {
                p.note { "This was practice: neither rating has changed." }
            } @else if !result.their_guess_counts {
                p.soft.small { "A machine's guess is never counted in a rating." }
            }
            div.row.middle {
                form method="post" action="/games" { (csrf(visitor)) button.button.now { "Play again" } }
                a.button href="/games" { "Your games" }
            }
        }
        (transcript("What they answered", view.my_questions.as_deref(), view.their_answers.as_deref()))
        (transcript("What you answered", view.their_questions.as_deref(), view.my_answers.as_deref()))
    }
}

fn transcript(heading: &str, questions: Option<&[String]>, answers: Option<&[String]>) -> Markup {
    html! {
        @if let (Some(questions), Some(answers)) = (questions, answers) {
            h2 { (heading) }
            @for (question, answer) in questions.iter().zip(answers) {
                p.question { (question) }
                p.answer { (answer) }
            }
        }
    }
}

/// A game this player is no longer in.
fn gone(ending: &str, visitor: &Visitor) -> Markup {
    let (heading, words) = match ending {
        "expired" => (
            "Time ran out",
            "The seat was given to somebody else, so that your partner need not wait. \
             Your questions are kept and will be filled in for your next game.",
        ),
        "left" => (
            "You left this game",
            "Your partner was given another player. Your questions are kept for your next game.",
        ),
        _ => ("This game was given up", "Nobody was left to play it."),
    };
    html! {
        h1 { (heading) }
        p { (words) }
        form.row method="post" action="/games" {
            (csrf(visitor))
            button.button.now { "New game" }
            a.button href="/games" { "Your games" }
        }
    }
}
