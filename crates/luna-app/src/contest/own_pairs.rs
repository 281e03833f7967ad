//! The pairs that come with Luna, for an instance without a published contest: the same lines of a judge, to
//! which the makers reply on one side and a house machine on the other. They are called what they are as soon
//! as somebody has chosen.

use std::sync::LazyLock;

use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::Side;
use luna_core::rng::Chance;
use luna_machines::converse::Transcript;
use luna_machines::{HouseMachine, HouseMachines, HouseTask as _};

use crate::secret::hash;

/// The time from one line of the judge to the next, as a machine is told it.
const TURN_MS: i64 = 20_000;

/// A line of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub by: Speaker,
    pub text: String,
}

/// A pair that comes with Luna.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnPair {
    /// It does not tell who is who.
    pub(super) id: String,
    pub(super) house: HouseMachine,
    /// The side of the makers.
    pub(super) human: Side,
    pub(super) makers: Vec<Line>,
    pub(super) machine: Vec<Line>,
}

/// All of them.
pub(super) static ALL: LazyLock<Vec<OwnPair>> = LazyLock::new(all);

fn all() -> Vec<OwnPair> {
    let houses = HouseMachines::default();
    let pairs = (1..).zip(SCRIPTS).map(|(nth, (house, script))| {
        let name = format!("pair-{nth}");
        let mut chance = Chance::from_words(&["own pair", &name]);
        OwnPair {
            id: hash(&name).chars().take(26).collect(),
            house,
            human: if chance.below(2) == 0 { Side::Left } else { Side::Right },
            makers: makers(script),
            machine: replies(&houses, house, script, &name),
        }
    });
    pairs.collect()
}

fn makers(script: &[(&str, &str)]) -> Vec<Line> {
    let line = |by, text: &str| Line { by, text: text.to_owned() };
    let both = script
        .iter()
        .flat_map(|(judge, reply)| [line(Speaker::Judge, judge), line(Speaker::Party, reply)]);
    both.collect()
}

/// The conversation of the machine, which hears each line of the judge as it would in a contest.
fn replies(
    houses: &HouseMachines,
    house: HouseMachine,
    script: &[(&str, &str)],
    name: &str,
) -> Vec<Line> {
    let (mut heard, mut lines) = (Transcript::new(name), Vec::new());
    for (at_ms, (judge, _)) in (0_i64..).map(|nth| nth * TURN_MS).zip(script) {
        lines.push(Line { by: Speaker::Judge, text: (*judge).to_owned() });
        let task = heard.hear(judge, at_ms);
        let mut chance = Chance::from_words(&["own pair", name, &at_ms.to_string()]);
        let said = task.house_reply(houses, house, &mut chance);
        heard.say(&said, at_ms);
        lines.extend(said.lines().into_iter().map(|text| Line { by: Speaker::Party, text }));
    }
    lines
}

/// A house machine, with the lines of the judge and the makers' reply to each.
type Script = (HouseMachine, &'static [(&'static str, &'static str)]);

const SCRIPTS: [Script; 4] = [
    (
        HouseMachine::Eliza,
        &[
            (
                "My cat has ignored me since I came back from holiday.",
                "Mine did that for a week. Then she was sick in my shoe and we were friends again.",
            ),
            (
                "Do you think she is angry with me?",
                "Angry is a lot of work for a cat. I’d say she is making a point.",
            ),
            ("What would you do?", "Tuna. I have no pride."),
        ],
    ),
    (
        HouseMachine::Recall,
        &[
            (
                "What is your favourite season, and why?",
                "Late autumn. You can stay in and nobody asks what you did with the day.",
            ),
            (
                "Tell me a joke.",
                "My brother sells ladders. He says it has its ups and downs. I’ve been apologising for him for years.",
            ),
            (
                "What are you doing right now?",
                "Typing with one hand, holding a cup in the other, regretting the cup.",
            ),
        ],
    ),
    (
        HouseMachine::Eliza,
        &[
            (
                "Hello. Did you find the place all right?",
                "Eventually. There are two doors and I tried the third.",
            ),
            (
                "What was the best part of your week?",
                "Somebody let me go first at the till because I only had a lemon.",
            ),
            ("Are you the machine?", "I was about to ask you. You type very evenly."),
        ],
    ),
    (
        HouseMachine::Recall,
        &[
            (
                "What can you see from where you sit?",
                "A car park, one brave tree, and a man losing an argument with a ticket machine.",
            ),
            (
                "How do you spend a rainy Sunday?",
                "Badly. I plan soup and end up looking at old photographs of other people’s dogs.",
            ),
            (
                "What would you miss most on an island?",
                "Being able to leave a party early. Also salt that isn’t everywhere.",
            ),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_partners_reply_to_the_same_lines_each_time_in_the_same_way() {
        assert_eq!(all(), *ALL);
        for it in all() {
            let of = |lines: &[Line], by| -> Vec<String> {
                lines.iter().filter(|line| line.by == by).map(|line| line.text.clone()).collect()
            };
            let heard = of(&it.makers, Speaker::Judge);
            assert_eq!(of(&it.machine, Speaker::Judge), heard);
            let [makers, machine] =
                [&it.makers, &it.machine].map(|lines| of(lines, Speaker::Party));
            assert_eq!((makers.len(), machine.len()), (heard.len(), heard.len()), "{it:#?}");
            assert_ne!(makers, machine);
        }
    }

    #[test]
    fn the_makers_are_on_both_sides_and_no_id_tells_which() {
        for side in Side::BOTH {
            assert!(ALL.iter().any(|it| it.human == side), "{side:?}");
        }
        assert!(ALL.iter().all(|it| it.id.len() == 26 && !it.id.contains("pair")));
    }
}
