//! `/ratings`: explains each rating and when they differ, with the formulas at the end.

use axum::extract::State;
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::static_pages::page;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    page(&app, &visitor, "Ratings", |me| {
        html! {
            h1 { "What the ratings say" }
            p.lead {
                "There is one official number, the Smarts Rating. The others are derived from the same guesses and "
                "games, so that you can see how much depends on the method."
            }
            (official())
            (from_guesses())
            (from_games())
            (differences())
            (own_mark())
            (formulas())
            div.row {
                @if me.is_some() { a.button href="/profile" { "Your profile" } }
                a.button href="/machines" { "Machines by rating" }
            }
        }
    })
    .await
}

fn official() -> Markup {
    html! {
        h2 id="smarts" { "Smarts Rating" }
        p {
            "The Smarts Rating is the mean of all guesses that people have made about a player. Every guess counts the same, unless an "
            "operator has excluded the judge, with a reason. This number alone decides who wins a game."
        }
        p {
            "Its interval shows how certain it is, and stays valid however often you look: for about 95 players in 100 it "
            "contains the rating that endless guesses would lead to, now and at every earlier look. It needs two "
            "guesses and narrows as more come. It is half as wide again as an interval for a single look. As long as "
            "this Luna has few guesses, nobody knows how much guesses vary, so intervals are wide."
        }
    }
}

fn from_guesses() -> Markup {
    html! {
        h2 id="calibrated" { "Calibrated rating" }
        p {
            "People guess differently. Some are generous, some severe; some put everybody between 60 and 80; some "
            "type a number without reading. The calibrated rating estimates from all guesses how each judge "
            "guesses, and corrects for it. If a judge always gives five points too many, those points are taken "
            "off. A judge whose guesses have nothing to do with the players hardly counts. A judge who has guessed "
            "only twice is treated as typical."
        }
        p {
            "If you have met the same person several times, their guesses about you count as one opinion. "
            "Nobody decides this by hand, and nobody is accused: the same formula applies to everybody."
        }
        h2 id="median" { "Median and trimmed mean" }
        p {
            "The median is the guess in the middle: as many people guessed more as guessed less. The trimmed mean "
            "is the mean without the lowest fifth and the highest fifth of the guesses. A single "
            "0 or 100 hardly moves either."
        }
    }
}

fn from_games() -> Markup {
    html! {
        h2 id="games" { "Ratings from won and lost games" }
        p {
            "The closer guess wins a game. These ratings therefore measure not how smart a player seems, but how well "
            "they guess and how hard they are to guess. Only games between two players who already had a "
            "rating count. Each number has its own scale: compare players by it, not one number with another."
        }
        dl.steps {
            dt { "Bradley–Terry" }
            dd { "All games count the same, the first as much as the last. The average is 1500; 400 points more mean ten wins for each loss." }
            dt { "Elo" }
            dd { "Changes from game to game, as in chess. Everybody starts at 1500, and the winner takes points from the loser, more for a surprise. Old games fade." }
            dt { "Glicko-2" }
            dd { "Like Elo, but it also tracks its own uncertainty. The rating moves faster while the uncertainty is high, and becomes uncertain again while a player stays away. The games of a week count together." }
            dt { "TrueSkill" }
            dd { "Also tracks its own uncertainty, from game to game. Everybody starts at 25, give or take 16 points." }
        }
    }
}

fn differences() -> Markup {
    html! {
        h2 id="differ" { "When they differ" }
        ul.hints {
            li { "The calibrated rating is above the Smarts Rating: you have met severe judges, or some who gave everybody 0." }
            li { "It is below the Smarts Rating: you have met generous judges." }
            li { "It is closer to the middle: few guesses say little. As more come, it moves toward them." }
            li { "Median and mean are far apart: people disagree about you, some very much." }
            li { "Good at games, low in guesses, or the reverse: you judge better than you seem, or seem better than you judge." }
        }
    }
}

fn own_mark() -> Markup {
    html! {
        h2 id="mark" { "How well you judge" }
        p {
            "Your profile shows you, and nobody else, how close your guesses come to the players' calibrated ratings: "
            "not those on the day of the game, but those of today, without your own guess. You need to have judged ten players "
            "that at least five people have judged. You see how far off you are, whether you are "
            "too kind or too severe, to people and to machines, and, in the chart, whether 30 from you means 30."
        }
        p { "A player you met more than once counts once. Every number is a mean over at least three players, so it reveals none of them." }
    }
}

fn formulas() -> Markup {
    html! {
        h2 id="formulas" { "The formulas" }
        p {
            "Smarts Rating: the sum of all " i { "n" } " guesses, divided by " i { "n" } ". Its interval: the mean ± √("
            i { "S" } " · (" i { "q" } " − 1) / (" i { "n" } " · (1 − " i { "a" } i { "q" } "))), cut off at 0 and 100. Here " i { "a" }
            " is 0.1 / (" i { "n" } " + 0.1), " i { "q" } " is (25 / " i { "a" } ") to the power of 1 / (" i { "n" } " + 20), and "
            i { "S" } " is the sum of squared deviations of the guesses from the mean, plus 20 times the variance of guesses within "
            "players as last computed: the squared deviations of all players together, divided by the number of guesses "
            "beyond the first of each player. With fewer than 20 of these it is 10,000 / 12, the variance of guesses "
            "spread evenly from 0 to 100. The interval ends where bets against the mean, fair if it is the right one, have "
            "multiplied their stake by five."
        }
        p {
            "Calibrated rating: a guess of judge " i { "j" } " of player " i { "i" } " is modelled as "
            i { "c" } " + " i { "o" } sub { i { "j" } } " + " i { "s" } sub { i { "j" } } " · (" i { "r" } sub { i { "i" } }
            " − " i { "c" } ") plus noise of " i { "j" } ", where " i { "c" } " is the middle of all players, "
            i { "o" } " the judge's offset, " i { "s" } " the scale and " i { "r" } " the player's level. Or it is unrelated to "
            i { "r" } ", with a probability estimated for each judge. Offsets, scales, noises and levels are shrunk "
            "towards typical values, the more so the fewer guesses there are. They are estimated in turn until no level moves "
            "by more than a thousandth of a point. The interval is the level ± 1.96 posterior standard deviations."
        }
        p {
            "Adaptive: the level is taken to walk at random, at a speed that is estimated for each player, and each guess "
            "to be the level of its time plus the noise of its judge (a Kalman filter). It follows a player who has "
            "changed, and is a little less exact about one who has not. At equal length: the mean without what longer "
            "or shorter responses than usual have brought; the effect of length is estimated beside an effect of each "
            "player and of each judge."
        }
        p {
            "Trimmed mean: a fifth of the guesses, rounded down, is cut off at each end. "
            "Bradley–Terry: the probability of winning is " span.whole { "1 / (1 + 10" sup { i { "d" } } ")" } ", where " i { "d" } " is the other's lead divided by 400; a tie is half a win for each, "
            "and everybody is given one more game, half won, against the average; the interval is from sandwich errors. "
            "Elo: " span.whole { i { "K" } " = 32" } " on the same scale. Glicko-2: " span.whole { "τ = 0.5" } ", a start at "
            span.whole { "1500 ± 350" } ", a volatility of 0.06. TrueSkill: a start at 25 with standard deviation "
            span.whole { "25 / 3" } ", " span.whole { "β = 25 / 6" } ", " span.whole { "τ = 25 / 300" } ", a tenth of ties. "
            "The intervals of the last two are ± 1.96 of their deviations."
        }
    }
}
