use luna_core::game::Rules;
use luna_core::rng::Chance;

use super::*;
use crate::{HouseMachine, Pool, QUESTIONS};

const RULES: Rules = Rules { questions: 5, max_chars: 5_000 };

/// Words of people who are rated high, and of people who are rated low; everybody says the rest.
const CAREFUL: [&str; 10] = [
    "because",
    "although",
    "usually",
    "depends",
    "reason",
    "probably",
    "instead",
    "compared",
    "rather",
    "meanwhile",
];
const CARELESS: [&str; 10] =
    ["idk", "dunno", "lol", "whatever", "nope", "meh", "stuff", "random", "haha", "yeah"];
const PLAIN: [&str; 24] = [
    "time", "people", "house", "walk", "mother", "garden", "water", "friend", "morning", "street",
    "bread", "train", "work", "child", "window", "summer", "book", "music", "table", "winter",
    "letter", "night", "school", "river",
];

/// A crowd in which each person has played some games, and whose words are drawn from those of
/// careful people as often as its rating says.
struct Town {
    people: usize,
    games: usize,
    /// True if words are related to ratings at all.
    telling: bool,
    fixed: bool,
}

impl Town {
    fn respondents(&self, seed: u64) -> Vec<Respondent> {
        let mut chance = Chance::from_seed(seed);
        (0..self.people).map(|_| self.respondent(&mut chance)).collect()
    }

    fn respondent(&self, chance: &mut Chance) -> Respondent {
        let care = chance.unit();
        let rating = (0.25 + 0.5 * care + 0.06 * chance.normal()).clamp(0.0, 1.0);
        let care = if self.telling { care } else { 0.5 };
        let games = (0..self.games).map(|_| self.game(care, chance)).collect();
        Respondent { games, rating }
    }

    fn game(&self, care: f64, chance: &mut Chance) -> Vec<Exchange> {
        let questions = if self.fixed {
            QUESTIONS.map(str::to_owned).to_vec()
        } else {
            let house = [HouseMachine::Eliza, HouseMachine::Recall][chance.below(2)];
            house.questions(Pool::Rated, RULES, &[], chance)
        };
        let exchange = |question| Exchange { question, response: response(care, chance) };
        questions.into_iter().map(exchange).collect()
    }
}

fn response(care: f64, chance: &mut Chance) -> String {
    let word = |chance: &mut Chance| {
        let telling = if chance.unit() < care { &CAREFUL } else { &CARELESS };
        let from: &[&str] = if chance.unit() < 0.15 { telling } else { &PLAIN };
        (*chance.pick(from).unwrap()).to_owned()
    };
    let many = 4 + chance.below(9);
    (0..many).map(|_| word(chance)).collect::<Vec<_>>().join(" ")
}

fn trained(town: &Town, seed: u64) -> ExchangePredictor {
    ExchangePredictor::train(&town.respondents(seed)).unwrap()
}

fn asked(house: HouseMachine, response: &str) -> Vec<Exchange> {
    let questions = house.questions(Pool::Rated, RULES, &[], &mut Chance::from_seed(77));
    let one = |question| Exchange { question, response: response.to_owned() };
    questions.into_iter().map(one).collect()
}

#[test]
fn with_hundreds_of_people_words_tell_whatever_was_asked() {
    let town = Town { people: 250, games: 1, telling: true, fixed: false };
    for seed in 1..4 {
        let learned = trained(&town, seed);
        let trial = *learned.trial();
        assert!(learned.beats_constant(), "{trial:?}");
        assert!(trial.people == 250 && trial.error < 0.95 * trial.constant, "{trial:?}");
        for house in [HouseMachine::Eliza, HouseMachine::Recall] {
            let high = learned.rating(&asked(house, "Probably because of the river, although"));
            let low = learned.rating(&asked(house, "dunno lol, the river, whatever"));
            assert!(high > low + 0.05, "{high} {low}");
        }
    }
}

/// A tenth of what people say tells anything, as hardly anything does in the answers of guests.
#[test]
fn with_few_people_the_constant_guess_stands() {
    let town = Town { people: 30, games: 1, telling: true, fixed: false };
    let better = (1..9).filter(|&seed| trained(&town, seed).beats_constant()).count();
    assert!(better < 8, "{better} of 8");
}

#[test]
fn the_questions_of_old_games_are_learned_from_as_well() {
    let old = Town { people: 120, games: 1, telling: true, fixed: true };
    let new = Town { fixed: false, ..old };
    let mut both = old.respondents(5);
    both.extend(new.respondents(6));
    let learned = ExchangePredictor::train(&both).unwrap();
    assert!(learned.beats_constant(), "{:?}", learned.trial());
    assert!(QUESTIONS.iter().all(|question| learned.has_heard(question)));
}

#[test]
fn nothing_is_learned_from_ratings_by_chance() {
    let town = Town { people: 150, games: 2, telling: false, fixed: false };
    let better = (1..6).filter(|&seed| trained(&town, seed).beats_constant()).count();
    assert_eq!(better, 0);
}

/// A right answer to one question counts for that question alone.
#[test]
fn an_answer_counts_by_the_question_it_answers() {
    let cities = ["Albany", "Ottawa"];
    let questions = ["What is the capital of New York?", "What is the capital of Canada?"];
    let one = |nth: usize| {
        let asked = nth / 2 % 2;
        let right = nth.is_multiple_of(2);
        let said = cities[if right { asked } else { 1 - asked }];
        let game = vec![Exchange {
            question: questions[asked].to_owned(),
            response: format!("{said}, I think"),
        }];
        let rating = if right { 0.8 } else { 0.2 } + 0.01 * float(nth % 5);
        Respondent { games: vec![game], rating }
    };
    let people: Vec<Respondent> = (0..60).map(one).collect();
    let learned = ExchangePredictor::train(&people).unwrap();
    assert!(learned.beats_constant() && learned.trial().error < 0.1, "{:?}", learned.trial());
    for (question, right, wrong) in
        [(questions[0], "albany", "ottawa"), (questions[1], "ottawa", "albany")]
    {
        let rating = |said: &str| {
            let exchange = Exchange { question: question.to_owned(), response: said.to_owned() };
            learned.rating(&[exchange])
        };
        assert!(rating(right) > rating(wrong) + 0.2, "{question}");
    }
}

#[test]
fn the_same_people_teach_the_same_and_the_trial_is_of_single_games() {
    let town = Town { people: 60, games: 3, telling: true, fixed: false };
    let people = town.respondents(9);
    let [one, other] = [0, 1].map(|_| ExchangePredictor::train(&people).unwrap());
    assert_eq!(one.trial(), other.trial());
    for person in &people {
        for game in &person.games {
            assert_eq!(one.rating(game).to_bits(), other.rating(game).to_bits());
        }
    }
    assert_eq!(one.trial().people, 60);
}

#[test]
fn equal_ratings_are_predicted_and_beat_nothing() {
    let mut people = Town { people: 40, games: 1, telling: true, fixed: false }.respondents(2);
    for person in &mut people {
        person.rating = 0.3;
    }
    let learned = ExchangePredictor::train(&people).unwrap();
    let found = learned.rating(&asked(HouseMachine::Eliza, "anything"));
    assert!((found - 0.3).abs() < 1e-6 && !learned.beats_constant(), "{found}");
}

#[track_caller]
fn refused(people: &[Respondent], sentence: &str) {
    let refusal = ExchangePredictor::train(people).err().expect("it is refused");
    assert_eq!(refusal.to_string(), sentence);
}

#[test]
fn what_cannot_be_learned_from_is_refused_in_a_sentence() {
    let mut people = Town { people: 6, games: 1, telling: true, fixed: false }.respondents(1);
    refused(&people[..1], "1 rated person has answered; training needs 5.");
    people[2].rating = f64::NAN;
    refused(&people, "Person 3 is rated NaN, which is not from 0 to 1.");
    for person in people.iter_mut().skip(1) {
        person.games.clear();
    }
    refused(&people, "1 rated person has answered; training needs 5.");
}

#[test]
fn any_texts_lead_to_numbers_within_bounds() {
    let pieces =
        ["", " ", "日本語", "Ünï", "🎉", "e\u{301}", "\u{200d}", "\0", "ß", "n't", "İ", "word "];
    let mut chance = Chance::from_seed(11);
    let text = |chance: &mut Chance| {
        let many = *chance.pick(&[0, 1, 3, 8, 2_000]).unwrap();
        (0..many).map(|_| *chance.pick(&pieces).unwrap()).collect::<String>()
    };
    for _ in 0..8 {
        let game = |chance: &mut Chance| {
            let many = chance.below(4);
            let one = |_| Exchange { question: text(chance), response: text(chance) };
            (0..many).map(one).collect::<Vec<_>>()
        };
        let people: Vec<Respondent> = (0..FEWEST + chance.below(40))
            .map(|_| Respondent {
                games: (0..=chance.below(3)).map(|_| game(&mut chance)).collect(),
                rating: *chance.pick(&[0.0, 1.0, 0.5, 1e-300]).unwrap(),
            })
            .collect();
        let learned = ExchangePredictor::train(&people).unwrap();
        let trial = *learned.trial();
        for number in [trial.error, trial.constant, trial.p] {
            assert!((0.0..=1.0).contains(&number), "{trial:?}");
        }
        for _ in 0..5 {
            let rating = learned.rating(&game(&mut chance));
            assert!((0.0..=1.0).contains(&rating), "{rating}");
        }
    }
}
