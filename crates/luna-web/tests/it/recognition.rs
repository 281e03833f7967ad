//! Nobody recognises a house machine by comparing its replies with replies that were heard before: in
//! earlier games, in the sandbox, in practice, or in what Luna publishes. Four measures of likeness
//! are tried, and the best of them is what counts.

use std::env;
use std::fs;

use luna_core::game::{Duty, Game, Move, Rules, Seat};
use luna_core::rng::Chance;
use luna_machines::{HouseMachine, HouseMachines, Lately, Occasion, Pool};
use luna_testkit::recognition::crowd::{QUESTIONS, answers};
use luna_testkit::recognition::{Bank, Measure, Seen, Text, range, scores};

/// The most that any of eight scores may tell in so few games, in which chance alone moves a score by
/// a tenth. `measure` has more games.
const MOST: f64 = 0.7;
/// Texts of the latest hundred games of both machines, which an instance compares with.
const REMEMBERED: usize = 1_000;
/// Times that the attacker asks each machine the same again elsewhere.
const REPLAYS: usize = 3;

/// The people of a measurement: their questions, and what one of them answers.
struct People {
    questions: Vec<String>,
    answers: Box<dyn Fn(&[usize], &mut Chance) -> Vec<String>>,
}

impl People {
    fn crowd() -> People {
        let questions = QUESTIONS.iter().map(|(question, _)| (*question).to_owned()).collect();
        People { questions, answers: Box::new(answers) }
    }

    /// Those of a file of tab-separated questions (the second column) and one of answers (person,
    /// another id, question, answer).
    fn of_files(questions: &str, answers: &str) -> People {
        let questions: Vec<String> = fs::read_to_string(questions)
            .unwrap()
            .lines()
            .skip(1)
            .map(|line| line.split('\t').nth(1).unwrap().to_owned())
            .collect();
        let mut people: Vec<(String, Vec<String>)> = Vec::new();
        for line in fs::read_to_string(answers).unwrap().lines().skip(1) {
            let cells: Vec<&str> = line.split('\t').collect();
            if people.last().is_none_or(|(id, _)| id != cells[0]) {
                people.push((cells[0].to_owned(), vec![String::new(); questions.len()]));
            }
            let nth: usize = cells[2].trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap();
            cells[3].clone_into(&mut people.last_mut().unwrap().1[nth - 1]);
        }
        let answers = move |asked: &[usize], chance: &mut Chance| {
            let (_, known) = &people[chance.below(people.len())];
            asked.iter().map(|nth| known[*nth].clone()).collect()
        };
        People { questions, answers: Box::new(answers) }
    }

    fn asked(&self, nth: &[usize]) -> Vec<String> {
        nth.iter().map(|nth| self.questions[*nth].clone()).collect()
    }
}

/// What a machine replies in a game of its own.
fn replies(
    houses: &HouseMachines,
    house: HouseMachine,
    questions: &[String],
    pool: Pool,
    lately: &Lately,
    game: &str,
) -> Vec<String> {
    let rules = Rules { questions: 5, max_chars: 5_000 };
    let asks = |texts: &[String]| Move::Ask(texts.to_vec());
    let view = Game::new(rules)
        .play(Seat::A, &asks(&vec!["Why?".to_owned(); 5]))
        .and_then(|game| game.play(Seat::B, &Move::Join))
        .and_then(|game| game.play(Seat::B, &asks(questions)))
        .unwrap()
        .view(Seat::A);
    let mut chance = Chance::from_words(&[game, house.name()]);
    let mut occasion = Occasion { pool, lately, allowed: &mut |_| true };
    match houses.turn(house, &view, Duty::Answer, &mut occasion, &mut chance).mv {
        Move::Answer(texts) => texts,
        other => panic!("{other:?}"),
    }
}

const HOUSES: [HouseMachine; 2] = [HouseMachine::Eliza, HouseMachine::Recall];

/// A game that the attacker has played, with the questions asked in it.
struct Played {
    asked: Vec<usize>,
    seen: Seen,
}

/// Games with as many people as machines, one after the other, each with the questions that are drawn
/// for it.
fn played(
    houses: &HouseMachines,
    people: &People,
    games: usize,
    draw: impl Fn(&mut Chance) -> Vec<usize>,
) -> Vec<Played> {
    let (mut chance, mut lately) = (Chance::from_seed(11), Lately::default());
    let mut played = Vec::new();
    for game in 0..games {
        let asked = draw(&mut chance);
        let machine = game % 2 == 0;
        let texts = if machine {
            let (house, name) = (HOUSES[game / 2 % 2], format!("game {game}"));
            let asked = people.asked(&asked);
            replies(houses, house, &asked, Pool::Rated, &lately, &name)
        } else {
            (people.answers)(&asked, &mut chance)
        };
        let heard = if machine { &mut lately.by_machines } else { &mut lately.by_people };
        heard.extend(texts.clone());
        heard.drain(..heard.len().saturating_sub(REMEMBERED));
        let texts = texts.iter().map(|text| Text::of(text)).collect();
        played.push(Played { asked, seen: Seen { texts, machine } });
    }
    played
}

type Rows = Vec<(Vec<f64>, bool)>;

/// The later half of the games by likeness to what machines replied to the same questions before, and
/// to anything that machines replied. `published` are replies that anybody can read.
fn compared_with_earlier(
    played: &[Played],
    questions: usize,
    published: &dyn Fn(usize) -> Vec<String>,
) -> [Rows; 2] {
    let mut same: Vec<Bank> = Vec::new();
    let mut any = Bank::default();
    for nth in 0..questions {
        let texts: Vec<Text> = published(nth).iter().map(|text| Text::of(text)).collect();
        same.push(Bank::of(&texts));
        for text in &texts {
            any.add(text);
        }
    }
    let (mut by_same, mut by_any) = (Vec::new(), Vec::new());
    for (nth, game) in played.iter().enumerate() {
        if nth >= played.len() / 2 {
            let banks: Vec<&Bank> = game.asked.iter().map(|nth| &same[*nth]).collect();
            by_same.push((scores(&banks, &game.seen), game.seen.machine));
            by_any.push((scores(&[&any; 5], &game.seen), game.seen.machine));
        }
        if game.seen.machine {
            for (nth, text) in game.asked.iter().zip(&game.seen.texts) {
                same[*nth].add(text);
                any.add(text);
            }
        }
    }
    [by_same, by_any]
}

/// Games by likeness to what both machines reply to the same questions elsewhere.
fn compared_with_replays(
    houses: &HouseMachines,
    people: &People,
    played: &[Played],
    pool: Pool,
) -> Rows {
    let row = |(nth, game): (usize, &Played)| {
        let mut banks = vec![Bank::default(); 5];
        let asked = people.asked(&game.asked);
        for replay in 0..REPLAYS {
            for house in HOUSES {
                let name = format!("{pool:?} {nth} {replay}");
                let texts = replies(houses, house, &asked, pool, &Lately::default(), &name);
                for (bank, text) in banks.iter_mut().zip(&texts) {
                    bank.add(&Text::of(text));
                }
            }
        }
        (scores(&banks.iter().collect::<Vec<_>>(), &game.seen), game.seen.machine)
    };
    played.iter().enumerate().map(row).collect()
}

/// All attacks, with the least and the most that any measure tells.
fn attacks(people: &People, five: [usize; 5], games: usize) -> Vec<(&'static str, (f64, f64))> {
    let houses = HouseMachines::default();
    let same = played(&houses, people, games, |_| five.to_vec());
    let questions = people.questions.len();
    let drawn = played(&houses, people, games, |chance| {
        let mut left: Vec<usize> = (0..questions).collect();
        (0..5).map(|_| left.swap_remove(chance.below(left.len()))).collect()
    });
    let nothing = |_: usize| Vec::new();
    let [by_same, by_any] = compared_with_earlier(&same, questions, &nothing);
    let [published, _] = compared_with_earlier(&drawn, questions, &nothing);
    let replays = |pool| {
        let first = &same[..same.len().min(60)];
        compared_with_replays(&houses, people, first, pool)
    };
    vec![
        ("the same five questions", range(&by_same)),
        ("the same five questions, compared with all replies", range(&by_any)),
        ("published questions", range(&published)),
        ("replays in the sandbox", range(&replays(Pool::Sandbox))),
        ("replays in practice", range(&replays(Pool::Practice))),
    ]
}

/// The people are the crowd of the tests, or those of the files that `LUNA_QUESTIONS` and `LUNA_ANSWERS` name.
#[test]
#[expect(clippy::disallowed_methods, reason = "the files of a measurement")]
fn replies_of_house_machines_are_no_more_alike_than_those_of_people() {
    let files = env::var("LUNA_QUESTIONS").ok().zip(env::var("LUNA_ANSWERS").ok());
    let (people, five, games) = match files {
        Some((asked, said)) => (People::of_files(&asked, &said), [1, 5, 12, 13, 17], 240),
        None => (People::crowd(), [0, 2, 5, 7, 9], 120),
    };
    for (attack, (least, most)) in attacks(&people, five, games) {
        println!("{attack}: {least:.2} to {most:.2}");
        assert!(most <= MOST, "{attack}: {least:.2} to {most:.2}");
    }
}

/// The same measures find replies that come again.
#[test]
fn a_machine_with_few_wordings_is_recognised() {
    let known =
        ["I see.", "Why do you ask?", "Tell me more.", "That is interesting.", "Who says so?"];
    let people = People::crowd();
    let mut chance = Chance::from_seed(3);
    let mut games = Vec::new();
    for nth in 0..120 {
        let asked = vec![0, 2, 5, 7, 9];
        let machine = nth % 2 == 0;
        let texts = if machine {
            (0..5).map(|_| known[chance.below(5)].to_owned()).collect()
        } else {
            (people.answers)(&asked, &mut chance)
        };
        let texts = texts.iter().map(|text| Text::of(text)).collect();
        games.push(Played { asked, seen: Seen { texts, machine } });
    }
    let [same, _] = compared_with_earlier(&games, 10, &|_| Vec::new());
    assert!(range(&same).1 > 0.95, "{:?}", range(&same));
    assert_eq!(Measure::ALL.len() * 2, same[0].0.len());
}
