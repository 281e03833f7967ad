//! The rules of three years of the Loebner Prize. Lengths and choices that a year's rules do not
//! give are those of 2009, unless a comment says otherwise.

use super::{
    LastTie, Limits, Medal, MissingRanking, MissingVerdict, Opening, Questioning, Rules, TimeOfDay,
    UnrankedEntry,
};
use crate::contest::participant::Cell;

/// The presets by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Preset {
    /// Both sides within five minutes.
    Loebner2008,
    /// Five minutes with each side, in the seven rounds that the rules print.
    Loebner2009,
    /// Both sides open for 25 minutes.
    Loebner2012,
}

/// The rounds that the rules of 2009 print, seven because two or three pairs sit at a time.
const ROUNDS_2009: [&[[usize; 3]]; 7] = [
    &[[1, 1, 1], [2, 3, 2]],
    &[[4, 1, 2], [3, 3, 1], [2, 4, 3]],
    &[[3, 1, 3], [4, 3, 4], [1, 2, 2]],
    &[[2, 1, 4], [3, 4, 2]],
    &[[2, 2, 1], [1, 3, 3]],
    &[[1, 4, 4], [4, 2, 3]],
    &[[4, 4, 1], [3, 2, 4]],
];

impl Preset {
    pub const ALL: [Preset; 3] = [Preset::Loebner2008, Preset::Loebner2009, Preset::Loebner2012];

    pub fn name(self) -> &'static str {
        match self {
            Preset::Loebner2008 => "2008",
            Preset::Loebner2009 => "2009",
            Preset::Loebner2012 => "2012",
        }
    }

    pub fn from_name(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    pub fn rules(self) -> Rules {
        match self {
            Preset::Loebner2008 => rules_of_2008(),
            Preset::Loebner2009 => rules_of_2009(),
            Preset::Loebner2012 => rules_of_2012(),
        }
    }
}

fn rules_of_2009() -> Rules {
    Rules {
        name: "Loebner Prize 2009".to_owned(),
        judges: 4,
        entries: 4,
        confederates: 4,
        starts: TimeOfDay { minutes: 10 * 60 },
        review_seconds: 600,
        break_seconds: 300,
        // Judges often never end a line, so waiting for one would silence the other side.
        opening: Opening::Character,
        // "1 in that cell if the entry was chosen as the human and 0 otherwise".
        missing_verdict: MissingVerdict::Zero,
        missing_ranking: MissingRanking::LeftOut,
        unranked_entry: UnrankedEntry::Last,
        last_tie: LastTie::Shared,
        rounds: Some(rounds_of_2009()),
        questioning: Questioning::InTurn { left_seconds: 300, right_seconds: 300 },
        limits: Limits::USUAL,
        // The silver medal was not at risk in ten minutes.
        medals: vec![medal("Bronze Annual Medal", 0, 0)],
    }
}

fn rounds_of_2009() -> Vec<Vec<Cell>> {
    let cell = |&[judge, entry, confederate]: &[usize; 3]| Cell { judge, entry, confederate };
    ROUNDS_2009.iter().map(|round| round.iter().map(cell).collect()).collect()
}

fn rules_of_2008() -> Rules {
    Rules {
        name: "Loebner Prize 2008".to_owned(),
        rounds: None,
        questioning: Questioning::AtOnce { seconds: 300 },
        ..rules_of_2009()
    }
}

fn rules_of_2012() -> Rules {
    Rules {
        name: "Loebner Prize 2012".to_owned(),
        starts: TimeOfDay { minutes: 13 * 60 },
        // The keystroke logs show a round every 35 minutes, 25 of them with questions.
        review_seconds: 300,
        break_seconds: 300,
        rounds: None,
        questioning: Questioning::AtOnce { seconds: 1_500 },
        medals: vec![medal("Silver Medal", 50, 50), medal("Bronze Annual Medal", 0, 0)],
        ..rules_of_2009()
    }
}

fn medal(name: &str, judges_percent: u32, confederates_percent: u32) -> Medal {
    Medal { name: name.to_owned(), judges_percent, confederates_percent }
}
