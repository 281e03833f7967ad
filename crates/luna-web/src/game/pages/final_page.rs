//! The final page, and the pages of games that ended early.

use std::cmp::Ordering;

use luna_app::format::{guesses, tenths};
use luna_core::game::{Ending, GameResult, View};
use luna_core::rating::{Outcome, Points, Rating};
use luna_store::predict::QuestionInformativeness;
use luna_store::predict::distance::QuestionDistance;
use luna_store::predict::fit::ParameterIndex;
use maud::{Markup, html};

use super::parts::{concerns, phases};
use super::wait::set_aside;
use crate::game::closeness;
use crate::game::game_page::GamePage;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;
use crate::rating::predict::{distance, parameters, tells};
use luna_core::game::Phase;

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
    let off = |guess: Points, rating: f64| (Rating::after(None, guess).mean() - rating).abs();
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

/// The end: outcome, both guesses, both ratings, and who it was.
pub(super) fn final_page(seen: &GamePage, visitor: &Visitor, view: &View) -> Markup {
    let Some(result) = &view.result else { return html! {} };
    let partner = seen.partner.as_ref();
    // An erased player has no id any more.
    let partner = partner.filter(|partner| !partner.id.is_empty());
    let whose = html! {
        @match partner { Some(partner) => { bdi { (partner.name) } "'s" }, None => "their" }
    };
    let heading = match result.outcome {
        Outcome::Won => "You won",
        Outcome::Lost => "You lost",
        Outcome::Tied => "A tie",
        Outcome::NoLoss if result.their_guess_counts => "You have been rated",
        Outcome::NoLoss => "No loss",
    };
    let kept =
        partner.is_some_and(|partner| partner.rating_hidden) && result.their_rating.is_some();
    let how = match (result.outcome, result.their_rating, result.my_rating_then) {
        (Outcome::Won, None, _) => {
            "They had no rating yet, so this is a win for you and no loss for them.".to_owned()
        }
        (Outcome::NoLoss, _, _) => {
            "You had no rating yet, so this is a win for them and no loss for you.".to_owned()
        }
        // How far away a guess was tells what it was away from.
        (_, Some(_), Some(mine)) if kept => {
            format!("Their guess was {} away.", tenths(mine.distance(result.their_guess)))
        }
        (_, Some(theirs), Some(mine)) => format!(
            "Your guess was {} away; theirs was {} away.",
            tenths(theirs.distance(result.my_guess)),
            tenths(mine.distance(result.their_guess))
        ),
        _ => "Neither of you had a rating yet, so this is a tie.".to_owned(),
    };
    // Of questions that somebody else has asked only they are told.
    let told = if view.inherited { &[] } else { seen.informativeness.as_slice() };
    let mine =
        KnownOfQuestions { told, distances: &seen.distances, parameters: Some(&seen.parameters) };
    html! {
        (phases(Phase::Final))
        div.result {
            h1 { (heading) }
            p.soft { (how) }
            @if let Some(closeness) = seen.closeness { (closeness::sentence(closeness, kept)) }
            @if let Some(by) = by_calibrated(seen.calibrated, result).filter(|_| !kept) { p.soft.small { (by) } }
            div.sheet {
                div {
                    @if kept {
                        span.figure { "hidden" }
                        span.small.soft { (whose) " rating is private; you guessed " (result.my_guess) }
                    } @else {
                        (figure(result.their_rating))
                        span.small.soft { (whose) " rating; you guessed " (result.my_guess) }
                    }
                }
                div {
                    (figure(result.my_rating_then))
                    span.small.soft { "your rating then; they guessed " (result.their_guess) }
                }
            }
            p {
                @match result.my_rating_now {
                    Some(now) => {
                        @if result.their_guess_counts { "Your new Smarts Rating is " }
                        @else { "Your Smarts Rating stays " } strong { (now) }
                        @if now.count() == 1 { ", the guess of one person. " }
                        @else { ", the mean of " (guesses(now.count())) " by people. " }
                    }
                    None => { "You have no Smarts Rating yet: only people's guesses count. " }
                }
                @match partner {
                    Some(partner) => {
                        strong dir="auto" {
                            @if partner.machine { a href={ "/machines/" (partner.id) } { (partner.name) } }
                            @else { (partner.name) }
                        }
                        " is "
                        strong { @if partner.machine { "a machine" } @else { "a person" } } "."
                    }
                    None => { "Your partner has since been erased from this Luna." }
                }
            }
            @if !seen.loaded.kind.counts() {
                p.note { "This was practice. Neither rating has changed." }
            } @else if !result.their_guess_counts {
                p.soft.small {
                    @if partner.is_some_and(|partner| !partner.machine) { "Their guesses do not count at the moment." }
                    @else { "A machine's guess never counts." }
                }
            }
            div.row.middle {
                form method="post" action="/games" { (csrf(visitor)) button.button.now { "Play again" } }
                a.button href="/games" { "Your games" }
            }
        }
        (concerns(&seen.place.seat_id))
        (transcript("What they answered", view.my_questions.as_deref(), view.their_answers.as_deref(), mine))
        (transcript("What you answered", view.their_questions.as_deref(), view.my_answers.as_deref(), KnownOfQuestions::default()))
    }
}

/// A rating, the largest only where there is one: what somebody does not have yet is not the result.
fn figure(rating: Option<Rating>) -> Markup {
    html! {
        @match rating {
            Some(rating) => span.figure { (rating) },
            None => span.figure.none { "none yet" },
        }
    }
}

/// What is known about questions, for their author.
#[derive(Clone, Copy, Default)]
struct KnownOfQuestions<'a> {
    told: &'a [QuestionInformativeness],
    /// In the order of the questions.
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
