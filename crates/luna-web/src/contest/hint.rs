//! What somebody in a seat waits for, where the page itself does not show it. A judge's hint says
//! nothing that depends on which side is which.

use luna_app::contest::screen::{JudgeScreen, PartyScreen};
use luna_core::contest::Stage;
use luna_core::contest::clock::Phase;

const BEFORE: &str = "Please stay on this page. The contest begins here by itself.";
const PAUSED: &str = "The contest is paused. It continues here by itself.";
const OVER: &str = "The contest is over. Thank you! The results are on the page of the contest.";

pub(super) fn of_judge(judge: &JudgeScreen) -> Option<&'static str> {
    match judge.clock.stage {
        Stage::Before => Some(BEFORE),
        Stage::Rounds if judge.clock.is_paused => Some(PAUSED),
        Stage::Ranking if judge.ranking.is_none() => {
            Some("You gave no verdict, so you have nobody to rank. Thank you!")
        }
        Stage::Rounds | Stage::Ranking => None,
        Stage::Final => Some(OVER),
    }
}

pub(super) fn of_party(party: &PartyScreen) -> Option<&'static str> {
    match party.clock.stage {
        Stage::Before => Some(BEFORE),
        Stage::Rounds if party.clock.is_paused => Some(PAUSED),
        Stage::Rounds if party.is_excused => None,
        Stage::Rounds => match party.clock.phase {
            Phase::Left | Phase::Right | Phase::Both if party.talk.is_none() => {
                Some("The judge is typing on the other side now.")
            }
            Phase::Review => Some("The judge is deciding who is human."),
            Phase::Before
            | Phase::Left
            | Phase::Right
            | Phase::Both
            | Phase::Break
            | Phase::Over => None,
        },
        Stage::Ranking => {
            Some("You are done. Thank you! The results will be on the page of the contest.")
        }
        Stage::Final => Some(OVER),
    }
}
