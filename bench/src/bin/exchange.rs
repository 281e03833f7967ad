//! The accuracy of house machines that learn from answers to questions drawn for each game: the
//! error for unseen people divided by the constant guess's, on real graded answers and on
//! generated ones.
#![expect(clippy::print_stdout, reason = "a measurement")]

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Parser;
use luna_bench::figures::table;
use luna_core::game::Rules;
use luna_core::rng::Chance;
use luna_lab::predict::dataset::{Problem, Scale};
use luna_lab::predict::read::{Persons, read};
use luna_machines::predict::{
    Example, Exchange, ExchangePredictor, Predictor, Question, Respondent,
};
use luna_machines::{HouseMachine, Pool};

#[derive(Parser)]
#[command(about = "Ratings from the answers to drawn questions, compared with the constant guess")]
struct Arguments {
    /// Powergrading's folder; each person gets five of its ten questions
    powergrading: PathBuf,
    /// The number of draws of each crowd
    #[arg(long, default_value_t = 10)]
    draws: u64,
}

const RULES: Rules = Rules { questions: 5, max_chars: 5_000 };
/// Words that people with high ratings use more often, and words that people with low ratings do.
const TELLING: [[&str; 8]; 2] = [
    ["because", "although", "usually", "depends", "reason", "probably", "instead", "compared"],
    ["idk", "dunno", "lol", "whatever", "nope", "meh", "stuff", "random"],
];
const PLAIN: [&str; 16] = [
    "time", "people", "house", "walk", "mother", "garden", "water", "friend", "morning", "street",
    "bread", "train", "work", "child", "window", "summer",
];

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let problems = read(&arguments.powergrading, None, Persons::Complete)
        .map_err(|why| anyhow::anyhow!("{why}"))?;
    let Some(problem) = problems.first().filter(|it| it.questions.len() >= 10) else {
        anyhow::bail!("{} has no ten questions", arguments.powergrading.display());
    };
    let mut rows = Vec::new();
    for people in [30, 60, 120, 300, 600] {
        ensure!(people <= problem.people.len(), "there are fewer people");
        let drawn = tried(arguments.draws, |chance| graded(problem, people, true, chance))?;
        let fixed = tried(arguments.draws, |chance| graded(problem, people, false, chance))?;
        let old = old(arguments.draws, |chance| graded(problem, people, false, chance))?;
        rows.push(vec!["Powergrading".to_owned(), people.to_string(), drawn, fixed, old]);
    }
    for (share, words) in [(0.15, "15 %"), (0.05, "5 %"), (0.03, "3 %")] {
        for people in [30, 60, 120, 250, 500] {
            let drawn = tried(arguments.draws, |chance| made_up(people, share, chance))?;
            let name = format!("made up, {words} telling");
            rows.push(vec![name, people.to_string(), drawn, String::new(), String::new()]);
        }
    }
    println!("error by the constant guess's; in how many draws it was better with p < 0.05\n");
    println!(
        "{}",
        table(&["answers", "people", "drawn", "the same", "the same, one model each"], &rows)
    );
    Ok(())
}

type Crowd = Vec<Respondent>;

fn tried(draws: u64, crowd: impl Fn(&mut Chance) -> Crowd) -> Result<String> {
    let (mut sum, mut better) = (0.0, 0);
    for seed in 0..draws {
        let learned = ExchangePredictor::train(&crowd(&mut Chance::from_seed(seed)))?;
        sum += learned.trial().error / learned.trial().constant;
        better += usize::from(learned.beats_constant());
    }
    Ok(shown(sum, better, draws))
}

/// The same for a model that learns from answers to questions that everybody was asked.
fn old(draws: u64, crowd: impl Fn(&mut Chance) -> Crowd) -> Result<String> {
    let (mut sum, mut better) = (0.0, 0);
    for seed in 0..draws {
        let crowd = crowd(&mut Chance::from_seed(seed));
        let games = || crowd.iter().filter_map(|it| Some((it.games.first()?, it.rating)));
        let asked = |one: &Exchange| Question { text: one.question.clone(), key: Vec::new() };
        let asked: Vec<Question> =
            games().take(1).flat_map(|(game, _)| game.iter().map(asked)).collect();
        let example = |(game, rating): (&Vec<Exchange>, f64)| Example {
            responses: game.iter().map(|one| one.response.clone()).collect(),
            rating,
        };
        let learned = Predictor::train(&asked, &games().map(example).collect::<Vec<_>>())?;
        sum += learned.cross_validation().error / learned.cross_validation().constant;
        better += usize::from(learned.beats_constant());
    }
    Ok(shown(sum, better, draws))
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "few draws")]
fn shown(sum: f64, better: usize, draws: u64) -> String {
    format!("{:.2} ({better} of {draws})", sum / draws as f64)
}

/// People who have answered all questions, each with five of them.
fn graded(problem: &Problem, people: usize, drawn: bool, chance: &mut Chance) -> Crowd {
    let ratings = problem.ratings(Scale::Range);
    let mut left: Vec<usize> = (0..problem.people.len()).collect();
    let mut crowd = Vec::new();
    while crowd.len() < people {
        let who = left.swap_remove(chance.below(left.len()));
        let mut asked: Vec<usize> = (0..problem.questions.len()).collect();
        if drawn {
            while asked.len() > RULES.questions {
                asked.remove(chance.below(asked.len()));
            }
        }
        let exchange = |&nth: &usize| Exchange {
            question: problem.questions[nth].text.clone(),
            response: problem.people[who].responses[nth].clone(),
        };
        let game = asked.iter().take(RULES.questions).map(exchange).collect();
        crowd.push(Respondent { games: vec![game], rating: ratings[who] });
    }
    crowd
}

/// People with generated answers; `share` of their words depends on the rating.
fn made_up(people: usize, share: f64, chance: &mut Chance) -> Crowd {
    let person = |_| {
        let care = chance.unit();
        let rating = (0.25 + 0.5 * care + 0.12 * chance.normal()).clamp(0.0, 1.0);
        let house = if chance.unit() < 0.5 { HouseMachine::Eliza } else { HouseMachine::Recall };
        let questions = house.questions(Pool::Rated, RULES, &[], chance);
        let game = questions.into_iter().map(|question| {
            let words = 4 + chance.below(9);
            let response: Vec<&str> = (0..words).map(|_| word(care, share, chance)).collect();
            Exchange { question, response: response.join(" ") }
        });
        Respondent { games: vec![game.collect()], rating }
    };
    (0..people).map(person).collect()
}

fn word(care: f64, share: f64, chance: &mut Chance) -> &'static str {
    let telling = &TELLING[usize::from(chance.unit() >= care)];
    let from: &[&str] = if chance.unit() < share { telling } else { &PLAIN };
    chance.pick(from).copied().unwrap_or_default()
}
