//! The final page, and the pages of games that ended early.

use std::cmp::Ordering;

use luna_app::format::{guesses, tenths};
use luna_core::game::{Ending, GameResult, View};
use luna_core::rating::{Outcome, Points, Rating};
use luna_store::game::Rematch;
use luna_store::player::Player;
use luna_store::predict::QuestionInformativeness;
use luna_store::predict::distance::QuestionDistance;
use luna_store::predict::fit::ParameterIndex;
use maud::{Markup, html};

use super::parts::concerns;
use super::wait::set_aside;
use crate::game::closeness;
use crate::game::game_page::GamePage;
use crate::html::moon::moon;
use crate::html::scale::{Mark, scale};
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;
use crate::rating::predict::{distance, parameters, tells};

/// The result as a phrase before the partner's name.
pub(in crate::game) fn verdict(result: &GameResult) -> &'static str {
    match result.outcome {
        Outcome::Won => "You won against",
        Outcome::Lost => "You lost to",
        Outcome::Tied => "A tie with",
        Outcome::NoLoss if result.their_guess_counts => "Your first rating, against",
        Outcome::NoLoss => "No loss against",
    }
}

/// What the outcome would be by the calibrated ratings, which give careless judges less weight. The
/// official outcome stays.
fn by_calibrated([mine, theirs]: [Option<f64>; 2], result: &GameResult) -> Option<String> {
    let (mine, theirs) = (mine?, theirs?);
    let off = |guess: Points, rating: f64| (guess.number() - rating).abs();
    let (off, their_off) = (off(result.my_guess, theirs), off(result.their_guess, mine));
    // As exact as they are shown.
    let who = match (off * 10.0).round().total_cmp(&(their_off * 10.0).round()) {
        Ordering::Less => "you would have won",
        Ordering::Greater => "they would have won",
        Ordering::Equal => "this would have been a tie",
    };
    Some(format!(
        "By the calibrated ratings ({} and {}) {who}: your guess was {} away, theirs {}.",
        tenths(theirs),
        tenths(mine),
        tenths(off),
        tenths(their_off)
    ))
}

/// The result in one sentence: who won, and by how much. `kept`: the partner's rating is private.
fn in_one_sentence(result: &GameResult, kept: bool) -> String {
    match (result.outcome, result.their_rating, result.my_rating_then) {
        (Outcome::Won, None, _) => {
            "You won. They had no rating yet, so this is a win for you and no loss for them."
                .to_owned()
        }
        (Outcome::NoLoss, _, _) => format!(
            "{}. You had no rating yet, so this is a win for them and no loss for you.",
            heading(result)
        ),
        // How far away a guess was tells what it was away from.
        (_, Some(_), Some(mine)) if kept => format!(
            "{}. Their guess was {} away.",
            heading(result),
            tenths(mine.distance(result.their_guess))
        ),
        (_, Some(theirs), Some(mine)) => format!(
            "{}. Your guess was {} away; theirs was {} away.",
            heading(result),
            tenths(theirs.distance(result.my_guess)),
            tenths(mine.distance(result.their_guess))
        ),
        _ => "A tie: neither of you had a rating yet.".to_owned(),
    }
}

/// The same of a game that counts for nothing, so that nobody wins or loses.
fn in_practice(result: &GameResult, kept: bool) -> String {
    match result.their_rating.filter(|_| !kept) {
        Some(theirs) => format!(
            "This was practice. Your guess was {} away.",
            tenths(theirs.distance(result.my_guess))
        ),
        None => "This was practice, so nobody wins or loses.".to_owned(),
    }
}

/// The result in a few words.
pub(super) fn heading(result: &GameResult) -> &'static str {
    match result.outcome {
        Outcome::Won => "You won",
        Outcome::Lost => "You lost",
        Outcome::Tied => "A tie",
        Outcome::NoLoss if result.their_guess_counts => "You have been rated",
        Outcome::NoLoss => "No loss",
    }
}

/// The upper part, on the night: who it was, who won, both guesses beside both ratings, and what changed.
pub(super) fn ending(seen: &GamePage, visitor: &Visitor, result: &GameResult) -> Markup {
    // An erased player has no id any more.
    let partner = seen.partner.as_ref().filter(|partner| !partner.id.is_empty());
    let kept =
        partner.is_some_and(|partner| partner.rating_hidden) && result.their_rating.is_some();
    html! {
        div.centre {
            p.soft { "Your partner was" }
            h1 { (who(partner)) }
            p.lead {
                @if seen.loaded.kind.counts() { (in_one_sentence(result, kept)) }
                @else { (in_practice(result, kept)) }
            }
            @if let Some(closeness) = seen.closeness { (closeness::sentence(closeness, kept)) }
            @if let Some(by) = by_calibrated(seen.calibrated, result).filter(|_| !kept) { p.soft.small { (by) } }
            (scales(result, kept))
            p { @if seen.loaded.kind.counts() { (what_changed(result)) } @else { "Neither rating has changed." } }
            @if seen.loaded.kind.counts() && !result.their_guess_counts {
                p.soft.small {
                    @if partner.is_some_and(|partner| !partner.machine) { "Their guesses do not count at the moment." }
                    @else { "A machine's guess never counts." }
                }
            }
            (rematch_words(seen.rematch))
            div.row {
                form method="post" action="/games" { (csrf(visitor)) button.button.now { @if seen.loaded.kind.counts() { "Play again" } @else { "Play a game that counts" } } }
                @if let Some(label) = rematch_label(seen.rematch) {
                    form method="post" action={ "/games/" (seen.place.seat_id) "/rematch" } { (csrf(visitor)) button.button { (label) } }
                }
                a.button href={ "/games/" (seen.place.seat_id) "/share" } { "Share" }
                a.button href="/games" { "Your games" }
            }
        }
    }
}

/// The button of a rematch, where there may be one.
fn rematch_label(rematch: Rematch) -> Option<&'static str> {
    match rematch {
        Rematch::Possible => Some("Ask for a rematch"),
        Rematch::Wanted => Some("Play the rematch"),
        Rematch::Impossible | Rematch::Asked => None,
    }
}

fn rematch_words(rematch: Rematch) -> Markup {
    html! {
        @match rematch {
            Rematch::Wanted => p { "They ask for a rematch. It counts for nothing, since you know each other now." },
            Rematch::Asked => p { "You have asked for a rematch. If they want one too, it is among your games." },
            Rematch::Possible | Rematch::Impossible => {}
        }
    }
}

fn who(partner: Option<&Player>) -> Markup {
    html! {
        @match partner {
            Some(it) if it.machine => { a dir="auto" href={ "/machines/" (it.id) } { (it.name) } ", a machine" }
            Some(it) => { span dir="auto" { (it.name) } ", a person" }
            None => "somebody who has since been erased from this Luna",
        }
    }
}

/// Two scales, one for each player: the guess about them beside their rating.
fn scales(result: &GameResult, kept: bool) -> Markup {
    let about_them = match result.their_rating {
        Some(_) if kept => format!("You guessed {}; their rating is private.", result.my_guess),
        Some(rating) => format!("You guessed {}; their rating is {rating}.", result.my_guess),
        None => format!("You guessed {}; their rating: none yet.", result.my_guess),
    };
    let about_me = match result.my_rating_then {
        Some(rating) => format!("They guessed {}; your rating then: {rating}.", result.their_guess),
        None => format!("They guessed {}; your rating then: none yet.", result.their_guess),
    };
    let shown = |words: &'static str, rating: Option<Rating>| {
        rating.map(|it| Mark { words, shown: it.to_string(), points: it.mean() })
    };
    let theirs = shown("their rating", result.their_rating.filter(|_| !kept));
    let mine = shown("your rating", result.my_rating_then);
    html! {
        div.halves.even.start {
            div {
                h2 { "How smart they seem" }
                (scale(&guess("you guessed", result.my_guess), theirs.as_ref(), &about_them))
            }
            div {
                h2 { "How smart you seem" }
                (scale(&guess("they guessed", result.their_guess), mine.as_ref(), &about_me))
            }
        }
    }
}

fn guess(words: &str, points: Points) -> Mark<'_> {
    Mark { words, shown: points.to_string(), points: points.number() }
}

fn what_changed(result: &GameResult) -> Markup {
    html! {
        @match result.my_rating_now {
            Some(now) => {
                @match result.my_rating_then {
                    None => "Your new Smarts Rating is ",
                    // As exact as they are shown.
                    Some(then) if then.to_string() != now.to_string() => { "Your Smarts Rating went from " (then) " to " }
                    Some(_) => "Your Smarts Rating stays ",
                }
                span.rating { (moon(now.mean() / 100.0, 22, true)) (now) }
                @if now.count() == 1 { ", the guess of one person." }
                @else { ", the mean of " (guesses(now.count())) " by people." }
            }
            None => { "You have no Smarts Rating yet: only people's guesses count." }
        }
    }
}

/// Below the night: both conversations side by side, each with what is known of its questions.
pub(super) fn conversations(seen: &GamePage, view: &View) -> Markup {
    // Of questions that somebody else has asked only they are told.
    let told = if view.inherited { &[] } else { seen.informativeness.as_slice() };
    let marks = view.my_guess.as_ref().map_or(&[][..], |it| &it.sliders);
    let mine = KnownOfQuestions {
        told,
        marks,
        distances: &seen.distances,
        parameters: Some(&seen.parameters),
    };
    html! {
        (concerns(&seen.place.seat_id))
        div.halves.even.start {
            div { (transcript("What they answered", view.my_questions.as_deref(), view.their_answers.as_deref(), mine)) }
            div { (transcript("What you answered", view.their_questions.as_deref(), view.my_answers.as_deref(), KnownOfQuestions::default())) }
        }
    }
}

/// What is known about questions, for their author.
#[derive(Clone, Copy, Default)]
struct KnownOfQuestions<'a> {
    told: &'a [QuestionInformativeness],
    /// The player's mark of each response, in the order of the questions, and
    marks: &'a [Option<Points>],
    /// how far their guesses are from ratings, in the order of the questions.
    distances: &'a [Option<QuestionDistance>],
    parameters: Option<&'a ParameterIndex>,
}

fn transcript(
    heading: &str,
    questions: Option<&[String]>,
    answers: Option<&[String]>,
    known: KnownOfQuestions<'_>,
) -> Markup {
    html! {
        @if let (Some(questions), Some(answers)) = (questions, answers) {
            h2 { (heading) }
            @for (nth, (question, answer)) in questions.iter().zip(answers).enumerate() {
                p.question dir="auto" { (question) }
                p.answer dir="auto" { (answer) }
                @if let Some(mark) = known.marks.get(nth).copied().flatten() { p.small.soft { "Your mark: " (mark) } }
                (distance(known.distances.get(nth).copied().flatten()))
                (parameters(known.parameters.and_then(|index| index.get(question))))
                (tells(known.told.iter().find(|it| it.text == *question)))
            }
        }
    }
}

/// A game this player is no longer in.
pub(super) fn left_game(seen: &GamePage, ending: Ending, visitor: &Visitor) -> Markup {
    // In the same words for every partner: a person waits for another partner, a machine does not.
    let (heading, words) = match ending {
        Ending::Expired => (
            "Time ran out",
            "You were away while the other player waited, or the time for your move ran out. The \
             other player continues with somebody else.",
        ),
        Ending::Left => ("You left this game", "Nobody waits for you."),
        Ending::Final | Ending::Closed => ("This game was given up", "Nobody was left to play it."),
    };
    let kept = matches!(ending, Ending::Expired | Ending::Left) && seen.loaded.kind.counts();
    html! {
        h1 { (heading) }
        @if kept || !words.is_empty() {
            p {
                (words) " "
                @if kept { "Your questions are kept and will be filled in for your next game." }
            }
        }
        (set_aside(seen, "Your responses"))
        form.row method="post" action="/games" {
            (csrf(visitor))
            button.button.now { "New game" }
            a.button href="/games" { "Your games" }
        }
        (concerns(&seen.place.seat_id))
    }
}
