//! The exchanges that come with Luna, for an instance without finished games: lines by its makers, and
//! replies of house machines. They are called what they are as soon as somebody has guessed.

use std::sync::LazyLock;

use luna_core::rng::Chance;
use luna_machines::{HouseMachine, HouseMachines};

use crate::secret::hash;

/// The longest reply of a house machine here.
const MOST_CHARS: usize = 240;

/// An exchange that comes with Luna.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnLine {
    pub(super) name: String,
    pub(super) author: Author,
    pub(super) question: &'static str,
    pub(super) answer: String,
}

impl OwnLine {
    /// The id, which does not tell whose line it is.
    pub(super) fn id(&self) -> String {
        hash(&self.name).chars().take(26).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    Makers,
    House(HouseMachine),
}

/// All of them.
pub(super) static ALL: LazyLock<Vec<OwnLine>> = LazyLock::new(all);

pub(super) fn find(name: &str) -> Option<&'static OwnLine> {
    ALL.iter().find(|it| it.name == name)
}

fn all() -> Vec<OwnLine> {
    let houses = HouseMachines::default();
    let makers = (1..).zip(MAKERS).map(|(nth, (question, answer))| OwnLine {
        name: format!("makers-{nth}"),
        author: Author::Makers,
        question,
        answer: answer.to_owned(),
    });
    let replies = HOUSES.into_iter().flat_map(|(house, questions)| {
        let line = |(nth, question): (usize, &'static str)| {
            let name = format!("{}-{nth}", house.name());
            let mut chance = Chance::from_words(&["own line", &name]);
            let answer = houses.reply_to(house, question, MOST_CHARS, &[], &mut chance);
            OwnLine { name, author: Author::House(house), question, answer }
        };
        (1..).zip(questions.iter().copied()).map(line).collect::<Vec<_>>()
    });
    makers.chain(replies).collect()
}

const HOUSES: [(HouseMachine, &[&str]); 3] = [
    (HouseMachine::Gibberish, &["What makes you laugh?", "Is a hot dog a sandwich?"]),
    (
        HouseMachine::Eliza,
        &[
            "What do you do when you can’t sleep?",
            "Do you think that you are a good listener?",
            "What is the best advice you were ever given?",
            "Why do people keep things that they never use?",
            "How would you describe your neighbours?",
            "What were you afraid of as a child?",
            "Are you happy with how this week went?",
            "What would you change about your town?",
        ],
    ),
    (
        HouseMachine::Recall,
        &[
            "What is your favourite season, and why?",
            "Tell me a joke.",
            "What did you have for breakfast?",
            "Which weighs more, a kilogram of feathers or a kilogram of lead?",
            "What would you do with a million?",
            "Do you believe in luck?",
            "How do you spend a rainy Sunday?",
            "What is the meaning of life?",
            "What are you doing right now?",
            "Which animal would you like to be?",
        ],
    ),
];

const MAKERS: [(&str, &str); 22] = [
    (
        "What would you do with a spare hour?",
        "Probably waste it deciding what to do with it, then feel oddly proud of the ten minutes I spent \
         fixing the squeaky door.",
    ),
    (
        "Sell me this puddle.",
        "Previous owner was a cloud. South-facing, no stairs, sky included. Two sparrows are coming to \
         view it at three.",
    ),
    (
        "If all bloops are razzies and all razzies are lazzies, are all bloops lazzies?",
        "Yes, and I already dislike all three of them.",
    ),
    (
        "Describe blue to somebody who has never seen.",
        "The cold side of the pillow. A single low note on a cello. The minute after everyone has left.",
    ),
    ("Why do doors have handles?", "So that only one of us has to push."),
    ("What does rain smell like?", "Hot pavement forgiving somebody."),
    (
        "Three boxes are labelled apples, oranges and both, and every label is wrong. You may look at one \
         fruit from one box. Which box?",
        "The one that says both. It can’t be both, so whatever you pull out is what it is, and the other two \
         just swap what’s left.",
    ),
    (
        "What is a rule you follow that nobody told you?",
        "Never say “quiet today, isn’t it” in a place where people work.",
    ),
    ("What weighs more than it looks?", "A sleeping cat. Also wet sand, and the word “fine”."),
    (
        "Explain a fridge to a medieval farmer.",
        "It’s a box with winter inside. You pay a lightning merchant every month and it stays December.",
    ),
    ("How many months have 28 days?", "All of them. Ask me another one my grandmother told me."),
    (
        "What is the opposite of a chair?",
        "Either a hole or a horse, depending on whether you mind moving.",
    ),
    (
        "Tell me something you believed for too long.",
        "That the moon followed our car home because it liked us in particular.",
    ),
    (
        "What would you put in a museum of ordinary things?",
        "The drawer with the batteries that might work, a takeaway menu from a place that closed, and one key.",
    ),
    (
        "You find a wallet with a hundred in it and no name. Now what?",
        "Hand it in where I found it and feel good until evening, then wonder if the man at the counter looked \
         honest.",
    ),
    ("What does a compass not know?", "How far."),
    (
        "Rewrite “the meeting is at nine” as a threat.",
        "The meeting is at nine. We both know where you’ll be sitting.",
    ),
    (
        "Why can’t you tickle yourself?",
        "Because your brain reads the script before the show. It knows where your hand is going and turns the \
         volume down.",
    ),
    (
        "A plane crashes on the border of two countries. Where are the survivors buried?",
        "Nowhere, if I have any say in it. They’re survivors.",
    ),
    (
        "What is the most useless talent you have?",
        "I can tell which stair will creak. Only after I’ve stood on it, but then with total confidence.",
    ),
    (
        "What can you hear right now?",
        "A fridge, a bus pretending to leave, and someone upstairs who owns exactly one shoe.",
    ),
    (
        "If you had to leave a note for yourself ten years ago, what would it say?",
        "Buy the boring shoes. Call her back. It wasn’t about the exam.",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn there_are_enough_of_both_for_a_week_and_no_two_are_the_same() {
        let all = all();
        let words: BTreeSet<_> = all.iter().map(|it| (it.question, it.answer.as_str())).collect();
        assert_eq!(words.len(), all.len());
        let makers = all.iter().filter(|it| it.author == Author::Makers).count();
        assert!(makers >= 20 && all.len() - makers >= 20, "{makers} of {}", all.len());
        for line in &all {
            assert!(
                !line.answer.trim().is_empty() && line.answer.chars().count() <= MOST_CHARS,
                "{line:?}"
            );
        }
    }

    #[test]
    fn a_house_machine_replies_as_it_would_in_a_game_and_the_same_every_time() {
        assert_eq!(all(), *ALL);
        let replies =
            all().into_iter().filter(|it| it.author == Author::House(HouseMachine::Recall));
        let replies: Vec<String> = replies.map(|it| it.answer).collect();
        let different: BTreeSet<_> = replies.iter().collect();
        assert!(different.len() >= 8, "{replies:?}");
    }
}
