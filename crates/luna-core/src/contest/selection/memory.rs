//! Memory: the judge tells something of a friend, talks of something else, and asks for what was told.

use super::{Line, some, with_article};
use crate::rng::Chance;

const NAMES: [&str; 12] = [
    "Harriet", "Walter", "Molly", "Felix", "Rosie", "Victor", "Pauline", "Simon", "Judith",
    "Edgar", "Winnie", "Leo",
];
const RELATIONS: [&str; 6] = ["neighbour", "cousin", "teacher", "roommate", "dentist", "friend"];
const GAMES: [&str; 8] =
    ["chess", "tennis", "football", "golf", "hockey", "baseball", "badminton", "cricket"];
const ANIMALS: [&str; 8] = ["parrot", "rabbit", "turtle", "goat", "hamster", "pony", "cat", "dog"];
const TOWNS: [&str; 8] =
    ["Boston", "Glasgow", "Toronto", "Dublin", "Sydney", "Chicago", "Vienna", "Oslo"];
const FOODS: [&str; 6] = ["pancakes", "noodles", "pizza", "soup", "dumplings", "pie"];

const BETWEEN: [&str; 8] = [
    "Anyway, how are you today?",
    "The weather has been strange this week, hasn't it?",
    "By the way, do you prefer tea or coffee?",
    "I came here by bus this morning. It was late.",
    "Do you like music?",
    "I had toast for breakfast. What about you?",
    "This chair is not very comfortable.",
    "What would you do on a free day?",
];

pub(super) fn draw(chance: &mut Chance) -> Vec<Line> {
    let names = some(&NAMES, 2, chance);
    let (name, other) = (names[0], names[1]);
    let relations = some(&RELATIONS, 2, chance);
    let games = some(&GAMES, 2, chance);
    let (animal, town, food) = (
        ANIMALS[chance.below(ANIMALS.len())],
        TOWNS[chance.below(TOWNS.len())],
        FOODS[chance.below(FOODS.len())],
    );
    let between = some(&BETWEEN, 4, chance);
    let first = relations[0];
    let told = [
        format!(
            "I have {} called {name} who plays {} every Sunday.",
            with_article(first),
            games[0]
        ),
        format!("{name} lives in {town} with {}.", with_article(animal)),
        format!(
            "My {} {other} would rather play {} and cooks wonderful {food}.",
            relations[1], games[1]
        ),
    ];
    let wrong_names: Vec<&str> = NAMES.into_iter().filter(|&it| it != name).collect();
    let except = |all: &[&'static str], right: &str| -> Vec<&'static str> {
        all.iter().copied().filter(|&it| it != right).collect()
    };
    let questions = [
        Line::question(
            format!("What was the name of my {first}, do you remember?"),
            &[name],
            &wrong_names,
        ),
        Line::question(
            format!("Which game does {name} play?"),
            &[games[0]],
            &except(&GAMES, games[0]),
        ),
        Line::question(
            format!("And which game does {other} like?"),
            &[games[1]],
            &except(&GAMES, games[1]),
        ),
        Line::question(
            format!("What animal does {name} have?"),
            &[animal],
            &except(&ANIMALS, animal),
        ),
        Line::question(format!("In which city does {name} live?"), &[town], &except(&TOWNS, town)),
        Line::question(
            format!("What does {other} cook?"),
            &[food.trim_end_matches('s')],
            &except(&FOODS, food),
        ),
    ];
    let mut lines: Vec<Line> = Vec::new();
    for (told, between) in told.into_iter().zip(&between) {
        lines.extend([Line::remark(told), Line::remark(*between)]);
    }
    lines.extend(some(&questions, 5, chance));
    lines
}
