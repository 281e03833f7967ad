use luna_core::game::{Game, Rules, Seat};
use luna_core::rating::Points;
use luna_core::text;

use super::*;

const RULES: Rules = Rules { questions: 5, max_chars: 100 };

fn line(prompt: &str, reply: &str) -> Line {
    let (prompt, reply) = (prompt.to_owned(), reply.to_owned());
    Line { author: None, game: None, prompt, reply }
}

fn answers(mv: Move) -> Vec<String> {
    match mv {
        Move::Answer(answers) => answers,
        other => panic!("{other:?}"),
    }
}

/// A game in which both have asked, seat B these questions.
fn asked(questions: &[&str; 5]) -> Game {
    let theirs = questions.map(str::to_owned).to_vec();
    Game::new(RULES)
        .play(Seat::A, &Move::Ask(House::Eliza.questions(5)))
        .and_then(|game| game.play(Seat::B, &Move::Join))
        .and_then(|game| game.play(Seat::B, &Move::Ask(theirs)))
        .unwrap()
}

#[test]
fn every_house_machine_plays_by_the_rules() {
    let houses = Houses::new().unwrap();
    houses.recall.add(vec![line("why", "because")]).unwrap();
    for house in House::ALL {
        assert_eq!(House::from_id(house.id()), Some(house));
        for seed in 0..15 {
            let mut chance = Chance::from_seed(seed);
            let mut game = Game::new(RULES);
            for step in 0..7 {
                let seat = if step % 2 == 0 { Seat::A } else { Seat::B };
                if step == 1 {
                    game = game.play(seat, &Move::Join).unwrap();
                }
                let Some(duty) = game.duty(seat) else { continue };
                let mv = houses.turn(house, &game.view(seat), duty, &mut chance, &mut |_| true);
                game = game.play(seat, &mv).unwrap();
            }
            assert!(game.awaits_reveal() || game.duty(Seat::B) == Some(Duty::Guess));
        }
    }
}

#[test]
fn recall_gives_each_question_its_own_reply_once() {
    let houses = Houses::new().unwrap();
    let known = ["Do you like cats?", "Do you like dogs?", "Where is Rome?", "What is rain?"];
    let replies = ["no cats", "no dogs", "in Italy", "wet"];
    let lines = known.iter().zip(replies).map(|(prompt, reply)| line(prompt, reply)).collect();
    houses.recall.add(lines).unwrap();
    let [cats, dogs, rome, rain] = known;
    let view = asked(&[rome, cats, dogs, rain, rome]).view(Seat::A);
    for seed in 0..20 {
        let turn = |allowed: &mut dyn FnMut(&Line) -> bool| {
            let mut chance = Chance::from_seed(seed);
            answers(houses.turn(House::Recall, &view, Duty::Answer, &mut chance, allowed))
        };
        let given = turn(&mut |_| true);
        assert_eq!(given[..4], ["in Italy", "no cats", "no dogs", "wet"]);
        assert!(replies.contains(&given[4].as_str()), "a fifth reply is not there: {given:?}");
        let given = turn(&mut |line| line.reply == "wet");
        assert_eq!(given, ["wet"; 5], "there is no other");
        let given = turn(&mut |_| false);
        assert!(given.iter().all(|text| text::check(text, RULES.max_chars).is_ok()), "{given:?}");
        assert!(given.iter().all(|text| !replies.contains(&text.as_str())), "Eliza's: {given:?}");
    }
}

#[test]
fn eliza_repeats_nothing_in_a_game() {
    let houses = Houses::new().unwrap();
    let view = asked(&["qwertz"; 5]).view(Seat::A);
    let mut chance = Chance::from_seed(9);
    let mut given =
        answers(houses.turn(House::Eliza, &view, Duty::Answer, &mut chance, &mut |_| true));
    given.sort();
    given.dedup();
    assert_eq!(given.len(), 5);
}

#[test]
fn what_it_reads_changes_its_guess() {
    let houses = Houses::new().unwrap();
    let guess_after = |answer: &str| {
        let questions = House::Eliza.questions(5);
        let answers = Move::Answer(vec![answer.to_owned(); 5]);
        let game = asked(&["a"; 5])
            .play(Seat::A, &answers)
            .and_then(|game| game.play(Seat::B, &answers))
            .unwrap();
        assert_eq!(game.view(Seat::A).my_questions, Some(questions));
        let view = game.view(Seat::A);
        let guess = |house| match houses.turn(
            house,
            &view,
            Duty::Guess,
            &mut Chance::from_seed(1),
            &mut |_| true,
        ) {
            Move::Guess(guess) => guess.points,
            other => panic!("{other:?}"),
        };
        (guess(House::Gibberish), guess(House::Eliza), guess(House::Recall))
    };
    let (by_chance, low, _) = guess_after("X7 QQ9");
    let (again, high, same) = guess_after("Why is the capital of the sky in this sentence?");
    assert_eq!((by_chance, high), (again, same));
    assert!(
        low < Points::parse("20").unwrap() && high > Points::parse("35").unwrap(),
        "{low} {high}"
    );
}
