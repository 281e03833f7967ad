//! Guesses grouped by judge and player.

/// A judge's guess of a player, from 0 to 100. Judges and players are numbered from 0,
/// independently of each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    pub judge: u32,
    pub player: u32,
    pub points: f64,
}

/// Mean guess of a judge about a player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Opinion {
    pub(super) player: usize,
    pub(super) points: f64,
    pub(super) times: f64,
}

/// Variation of repeated guesses about one player: a sum of squares and its degrees of freedom.
pub(super) type Within = (f64, f64);

/// Groups the guesses by judge and player, and counts the players.
pub(super) fn group_by_judge(guesses: &[Guess]) -> (Vec<Opinion>, Vec<usize>, Vec<Within>, usize) {
    let whole = |id: u32| usize::try_from(id).unwrap_or(usize::MAX);
    let count = |of: fn(&Guess) -> u32| guesses.iter().map(|g| whole(of(g)) + 1).max().unwrap_or(0);
    let mut ends = vec![0; count(|guess| guess.judge)];
    for guess in guesses {
        ends[whole(guess.judge)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        // The start of the group for now; each guess placed moves it towards the end.
        (*end, sum) = (sum, sum + *end);
    }
    let mut all = vec![Opinion::default(); guesses.len()];
    for guess in guesses {
        let at = &mut ends[whole(guess.judge)];
        all[*at] = Opinion { player: whole(guess.player), points: guess.points, times: 1.0 };
        *at += 1;
    }
    let (mut start, mut kept) = (0, 0);
    let mut within = Vec::with_capacity(ends.len());
    for end in &mut ends {
        all[start..*end].sort_by_key(|opinion| opinion.player);
        let own = std::mem::replace(&mut start, *end)..*end;
        let varies;
        (kept, varies) = merge_repeats(&mut all, own, kept);
        within.push(varies);
        *end = kept;
    }
    all.truncate(kept);
    (all, ends, within, count(|guess| guess.player))
}

/// Writes the mean guess about each player from `to` on; returns the end and the variation within
/// players.
fn merge_repeats(all: &mut [Opinion], from: std::ops::Range<usize>, to: usize) -> (usize, Within) {
    let (first, mut to, mut within) = (to, to, (0.0, 0.0));
    for at in from {
        let one = all[at];
        let before = all[first..to].last_mut().filter(|last| last.player == one.player);
        if let Some(last) = before {
            let away = one.points - last.points;
            last.times += 1.0;
            last.points += away / last.times;
            within = (within.0 + away * (one.points - last.points), within.1 + 1.0);
        } else {
            all[to] = one;
            to += 1;
        }
    }
    (to, within)
}
