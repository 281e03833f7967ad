//! The consequences of a move, beside the new state of the game: who waits for a partner, who has to
//! move by when, who hears of it, what is counted.
//!
//! They are rules like those of [`Game::play`], and as pure. A store carries the effects out in the
//! order in which they come, which is the order of its locks.

use super::{Duty, Ending, Game, Kind, Move, Phase, Seat};

/// A game's circumstances, as far as consequences depend on them.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    pub now: i64,
    pub kind: Kind,
    /// The players in the two seats.
    pub players: [Option<Player>; 2],
    /// Somebody waits for a partner, as far as the store knows.
    pub waiting: bool,
    /// The interview has been sent before, and is sent to one more partner.
    pub repeats_interview: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Player {
    pub machine: bool,
    /// A machine that comes with Luna: it is asked in process, so it has no deadline and hears of
    /// nothing.
    pub house: bool,
    /// A machine that has left, which its partner does not know yet.
    pub leaving: bool,
    /// The time at which its next move became possible.
    pub opened_at: i64,
    /// The time that it has for a move.
    pub time_ms: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Count {
        what: &'static str,
        many: usize,
    },
    /// Notes how long a person took for a move.
    NotePace {
        seat: Seat,
        duty: Duty,
        took_ms: i64,
    },
    /// The machine in this seat has nothing to do: no call, no turn, no move held back.
    StopMachine {
        seat: Seat,
    },
    /// The player is here no more. A player who is leaving has had an ending before.
    Vacate {
        seat: Seat,
        ending: Option<Ending>,
    },
    /// A machine's owner hears that it has lost a rated game for its partner.
    Lose {
        seat: Seat,
        reason: &'static str,
    },
    /// A page, or a machine's stream, shows the change.
    Tell {
        seat: Seat,
    },
    Game {
        phase: Phase,
        waiting: Waiting,
    },
    /// Machines that look for a game in the sandbox do not find this one.
    LeaveSandbox,
    Seat {
        seat: Seat,
        state: State,
        opened_at: i64,
        due_at: Option<i64>,
    },
    /// What the player had typed for this move is not needed any more.
    ClearDrafts {
        seat: Seat,
    },
    StartMachine {
        seat: Seat,
        duty: Duty,
    },
    SetDeadline {
        seat: Seat,
        due_at: i64,
    },
    DropDeadline {
        seat: Seat,
    },
    /// Keeps what the player had typed for a partner who has gone.
    SetDraftsAside {
        seat: Seat,
    },
    Notify {
        seat: Seat,
        news: News,
    },
}

/// A player's wait for a partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    No,
    /// A person begins to wait in the queue; after the loss of a partner at its head.
    InQueue {
        seat: Seat,
        first: bool,
    },
    /// A machine begins to wait until people are given machines.
    InPool {
        seat: Seat,
        first: bool,
    },
    /// Somebody has come, or nobody waits any more.
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Move,
    Wait,
    Over(Ending),
}

/// The reason for a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    Turn,
    /// The partner has gone, and somebody else will come.
    Again,
    Over,
}

impl News {
    pub fn name(self) -> &'static str {
        match self {
            News::Turn => "turn",
            News::Again => "again",
            News::Over => "over",
        }
    }
}

/// Returns the consequences of a move by itself. `before` is the game that it is made in, and the
/// mover is in their seat still.
pub fn of_move(before: &Game, by: Seat, mv: &Move, situation: &Situation) -> Vec<Effect> {
    let Some(mover) = situation.players[by.index()] else { return Vec::new() };
    match mv {
        Move::Ask(texts) => of_texts(before, by, "question", texts, mover, situation),
        Move::Answer(texts) => of_texts(before, by, "response", texts, mover, situation),
        Move::Guess(_) => pace(before, by, mover, situation).into_iter().collect(),
        Move::Leave | Move::Expire | Move::Remove => departure(by, mv, mover, situation),
        Move::Join | Move::Reveal(_) => Vec::new(),
    }
}

fn of_texts(
    before: &Game,
    by: Seat,
    what: &'static str,
    texts: &[String],
    mover: Player,
    situation: &Situation,
) -> Vec<Effect> {
    // Texts and times of an interview are counted once.
    if situation.repeats_interview && matches!(before.duty(by), Some(Duty::Ask)) {
        return Vec::new();
    }
    let count = Effect::Count { what, many: texts.len() };
    let count = Some(count).filter(|_| situation.kind != Kind::Sandbox);
    pace(before, by, mover, situation).into_iter().chain(count).collect()
}

/// Machines move at the pace of the people who play.
fn pace(before: &Game, by: Seat, mover: Player, situation: &Situation) -> Option<Effect> {
    let duty = before.duty(by).filter(|_| !mover.machine && situation.kind.counts())?;
    let took_ms = (situation.now - mover.opened_at).max(0);
    Some(Effect::NotePace { seat: by, duty, took_ms })
}

fn departure(by: Seat, mv: &Move, mover: Player, situation: &Situation) -> Vec<Effect> {
    let ending = ending(mv, mover.machine);
    let mut effects = Vec::new();
    if mover.machine {
        effects.push(Effect::StopMachine { seat: by });
    }
    effects.push(Effect::Vacate { seat: by, ending: (!mover.leaving).then_some(ending) });
    if !mover.leaving && !mover.house {
        effects.push(Effect::Tell { seat: by });
        effects.push(Effect::DropDeadline { seat: by });
    }
    effects.extend(loss(by, mv, situation));
    if !mover.machine {
        effects.push(Effect::Count { what: ending.name(), many: 1 });
    }
    effects
}

/// Returns what the owner hears of a machine that loses a rated game for its partner.
pub fn loss(by: Seat, mv: &Move, situation: &Situation) -> Option<Effect> {
    let reason = match mv {
        Move::Leave => "It left its partner.",
        Move::Expire => "It did not move in time.",
        _ => return None,
    };
    let is_machine = situation.players[by.index()].is_some_and(|mover| mover.machine);
    let has_partner = situation.players[by.other().index()].is_some();
    (is_machine && has_partner && situation.kind.counts())
        .then_some(Effect::Lose { seat: by, reason })
}

/// Returns the ending of a player who goes away by this move.
pub fn ending(mv: &Move, machine: bool) -> Ending {
    match mv {
        Move::Expire => Ending::Expired,
        Move::Remove if machine => Ending::Closed,
        _ => Ending::Left,
    }
}

/// Returns the consequences of all that has happened since `before`, up to the move `mv` of the
/// seat `by`. Players who have gone are in their seats no more.
pub fn of_change(
    before: &Game,
    after: &Game,
    by: Seat,
    mv: &Move,
    situation: &Situation,
) -> Vec<Effect> {
    let mut effects = of_waiting(before, after, situation);
    for seat in Seat::BOTH {
        let moved = (seat == by).then_some(mv);
        effects.extend(of_seat(before, after, seat, moved, situation));
    }
    effects
}

fn of_waiting(before: &Game, after: &Game, situation: &Situation) -> Vec<Effect> {
    let (phase, kind) = (after.phase(), situation.kind);
    let vacancy = after.vacancy().filter(|_| kind.counts());
    let waiting = match (vacancy, situation.waiting) {
        (Some(vacancy), false) => begins_to_wait(after, vacancy.other(), situation),
        (None, true) => Waiting::Over,
        (Some(_), true) => return Vec::new(),
        (None, false) if phase == before.phase() => return Vec::new(),
        (None, false) => Waiting::No,
    };
    let ended = match (kind, phase) {
        (Kind::Rated, Phase::Final | Phase::Closed) => {
            Some(Effect::Count { what: phase.name(), many: 1 })
        }
        (Kind::Practice, Phase::Final) => Some(Effect::Count { what: "practised", many: 1 }),
        (Kind::Sandbox, Phase::Closed) => Some(Effect::LeaveSandbox),
        _ => None,
    };
    ended.into_iter().chain([Effect::Game { phase, waiting }]).collect()
}

fn begins_to_wait(after: &Game, seat: Seat, situation: &Situation) -> Waiting {
    let first = after.view(seat).partners_lost > 0;
    match situation.players[seat.index()] {
        Some(player) if player.machine => Waiting::InPool { seat, first },
        Some(_) => Waiting::InQueue { seat, first },
        None => Waiting::No,
    }
}

fn of_seat(
    before: &Game,
    after: &Game,
    seat: Seat,
    moved: Option<&Move>,
    situation: &Situation,
) -> Vec<Effect> {
    // A player who has left has nothing more to do.
    let player = situation.players[seat.index()].filter(|player| !player.leaving);
    let Some(player) = player else { return Vec::new() };
    let (duty, phase) = (after.duty(seat), after.phase());
    let over = match phase {
        Phase::Final => Some(Ending::Final),
        Phase::Closed => Some(Ending::Closed),
        Phase::Interview | Phase::Response | Phase::Guess => None,
    };
    let lost_partner = moved.is_none() && situation.players[seat.other().index()].is_none();
    let same = duty == before.duty(seat) && over.is_none() && !lost_partner;
    let mut effects = Vec::new();
    let something_new = !same || moved.is_some();
    if something_new && !player.house {
        effects.push(Effect::Tell { seat });
    }
    if same {
        return effects;
    }
    let opened_at = if duty == before.duty(seat) { player.opened_at } else { situation.now };
    let is_timed = !player.house && situation.kind != Kind::Sandbox;
    let due_at = duty.filter(|_| is_timed).map(|_| opened_at + player.time_ms);
    let state = match (over, duty) {
        (Some(ending), _) => State::Over(ending),
        (None, Some(_)) => State::Move,
        (None, None) => State::Wait,
    };
    effects.push(Effect::Seat { seat, state, opened_at, due_at });
    if let Some(Move::Ask(_) | Move::Answer(_) | Move::Guess(_)) = moved
        && !player.machine
    {
        effects.push(Effect::ClearDrafts { seat });
    }
    if player.machine {
        effects.push(match duty {
            Some(duty) => Effect::StartMachine { seat, duty },
            None => Effect::StopMachine { seat },
        });
    }
    match (due_at, duty) {
        (Some(due_at), _) => effects.push(Effect::SetDeadline { seat, due_at }),
        (None, None) if is_timed => effects.push(Effect::DropDeadline { seat }),
        (None, _) => {}
    }
    if lost_partner {
        effects.push(Effect::SetDraftsAside { seat });
    }
    let news = match (phase, duty) {
        (Phase::Final, _) => Some(News::Over),
        (_, Some(_)) => Some(News::Turn),
        _ if lost_partner && phase != Phase::Closed => Some(News::Again),
        _ => None,
    };
    let news = news.filter(|_| moved.is_none() && situation.kind.counts());
    effects.extend(news.map(|news| Effect::Notify { seat, news }));
    effects
}

#[cfg(test)]
mod tests;
