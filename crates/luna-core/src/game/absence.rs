//! A player who owes a move and has no page open.

/// The silence of somebody who gets mails about what they owe, before anybody else may take their
/// seat: most who return do so within a day.
const RETURN_MS: i64 = 24 * 3_600_000;

/// How long somebody may be silent before another takes their seat: `usual`, and longer for those
/// who are told by mail what they owe.
pub fn silence_ms(is_told: bool, usual: i64) -> i64 {
    if is_told { usual.max(RETURN_MS) } else { usual }
}

/// Somebody who owes a move in a rated game.
#[derive(Clone, Copy, Debug)]
pub struct Absence {
    /// The time at which the move became possible, and the time at which it is overdue.
    pub opened_at: i64,
    pub due_at: i64,
    /// The time at which they were last seen.
    pub seen_at: i64,
    pub silence_ms: i64,
}

impl Absence {
    /// The time from which they count as gone, unless they return.
    pub fn gone_at(self) -> i64 {
        self.seen_at.max(self.opened_at) + self.silence_ms
    }

    /// When to look again. Their partner may begin to wait at any time.
    pub fn look_again_at(self, now: i64) -> i64 {
        let gone_at = self.gone_at();
        let soon = now + (self.silence_ms / 3).max(1_000);
        self.due_at.min(if gone_at > now { gone_at } else { soon })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_away_is_looked_for_when_the_silence_is_over_and_then_every_third_of_it() {
        let away = Absence { opened_at: 100_000, due_at: 900_000, seen_at: 0, silence_ms: 60_000 };
        assert_eq!((away.gone_at(), away.look_again_at(110_000)), (160_000, 160_000));
        assert_eq!(away.look_again_at(160_000), 180_000);
        assert_eq!(away.look_again_at(899_000), 900_000, "not after the time is over");
        let back = Absence { seen_at: 150_000, ..away };
        assert_eq!(back.look_again_at(160_000), 210_000);
    }
}
