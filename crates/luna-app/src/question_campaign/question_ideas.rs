//! Questions to begin with, for somebody who writes an interview: six sets of ours, and their own
//! earlier questions.

use luna_core::game::{Duty, Ending};
use luna_core::rng::Chance;
use luna_core::text;
use luna_store::game::SeatState;
use luna_store::paste_detection::suggestion_field;
use luna_store::player::Player;
use luna_store::predict::index::InformativenessIndex;
use luna_store::{Tx, draft, game};

use crate::error::Error;
use crate::instance::Instance;

/// Questions of one kind.
pub struct IdeaSet {
    pub name: &'static str,
    pub title: &'static str,
    pub questions: [&'static str; 10],
}

pub const SETS: [IdeaSet; 6] = [
    IdeaSet {
        name: "playful",
        title: "Playful",
        questions: [
            "What would be the worst thing to shout in a library, and why?",
            "Invent a holiday that the world needs. How is it celebrated?",
            "Which household object would make the best president, and what would it promise?",
            "Tell me a joke that you made up just now.",
            "If your week were a weather report, how would it read?",
            "What would a penguin complain about on a review site?",
            "Name a superpower that is useless on Mondays.",
            "Which two foods should never meet, and who should introduce them anyway?",
            "What is a polite way to tell somebody that they have a spider on their hat?",
            "You may rename one day of the week. Which one, and what is it called now?",
        ],
    },
    IdeaSet {
        name: "reasoning",
        title: "Reasoning",
        questions: [
            "A shelf holds five books. The red one is left of the blue one, and the green one is right of the blue one. Which of these three is in the middle?",
            "If yesterday had been tomorrow, today would be Friday. What day is it? How did you get there?",
            "Three people shake hands, each with each other once. How many handshakes are there, and how many among seven?",
            "All of my coats are warm, and some warm things are wool. Must one of my coats be wool?",
            "A candle burns for three hours. How long do three candles burn if you light them together?",
            "You have a three-litre jug and a five-litre jug. How do you measure four litres?",
            "Somebody says: “I always lie.” Can that be true?",
            "What comes next, and why: 2, 3, 5, 9, 17?",
            "Every tenth visitor gets a prize, and 64 people came. How many prizes were given, and what did you assume?",
            "Why does a coin that fell heads five times in a row not owe us a tail?",
        ],
    },
    IdeaSet {
        name: "everyday",
        title: "Everyday sense",
        questions: [
            "Your shoe is wet inside. What are two ways to dry it overnight without a heater?",
            "Why do we put the heavy things at the bottom of a shopping bag?",
            "You hear a smoke alarm, but nothing burns. What do you check first?",
            "How can you tell that milk has gone off without tasting it?",
            "What do you do when the person in front of you drops a glove and walks on?",
            "Why is it harder to carry a mattress upstairs than a sack of the same weight?",
            "You arrive an hour too early for a dinner. What do you do?",
            "What happens to an ice cube in a glass that is full to the brim?",
            "Which would you rather forget at home on a trip, and why: your keys or your phone?",
            "How would you find out whether a parcel holds something that can break?",
        ],
    },
    IdeaSet {
        name: "imagination",
        title: "Imagination",
        questions: [
            "Describe a colour to somebody who has never seen one.",
            "What would cities look like if people could not walk backwards or turn around?",
            "A door appears in your kitchen. Describe what is behind it in three sentences.",
            "What would change if we all remembered our dreams for a year?",
            "Give a lamp a biography, from the factory to today.",
            "Which sound would silence make if it could make one?",
            "You may talk to an animal for five minutes. Which one, and what is your first question?",
            "What would you put into a museum of small mistakes?",
            "Describe the sea as a shopkeeper would who sells it.",
            "Invent a word for a feeling that has none, and say when one has it.",
        ],
    },
    IdeaSet {
        name: "language",
        title: "Language",
        questions: [
            "Write a sentence whose words get longer one by one.",
            "What is the difference between “I stopped to smoke” and “I stopped smoking”?",
            "Say “it is raining” as a pirate, as a lawyer and as a child.",
            "Which word do you think sounds like what it means?",
            "Put this politely: “Your idea is bad and so was the last one.”",
            "Explain a pun that works only in one language.",
            "Rewrite “The dog bit the man” so that the man seems to blame.",
            "What could “the old man the boats” mean?",
            "Describe your breakfast without the letter E.",
            "Which saying is wrong more often than it is right, and how would you mend it?",
        ],
    },
    IdeaSet {
        name: "world",
        title: "What the world is like",
        questions: [
            "Why is it colder on a mountain, although it is nearer to the sun?",
            "Why do ships of steel float and nails of steel sink?",
            "What would you notice first if the moon were gone tomorrow?",
            "Why do people pay more for water at the airport?",
            "How would you explain money to somebody who has only ever traded?",
            "Why do leaves fall in autumn, and needles mostly do not?",
            "What do a river and a road have in common, and what not?",
            "Why are most doors on the inside of a building open inwards?",
            "How do we know that something happened before anybody could write?",
            "Why is it dark at night, with so many stars?",
        ],
    },
];

/// Questions that a player has asked in an earlier game.
pub struct EarlierQuestions {
    pub seat_id: String,
    pub questions: Vec<String>,
    /// The share of the differences between ratings that the responses explain, where it is known.
    pub told: Option<f64>,
}

/// The finished games that are looked at for earlier questions, and
const LATEST: i64 = 12;
/// how many different sets of questions are offered.
const MOST_EARLIER: usize = 3;

/// A player's latest questions, each set once.
pub fn earlier(tx: &mut Tx<'_>, me: &Player) -> luna_store::Result<Vec<EarlierQuestions>> {
    let known = InformativenessIndex::of_asker(tx, &me.id)?;
    let mut found: Vec<EarlierQuestions> = Vec::new();
    for line in game::list::of_player(tx, &me.id, SeatState::Over, (i64::MAX, ""), LATEST)? {
        let view = line.game.view(line.seat);
        let Some(questions) = view.my_questions.filter(|_| !view.inherited) else { continue };
        let is_new = found.iter().all(|it| it.questions != questions);
        if line.ending == Some(Ending::Final) && is_new && found.len() < MOST_EARLIER {
            let told =
                questions.iter().filter_map(|it| known.get(it)).map(|it| it.share).reduce(f64::max);
            found.push(EarlierQuestions { seat_id: line.seat_id, questions, told });
        }
    }
    Ok(found)
}

/// Fills an interview: with five of a set of ours, others at each call, or with what the player asked in
/// an earlier game (`earlier-` and its seat). What somebody has typed or changed stays.
pub fn fill(
    tx: &mut Tx<'_>,
    app: &Instance,
    me: &Player,
    seat_id: &str,
    name: &str,
) -> Result<(), Error> {
    let (place, loaded) = game::load_for_update(tx, seat_id, &me.id)?;
    if place.ending.is_some() || loaded.game.duty(place.seat) != Some(Duty::Ask) {
        let why = "You have no questions to write in this game now.";
        return Err(Error::Refused(why.to_owned()));
    }
    let rules = loaded.game.rules();
    let drafts = draft::of(tx, &me.id, &place.seat_id)?;
    let draft = |field: &str| drafts.get(field).map_or("", |body| body.trim());
    let all: Vec<String> = (1..=rules.questions).map(|nth| format!("q{nth}")).collect();
    let (free, typed): (Vec<&String>, Vec<&String>) = all.iter().partition(|field| {
        let (body, taken) = (draft(field), draft(&suggestion_field(field)));
        body.is_empty() || body == taken
    });
    let (typed, shown): (Vec<&str>, Vec<&str>) = (
        typed.into_iter().map(|field| draft(field)).collect(),
        free.iter().map(|field| draft(field)).collect(),
    );
    let mut questions = match name.strip_prefix("earlier-") {
        Some(seat_id) => asked_in(tx, me, seat_id)?,
        None => drawn(app, name, &shown)?,
    };
    questions
        .retain(|it| !typed.contains(&it.as_str()) && text::check(it, rules.max_chars).is_ok());
    let now = app.now();
    for (field, question) in free.into_iter().zip(&questions) {
        draft::save(tx, &me.id, &place.seat_id, field, question, now)?;
        draft::save(tx, &me.id, &place.seat_id, &suggestion_field(field), question, now)?;
    }
    Ok(())
}

/// The questions of a player in a finished game of theirs. For anyone else it does not exist.
fn asked_in(tx: &mut Tx<'_>, me: &Player, seat_id: &str) -> Result<Vec<String>, Error> {
    let place = game::place(tx, seat_id, &me.id)?;
    let view = game::load(tx, &place.game_id)?.game.view(place.seat);
    view.my_questions.filter(|_| !view.inherited).ok_or(Error::NotFound)
}

/// The questions of a set in an order drawn now, those that are already shown last.
fn drawn(app: &Instance, name: &str, shown: &[&str]) -> Result<Vec<String>, Error> {
    let set = SETS.iter().find(|it| it.name == name).ok_or(Error::NotFound)?;
    let mut chance = Chance::from_words(&[&app.random.secret(), "ideas"]);
    let mut left = set.questions.to_vec();
    let mut order = Vec::new();
    while !left.is_empty() {
        order.push(left.swap_remove(chance.below(left.len())));
    }
    order.sort_by_key(|it| shown.contains(it));
    Ok(order.into_iter().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn sixty_different_questions_that_fit_into_every_game() {
        let all: BTreeSet<&str> = SETS.iter().flat_map(|it| it.questions).collect();
        assert_eq!(all.len(), 60);
        for it in all {
            assert!(text::check(it, 200).is_ok(), "{it}");
        }
    }
}
