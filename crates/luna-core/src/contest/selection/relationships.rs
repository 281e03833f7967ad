//! Relationships: which of two is bigger, faster, older or heavier, and what follows for three.

use super::{Line, some, with_article};
use crate::rng::Chance;

/// A scale: the least first.
struct Scale {
    most: &'static str,
    least: &'static str,
    things: &'static [&'static str],
}

const SCALES: [Scale; 6] = [
    Scale {
        most: "bigger",
        least: "smaller",
        things: &["ant", "mouse", "cat", "sheep", "horse", "elephant", "whale"],
    },
    Scale {
        most: "larger",
        least: "smaller",
        things: &["pea", "cherry", "plum", "apple", "grapefruit", "melon", "pumpkin"],
    },
    Scale {
        most: "faster",
        least: "slower",
        things: &["snail", "turtle", "bicycle", "car", "train", "plane", "rocket"],
    },
    Scale {
        most: "heavier",
        least: "lighter",
        things: &["feather", "pencil", "book", "chair", "piano", "truck", "ship"],
    },
    Scale {
        most: "longer",
        least: "shorter",
        things: &["second", "minute", "hour", "day", "week", "month", "year", "century"],
    },
    Scale {
        most: "hotter",
        least: "colder",
        things: &["iceberg", "puddle", "bath", "candle", "volcano"],
    },
];

const NAMES: [&str; 14] = [
    "Anna", "Ben", "Clara", "David", "Emma", "Frank", "Greta", "Henry", "Ida", "Jack", "Lena",
    "Max", "Nora", "Oscar",
];

/// More, least and most of something.
const ORDERS: [[&str; 3]; 5] = [
    ["taller", "shortest", "tallest"],
    ["older", "youngest", "oldest"],
    ["faster", "slowest", "fastest"],
    ["stronger", "weakest", "strongest"],
    ["richer", "poorest", "richest"],
];

/// A person of a family, as seen from another.
const FAMILY: [(&str, &[&str], &[&str]); 6] = [
    (
        "What do you call the mother of your mother?",
        &["grandmother", "grandma", "granny", "nana"],
        &[],
    ),
    ("What do you call your father's brother?", &["uncle"], &["aunt", "cousin"]),
    ("What do you call your aunt's daughter?", &["cousin"], &["niece", "sister"]),
    ("Tom is the son of Kate. What is Kate to Tom?", &["mother", "mom", "mum", "parent"], &["son"]),
    (
        "A cow's child is a calf. What do you call a dog's child?",
        &["puppy", "pup", "puppies"],
        &["calf"],
    ),
    ("Hand is to glove as foot is to what?", &["sock", "shoe", "boot", "slipper"], &[]),
];

pub(super) fn draw(chance: &mut Chance) -> Vec<Line> {
    let mut questions = Vec::new();
    let scales: Vec<usize> = (0..SCALES.len()).collect();
    for nth in some(&scales, 3, chance) {
        questions.push(comparison(&SCALES[nth], chance));
    }
    questions.push(three(chance));
    questions.push(three(chance));
    for (text, right, wrong) in some(&FAMILY, 1, chance) {
        questions.push(Line::question(text, right, wrong));
    }
    let order = some(&questions, questions.len(), chance);
    [vec![Line::remark("Hi! Do you like comparing things? I do.")], order].concat()
}

/// Two things of a scale that are at least two steps apart.
fn comparison(scale: &Scale, chance: &mut Chance) -> Line {
    let low = chance.below(scale.things.len() - 2);
    let high = low + 2 + chance.below(scale.things.len() - low - 2);
    let (less, more) = (scale.things[low], scale.things[high]);
    let (one, other) = if chance.below(2) == 0 { (less, more) } else { (more, less) };
    let (word, right, wrong) = match chance.below(2) {
        0 => (scale.most, more, less),
        _ => (scale.least, less, more),
    };
    let text = format!("Which is {word}, {} or {}?", with_article(one), with_article(other));
    // "Hour" and "honest" are the only words here whose first letter is silent.
    Line::question(text.replace("a hour", "an hour"), &[right], &[wrong])
}

/// The first has more than the second, and that one more than the third, told in either order.
fn three(chance: &mut Chance) -> Line {
    let [more, least, most] = ORDERS[chance.below(ORDERS.len())];
    let names = some(&NAMES, 3, chance);
    let (first, second, third) = (names[0], names[1], names[2]);
    let told = match chance.below(2) {
        0 => format!("{first} is {more} than {second}, and {second} is {more} than {third}."),
        _ => format!("{second} is {more} than {third}, and {first} is {more} than {second}."),
    };
    let (asked, right) = match chance.below(2) {
        0 => (most, first),
        _ => (least, third),
    };
    let wrong: Vec<&str> = names.into_iter().filter(|&name| name != right).collect();
    Line::question(format!("{told} Who of them is the {asked}?"), &[right], &wrong)
}
