//! `/ratings`: what each rating is and when they differ, in plain words; the
//! formulas stand below.

use axum::extract::State;
use maud::{Markup, html};

use crate::App;
use crate::error::Error;
use crate::static_pages::page;
use crate::visitor::Visitor;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    page(&app, &visitor, "Ratings", |me| {
        html! {
            h1 { "What the ratings say" }
            p.lead {
                "There is one official number, the Smarts Rating. The others count the same guesses and games "
                "in other ways. They stand beside it, so that you can see how much hangs on the way of counting."
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
            "The mean of all guesses that people have made of a player. Every guess counts the same, whoever "
            "made it. What you win and lose games by is this number and no other."
        }
        p {
            "Its interval says how sure it is, and you may look at it after every game: for about 95 players in 100 it "
            "holds the number that the rating would reach with guesses without end, and has held it at every look before. It takes two "
            "guesses, and narrows as more come. It is half as wide again as an interval for a single look would be. As long as "
            "people have hardly guessed on this Luna, nobody knows how much guesses vary, and it is wide."
        }
    }
}

fn from_guesses() -> Markup {
    html! {
        h2 id="calibrated" { "Calibrated rating" }
        p {
            "People guess differently. Some are generous, some severe; some put everybody between 60 and 80; some "
            "type a number without having read. The calibrated rating finds out from all guesses how each person "
            "guesses, and allows for it. Five points too many from somebody who always gives five too many are taken "
            "off. Somebody whose guesses have nothing to do with the players hardly counts. Somebody who has guessed "
            "twice is taken to be like most people."
        }
        p {
            "If you have met the same person several times, what they guessed of you counts as one opinion. "
            "No person decides on any of this, and nobody is accused: the same sum is done for everybody."
        }
        h2 id="median" { "Median and trimmed mean" }
        p {
            "The median is the guess in the middle: as many people guessed more as guessed less. The trimmed mean "
            "leaves out the lowest fifth and the highest fifth of the guesses, and is the mean of the rest. A single "
            "0 or 100 moves neither by much."
        }
    }
}

fn from_games() -> Markup {
    html! {
        h2 id="games" { "Ratings from won and lost games" }
        p {
            "A game is won by the closer guess. So these do not say how smart a player seems, but how well "
            "they guess, and how hard they are to guess. Only games between two players who already had a "
            "rating count. Each number has a scale of its own; compare players by it, not one number with another."
        }
        dl.steps {
            dt { "Bradley–Terry" }
            dd { "Looks at all games at once, the first as much as the last. Around 1500; 400 points more mean ten wins for each loss." }
            dt { "Elo" }
            dd { "Goes from game to game, as in chess. Everybody begins at 1500, and the winner takes points from the loser, more if it was a surprise. What was long ago fades." }
            dt { "Glicko-2" }
            dd { "Like Elo, but it also keeps how unsure it is, moves faster while it is, and becomes unsure again of who stays away. A week's games count as at once." }
            dt { "TrueSkill" }
            dd { "Also keeps how unsure it is, from game to game. Everybody begins at 25, within some 16 points either way." }
        }
    }
}

fn differences() -> Markup {
    html! {
        h2 id="differ" { "When they differ" }
        ul.hints {
            li { "The calibrated rating is above the Smarts Rating: you have met severe judges, or some who gave everybody nothing." }
            li { "It is below: you have met generous ones." }
            li { "It lies nearer to the middle: few people have guessed, and few guesses say little. With many it goes where they are." }
            li { "Median and mean are far apart: people disagree about you, some very much." }
            li { "Good at games, low in guesses, or the reverse: you judge better than you seem, or seem better than you judge." }
        }
    }
}

fn own_mark() -> Markup {
    html! {
        h2 id="mark" { "Your own mark as a judge" }
        p {
            "On your profile, and there alone, stands how close your guesses come to what the players turn out to be: "
            "not to their rating on the day of the game, but to what their calibrated rating is today without your own guess. It takes ten players "
            "of whom at least five people have guessed. It says by how much you miss, whether you are "
            "too kind or too severe, to people and to machines, and, in the chart, whether 30 from you means 30."
        }
        p { "Somebody you met more than once counts once there, and every number is a mean over three players or more, so that none of them can be told from it." }
    }
}

fn formulas() -> Markup {
    html! {
        h2 id="formulas" { "The formulas" }
        p {
            "Smarts Rating: the sum of all " i { "n" } " guesses, divided by " i { "n" } ". Its interval: the mean ± √("
            i { "S" } " · (" i { "q" } " − 1) / (" i { "n" } " · (1 − " i { "a" } i { "q" } "))), cut off at 0 and 100. Here " i { "a" }
            " is 0.1 / (" i { "n" } " + 0.1), " i { "q" } " is (25 / " i { "a" } ") to the power of 1 / (" i { "n" } " + 20), and "
            i { "S" } " is the sum of the squares of how far the guesses are from the mean, and 20 times what that square "
            "is for a guess of any player, as last reckoned: all of these sums together, divided by how many guesses "
            "there are beyond the first of each player. Below 20 of these it is taken to be 10,000 / 12, as for guesses "
            "anywhere from 0 to 100. The interval ends where bets against the mean, fair if it is the right one, have "
            "multiplied their stake by five."
        }
        p {
            "Calibrated rating: a guess of judge " i { "j" } " of player " i { "i" } " is taken to be "
            i { "c" } " + " i { "o" } sub { i { "j" } } " + " i { "s" } sub { i { "j" } } " · (" i { "r" } sub { i { "i" } }
            " − " i { "c" } ") and some noise of " i { "j" } ", where " i { "c" } " is the middle of all players, "
            i { "o" } " the judge's offset, " i { "s" } " the scale and " i { "r" } " the player's level. Or it has nothing to do with "
            i { "r" } " at all, and how likely that is, is reckoned for each judge. Offsets, scales, noises and levels are drawn "
            "towards what is usual, the more the fewer guesses there are. They are reckoned in turn until no level moves "
            "by more than a thousandth of a point. The interval is 1.96 standard deviations of what is left unsure, either way."
        }
        p {
            "Trimmed mean: a fifth of the guesses, rounded down, is cut off at either end. "
            "Bradley–Terry: the chance to win is " span.whole { "1 / (1 + 10" sup { i { "d" } } ")" } ", where " i { "d" } " is how far the other is ahead, divided by 400; a tie is half a win for either, "
            "and everybody is given one game more, half won, against the average; the interval is from sandwich errors. "
            "Elo: " span.whole { i { "K" } " = 32" } " on the same scale. Glicko-2: " span.whole { "τ = 0.5" } ", a start at "
            span.whole { "1500 ± 350" } ", a volatility of 0.06. TrueSkill: a start at 25 with standard deviation "
            span.whole { "25 / 3" } ", " span.whole { "β = 25 / 6" } ", " span.whole { "τ = 25 / 300" } ", a tenth of ties. "
            "The intervals of the last two are 1.96 of their deviations."
        }
    }
}
