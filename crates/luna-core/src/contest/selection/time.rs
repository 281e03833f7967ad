//! Time: the judge tells the hour and the plan of the day, since a program has no clock of the contest,
//! and asks what follows from them.

use super::{Line, some};
use crate::rng::Chance;

/// Of the contest of 2009: seven rounds of twenty minutes, from ten o'clock.
const ROUNDS: usize = 7;
const ROUND_MINUTES: usize = 20;
const FIRST_HOUR: usize = 10;

const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];
const ORDINALS: [&str; 8] =
    ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh"];
const DAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

pub(super) fn draw(chance: &mut Chance) -> Vec<Line> {
    let round = 2 + chance.below(ROUNDS - 3);
    let day = chance.below(DAYS.len());
    let begun = (round - 1) * ROUND_MINUTES;
    let now = clock(begun);
    let told = format!(
        "Hello! It is {now} on {} morning. We have just begun round {round} of {ROUNDS}, and each round takes \
         {ROUND_MINUTES} minutes.",
        DAYS[day]
    );
    let left = ROUNDS - round;
    let (next, ended) = (clock(begun + ROUND_MINUTES), ROUNDS * ROUND_MINUTES);
    let questions = [
        Line::question("Which round is this?", &number(round, true), &[]),
        Line::question("How many rounds come after this one?", &number(left, false), &[]),
        Line::question("When does the next round begin?", &[&next, &next.replace(':', ".")], &[]),
        Line::question("Is it morning or evening now?", &["morning"], &["evening", "night"]),
        Line::question(
            "What day is tomorrow?",
            &[DAYS[(day + 1) % 7]],
            &[DAYS[day], DAYS[(day + 6) % 7]],
        ),
        Line::question(
            "And which day was yesterday?",
            &[DAYS[(day + 6) % 7]],
            &[DAYS[day], DAYS[(day + 1) % 7]],
        ),
        Line::question(
            "At what time will the last round be over?",
            &[&clock(ended), &clock(ended).replace(':', ".")],
            &[],
        ),
        Line::question("How many minutes are two rounds together?", &["40", "forty"], &[]),
        Line::question(
            "Did the first round begin before noon or after it?",
            &["before"],
            &["after"],
        ),
    ];
    let mut lines = vec![Line::remark(told)];
    lines.extend(some(&questions, 6, chance));
    lines
}

/// So many minutes after the first round began, on a clock of twelve hours.
fn clock(minutes: usize) -> String {
    let hour = (FIRST_HOUR + minutes / 60 - 1) % 12 + 1;
    format!("{hour}:{:02}", minutes % 60)
}

/// A number in figures and in words.
fn number(value: usize, is_place: bool) -> Vec<&'static str> {
    const FIGURES: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];
    const PLACES: [&str; 8] = ["0th", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th"];
    let mut right = vec![FIGURES[value], NUMBERS[value]];
    if is_place {
        right.extend([ORDINALS[value], PLACES[value]]);
    }
    right
}
