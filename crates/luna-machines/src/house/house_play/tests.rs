use crate::QUESTIONS;
use std::collections::BTreeSet;

use luna_core::game::{Game, Rules, Seat};
use luna_core::rating::Points;
use luna_core::text;
use luna_core::typing::utterance;

use luna_core::answer::Question;

use super::*;
use crate::contest::converse::Transcript;
use crate::house::recall::{LineSource, Origin};
use crate::task::{TaskLine, Wants};

const RULES: Rules = Rules { questions: 5, max_chars: 100 };

/// The only thing it knows.
fn knowing(lines: Vec<CorpusLine>) -> HouseMachines {
    let recall = Recall::default();
    recall.add(lines);
    HouseMachines { recall, learned: LearnedGuesser::default() }
}

fn line(prompt: &str, reply: &str) -> CorpusLine {
    let source = LineSource::Player(Origin { id: reply.to_owned(), author: "ann".to_owned() });
    CorpusLine { source, prompt: prompt.to_owned(), reply: reply.to_owned() }
}

/// A move in a rated game.
fn turn(
    houses: &HouseMachines,
    house: HouseMachine,
    view: &View,
    duty: Duty,
    chance: &mut Chance,
    allowed: &mut dyn FnMut(&CorpusLine) -> bool,
) -> Turn {
    let mut occasion = Occasion { pool: Pool::Rated, lately: &Lately::default(), allowed };
    houses.turn(house, view, duty, &mut occasion, chance)
}

fn answers(mv: Move) -> Vec<String> {
    match mv {
        Move::Answer(answers) => answers,
        other => panic!("{other:?}"),
    }
}

fn paper() -> Vec<String> {
    QUESTIONS.map(str::to_owned).to_vec()
}

/// A game in which both have asked, seat B these questions.
fn asked(questions: &[&str; 5]) -> Game {
    let theirs = questions.map(str::to_owned).to_vec();
    Game::new(RULES)
        .play(Seat::A, &Move::Ask(paper()))
        .and_then(|game| game.play(Seat::B, &Move::Join))
        .and_then(|game| game.play(Seat::B, &Move::Ask(theirs)))
        .unwrap()
}

#[test]
fn every_house_machine_plays_by_the_rules() {
    let houses = HouseMachines::default();
    for house in HouseMachine::ALL {
        assert_eq!(HouseMachine::from_id(house.id()), Some(house));
        for seed in 0..15 {
            let mut chance = Chance::from_seed(seed);
            let mut game = Game::new(RULES);
            for step in 0..7 {
                let seat = if step % 2 == 0 { Seat::A } else { Seat::B };
                if step == 1 {
                    game = game.play(seat, &Move::Join).unwrap();
                }
                let Some(duty) = game.duty(seat) else { continue };
                let turn = turn(&houses, house, &game.view(seat), duty, &mut chance, &mut |_| true);
                let texts = if duty == Duty::Answer { 5 } else { 0 };
                assert_eq!(turn.sources.len(), texts);
                game = game.play(seat, &turn.mv).unwrap();
            }
            assert!(game.awaits_reveal() || game.duty(Seat::B) == Some(Duty::Guess));
        }
    }
}

#[test]
fn recall_gives_each_question_its_own_reply_once() {
    let known = ["Do you like cats?", "Do you like dogs?", "Where is Rome?", "What is rain?"];
    let replies = ["no cats", "no dogs", "in Italy", "wet"];
    let houses = knowing(known.iter().zip(replies).map(|(it, reply)| line(it, reply)).collect());
    let [cats, dogs, rome, rain] = known;
    let view = asked(&[rome, cats, dogs, rain, rome]).view(Seat::A);
    for seed in 0..20 {
        let recalls = |allowed: &mut dyn FnMut(&CorpusLine) -> bool| {
            let mut chance = Chance::from_seed(seed);
            turn(&houses, HouseMachine::Recall, &view, Duty::Answer, &mut chance, allowed)
        };
        let Turn { mv, sources } = recalls(&mut |_| true);
        let given = answers(mv);
        assert_eq!(given[..4], ["in Italy", "no cats", "no dogs", "wet"]);
        assert!(!given[..4].contains(&given[4]), "a fifth reply is not there: {given:?}");
        let known = |reply: &str| Source::Line(line("", reply).origin().cloned().unwrap());
        assert_eq!(sources[..4], ["in Italy", "no cats", "no dogs", "wet"].map(known));
        let Turn { mv, sources } = recalls(&mut |_| false);
        let given = answers(mv);
        assert!(given.iter().all(|text| text::check(text, RULES.max_chars).is_ok()), "{given:?}");
        assert!(given.iter().all(|text| !replies.contains(&text.as_str())), "{given:?}");
        assert_eq!(sources, [const { Source::Luna }; 5]);
    }
}

/// Without a line that fits it used to say what Eliza would have said.
#[test]
fn recall_never_gives_a_question_back() {
    let questions =
        ["qwertz?", "Are you Xylophone?", "zzz", "I am Xylophone.", "Can you help Xylophone?"];
    let view = asked(&questions).view(Seat::A);
    for houses in [knowing(Vec::new()), HouseMachines::default()] {
        for seed in 0..20 {
            let mut chance = Chance::from_seed(seed);
            let recall = HouseMachine::Recall;
            let said = turn(&houses, recall, &view, Duty::Answer, &mut chance, &mut |_| false);
            let given = answers(said.mv);
            assert!(given.iter().all(|it| !it.to_lowercase().contains("xylophone")), "{given:?}");
            assert_eq!(given.iter().collect::<BTreeSet<_>>().len(), 5, "{given:?}");
        }
    }
}

#[test]
fn eliza_says_where_it_echoes_a_question() {
    let houses = HouseMachines::default();
    let view = asked(&["Are you Xylophone?", "Hello", "Hello", "Hello", "Hello"]).view(Seat::A);
    let mut echoes = 0;
    for seed in 0..100 {
        let mut chance = Chance::from_seed(seed);
        let eliza = HouseMachine::Eliza;
        let said = turn(&houses, eliza, &view, Duty::Answer, &mut chance, &mut |_| true);
        let given = answers(said.mv);
        assert_eq!(said.sources[1..], [const { Source::Luna }; 4]);
        let echo = said.sources[0] == Source::Question;
        let has = given[0].to_lowercase().contains("xylophone");
        assert!(echo || !has, "{given:?}");
        echoes += usize::from(echo);
    }
    assert!(echoes > 10, "{echoes}");
}

#[test]
fn eliza_repeats_nothing_in_a_game() {
    let houses = HouseMachines::default();
    let view = asked(&["qwertz"; 5]).view(Seat::A);
    let mut chance = Chance::from_seed(9);
    let eliza = HouseMachine::Eliza;
    let said = turn(&houses, eliza, &view, Duty::Answer, &mut chance, &mut |_| true);
    let mut given = answers(said.mv);
    given.sort();
    given.dedup();
    assert_eq!(given.len(), 5);
}

/// The likeness of what machines say to each other tells nothing, whatever the crowd.
#[test]
fn replies_are_as_like_earlier_ones_as_those_of_people() {
    let houses = HouseMachines::default();
    let view = asked(&["Why is the sky blue?"; 5]).view(Seat::A);
    let by_machines: Vec<String> =
        (0..40).map(|nth| format!("it was number {nth} on the list")).collect();
    let likeness = crate::house::wording::Likeness::to(&by_machines);
    let mean = |by_people: Vec<String>| {
        let lately = Lately { by_machines: by_machines.clone(), by_people };
        let mut like = 0.0;
        for seed in 0..20 {
            let allowed = &mut |_: &CorpusLine| false;
            let mut occasion = Occasion { pool: Pool::Rated, lately: &lately, allowed };
            let mut chance = Chance::from_seed(seed);
            let said =
                houses.turn(HouseMachine::Eliza, &view, Duty::Answer, &mut occasion, &mut chance);
            like += answers(said.mv).iter().map(|it| likeness.of(it)[0]).sum::<f64>();
        }
        like / 100.0
    };
    let (unlike, like) = (mean(vec!["zebras".to_owned()]), mean(by_machines.clone()));
    assert!(unlike < 0.05, "{unlike}");
    assert!(like > 0.15, "{like}");
}

#[test]
fn what_it_reads_changes_its_guess() {
    let houses = HouseMachines::default();
    let guess_after = |answer: &str| {
        let questions = paper();
        let answers = Move::Answer(vec![answer.to_owned(); 5]);
        let game = asked(&["a"; 5])
            .play(Seat::A, &answers)
            .and_then(|game| game.play(Seat::B, &answers))
            .unwrap();
        assert_eq!(game.view(Seat::A).my_questions, Some(questions));
        let view = game.view(Seat::A);
        let guesses = |house| {
            let mut chance = Chance::from_seed(1);
            turn(&houses, house, &view, Duty::Guess, &mut chance, &mut |_| true)
        };
        let guess = |house| match guesses(house).mv {
            Move::Guess(guess) => guess.points,
            other => panic!("{other:?}"),
        };
        (guess(HouseMachine::Gibberish), guess(HouseMachine::Eliza), guess(HouseMachine::Recall))
    };
    let (by_chance, low, _) = guess_after("X7 QQ9");
    let (again, high, same) = guess_after("Why is the capital of the sky in this sentence?");
    assert_eq!((by_chance, high), (again, same));
    assert!(
        low < Points::parse("20").unwrap() && high > Points::parse("35").unwrap(),
        "{low} {high}"
    );
}

#[test]
fn every_house_machine_answers_a_question_within_the_rules() {
    let houses = HouseMachines::default();
    let choices = ["Seine", "Loire", "Marne"].map(str::to_owned);
    for (nth, text) in
        ["Which river flows through Paris?", "What is your name?", "???"].iter().enumerate()
    {
        for choices in [&choices[..], &[]] {
            let question = Question::new(text, "", choices);
            let task = QuestionTask::new(&format!("q{nth}"), question, 60);
            for house in HouseMachine::ALL {
                let reply = || task.house_reply(&houses, house, &mut Chance::from_seed(7));
                let answers = reply();
                assert_eq!(task.question().check_answers(&answers, 60), Ok(()), "{house:?} {text}");
                assert_eq!(reply(), answers, "the same seed, the same answers");
            }
        }
    }
}

#[test]
fn recall_ranks_choices_by_what_it_remembers() {
    let houses = HouseMachines::default();
    let line = CorpusLine {
        source: LineSource::Operator,
        prompt: "Which river flows through Paris?".to_owned(),
        reply: "The Seine".to_owned(),
    };
    houses.recall.add(vec![line]);
    let choices = ["Loire", "Seine", "Rhône"].map(str::to_owned);
    let question = Question::new("Which river flows through Paris?", "", &choices);
    let task = QuestionTask::new("q", question, 60);
    let answers = task.house_reply(&houses, HouseMachine::Recall, &mut Chance::from_seed(1));
    assert_eq!(answers[0].text, "Seine");
    assert!(answers[0].confidence > 0.2 && answers[0].confidence <= 1.0, "{answers:?}");
    let private = CorpusLine {
        source: LineSource::Player(Origin { id: "line".to_owned(), author: "ann".to_owned() }),
        prompt: "What is the secret word?".to_owned(),
        reply: "Marmalade".to_owned(),
    };
    houses.recall.add(vec![private]);
    let task = QuestionTask::new("q", Question::new("What is the secret word?", "", &[]), 60);
    let answers = task.house_reply(&houses, HouseMachine::Recall, &mut Chance::from_seed(1));
    assert!(answers.iter().all(|it| it.text != "Marmalade"), "{answers:?}");
}

/// What an entry says to these lines of the judge, one after the other.
fn conversation(house: HouseMachine, lines: &[&str]) -> Vec<String> {
    let houses = HouseMachines::default();
    let mut transcript = Transcript::new("c");
    let mut chance = Chance::from_seed(5);
    let mut at_ms = 0;
    for line in lines {
        at_ms += 1_000;
        let task = transcript.hear(line, at_ms);
        let said = task.house_reply(&houses, house, &mut chance);
        assert_eq!(said.check(&utterance::Limits::USUAL), Ok(()), "{said:?}");
        transcript.say(&said, at_ms);
    }
    let own = transcript.lines().iter().filter(|line| line.by == Role::Entry);
    own.map(|line| line.text.clone()).collect()
}

#[test]
fn house_machines_converse_without_repeating_themselves() {
    for house in HouseMachine::ALL {
        let said = conversation(house, &["I am tired of the weather."; 6]);
        assert_eq!(said.len(), 6, "{house:?}");
        let different: BTreeSet<&String> = said.iter().collect();
        assert_eq!(different.len(), 6, "{house:?} repeats itself: {said:?}");
    }
    let said = conversation(HouseMachine::Eliza, &["I am fond of spiders."; 6]);
    assert!(said.concat().contains("fond of spiders"), "{said:?}");
}

#[test]
fn a_house_machine_is_silent_until_it_is_spoken_to_and_a_judge_asks() {
    let houses = HouseMachines::default();
    let reply = |you, lines: Vec<TaskLine>| {
        let task = ConverseTask::new("t", "c", you, Wants::Lines, 0, lines);
        task.house_reply(&houses, HouseMachine::Eliza, &mut Chance::from_seed(1)).lines()
    };
    assert_eq!(reply(Role::Entry, Vec::new()), [""; 0]);
    let asked = reply(Role::Judge, Vec::new());
    assert_eq!(asked.len(), 1);
    let again = reply(Role::Judge, vec![TaskLine::new(Role::Judge, &asked[0], 1)]);
    assert_ne!(asked, again, "each question once");
    let heard = |text| TaskLine::new(Role::Judge, text, 1);
    let said = reply(Role::Entry, vec![heard("Hello."), heard("I am fond of spiders.")]);
    assert_eq!(said.len(), 1, "one reply to all that it has heard: {said:?}");
    let open = TaskLine { open: true, ..heard("I am") };
    assert_eq!(reply(Role::Entry, vec![open]), [""; 0], "a line that is being typed");
}
