//! All guesses of an instance in memory, 28 bytes for the two of a game.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use luna_core::rating::Points;
use luna_learn::adaptive::Guess as TimedGuess;
use luna_learn::calibrated::Guess;
use luna_learn::equal_length::LongGuess;
use luna_store::rating::derived::RatedGuess;

/// Guesses as they are read, players numbered from 0.
#[derive(Default)]
pub(in crate::rating) struct GuessLog {
    pub(super) numbers: BTreeMap<String, u32>,
    pub(super) machines: Vec<bool>,
    pub(super) games: Vec<Game>,
    /// The characters that were judged in each game, by the first guess and by the second.
    pub(super) chars: Vec<[u16; 2]>,
    /// The id of the last game.
    last: String,
}

/// A game, or one player's guess in it. The second player's guess is about the first.
pub(super) struct Game {
    /// The time at which the guesses became known.
    pub(super) at: i64,
    pub(super) players: [u32; 2],
    first: PackedGuess,
    second: Option<PackedGuess>,
}

/// The points of a guess and whether it counts, in four bytes with room for none.
#[derive(Clone, Copy)]
struct PackedGuess(NonZeroU32);

/// A guess about `of`.
#[derive(Clone, Copy)]
pub(super) struct LoggedGuess {
    pub(super) by: u32,
    pub(super) of: u32,
    pub(super) points: Points,
    pub(super) counts: bool,
}

impl GuessLog {
    /// Takes the next guess, in the order of games.
    pub(in crate::rating) fn add(&mut self, guessed: RatedGuess) {
        let (by, of) = (self.number(&guessed.by), self.number(&guessed.of));
        if let Some(machine) = self.machines.get_mut(index(of)) {
            *machine = guessed.machine;
        }
        let packed = PackedGuess::new(guessed.points, guessed.counts);
        let chars = u16::try_from(guessed.chars).unwrap_or(u16::MAX);
        let known = self.games.last_mut().filter(|game| {
            self.last == guessed.game_id
                && (game.at, game.players, game.second.is_none()) == (guessed.at, [of, by], true)
        });
        if let Some(game) = known {
            game.second = Some(packed);
            if let Some([_, second]) = self.chars.last_mut() {
                *second = chars;
            }
        } else {
            let game = Game { at: guessed.at, players: [by, of], first: packed, second: None };
            self.games.push(game);
            self.chars.push([chars, 0]);
            self.last = guessed.game_id;
        }
    }

    fn number(&mut self, id: &str) -> u32 {
        if let Some(&number) = self.numbers.get(id) {
            return number;
        }
        let number = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(id.to_owned(), number);
        self.machines.push(false);
        number
    }

    /// The guesses that count, in no particular order.
    pub(super) fn counting(&self) -> Vec<Guess> {
        let counting = || self.games.iter().flat_map(Game::guesses).filter(|guess| guess.counts);
        // At its size at once: growing would need half as much again.
        let mut all = Vec::with_capacity(counting().count());
        all.extend(counting().map(|LoggedGuess { by, of, points: of_it, .. }| Guess {
            judge: by,
            player: of,
            points: points(of_it),
        }));
        all
    }
}

impl GuessLog {
    /// The guesses that count with the length of what they judge, in the order of games. Taken
    /// before anything orders the games otherwise.
    pub(super) fn take_long(&mut self) -> Vec<LongGuess> {
        let chars = std::mem::take(&mut self.chars);
        let all =
            self.games.iter().zip(chars).flat_map(|(game, chars)| {
                game.guesses().zip(chars).filter(|(guess, _)| guess.counts)
            });
        all.map(|(LoggedGuess { by, of, points: of_it, .. }, chars)| LongGuess {
            guess: Guess { judge: by, player: of, points: points(of_it) },
            chars: u32::from(chars),
        })
        .collect()
    }
}

impl GuessLog {
    /// The guesses that count about each player, each with the noise of its judge.
    pub(super) fn timed(&self, noise: impl Fn(u32) -> f64) -> Vec<Vec<TimedGuess>> {
        let mut of_players = vec![Vec::new(); self.numbers.len()];
        for game in &self.games {
            for guess in game.guesses().filter(|guess| guess.counts) {
                if let Some(own) = of_players.get_mut(index(guess.of)) {
                    own.push(TimedGuess {
                        time_ms: game.at,
                        points: points(guess.points),
                        noise: noise(guess.by),
                    });
                }
            }
        }
        of_players
    }
}

impl Game {
    pub(super) fn guesses(&self) -> impl Iterator<Item = LoggedGuess> {
        let [one, other] = self.players;
        let second = self.second.map(|second| second.of(other, one));
        [Some(self.first.of(one, other)), second].into_iter().flatten()
    }

    /// Both guesses, if there are two.
    pub(super) fn both(&self) -> Option<[LoggedGuess; 2]> {
        let [one, other] = self.players;
        self.second.map(|second| [self.first.of(one, other), second.of(other, one)])
    }
}

/// More than any number of millionths and one.
const COUNTS: u32 = 1 << 31;

impl PackedGuess {
    fn new(points: Points, counts: bool) -> PackedGuess {
        let millionths = u32::try_from(points.millionths()).unwrap_or_default();
        let flag = if counts { COUNTS } else { 0 };
        PackedGuess(NonZeroU32::MIN.saturating_add(millionths) | flag)
    }

    fn of(self, by: u32, of: u32) -> LoggedGuess {
        let packed = self.0.get();
        let millionths = i64::from(packed & !COUNTS) - 1;
        let points = Points::from_millionths(millionths).unwrap_or(Points::MAX);
        LoggedGuess { by, of, points, counts: packed & COUNTS != 0 }
    }
}

/// From 0 to 100.
fn points(points: Points) -> f64 {
    // A hundred million at most.
    f64::from(i32::try_from(points.millionths()).unwrap_or(i32::MAX)) / 1e6
}

pub(super) fn index(player: u32) -> usize {
    usize::try_from(player).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_whether_they_count_are_packed_without_loss() {
        assert_eq!(size_of::<Game>(), 24);
        for millionths in [0, 1, 62_500_000, 99_999_999, 100_000_000] {
            for counts in [false, true] {
                let points = Points::from_millionths(millionths).unwrap();
                let guess = PackedGuess::new(points, counts).of(1, 2);
                assert_eq!((guess.points, guess.counts), (points, counts));
            }
        }
    }
}
