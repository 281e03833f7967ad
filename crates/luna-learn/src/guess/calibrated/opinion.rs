//! Guesses grouped by judge and player.

/// A judge's guess of a player, from 0 to 100. Judges and players are numbered from 0,
/// independently of each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    pub judge: u32,
    pub player: u32,
    pub points: f64,
}

/// Mean guess of a judge about a player. As large as a [`Guess`], so that the guesses become
/// opinions where they are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Opinion {
    player: u32,
    times: u32,
    pub(super) points: f64,
}

impl Opinion {
    pub(super) fn player(&self) -> usize {
        whole(self.player)
    }

    pub(super) fn player_number(&self) -> u32 {
        self.player
    }

    /// The number of guesses that it is the mean of.
    pub(super) fn times(&self) -> f64 {
        f64::from(self.times)
    }
}

/// Variation of repeated guesses about one player: a sum of squares and its degrees of freedom.
pub(super) type Variation = (f64, f64);

/// Groups the guesses by judge and player, and counts the players.
pub(super) fn group_by_judge(
    mut guesses: Vec<Guess>,
) -> (Vec<Opinion>, Vec<usize>, Vec<Variation>, usize) {
    let count = |of: fn(&Guess) -> u32| guesses.iter().map(|g| whole(of(g)) + 1).max().unwrap_or(0);
    let (judges, players) = (count(|guess| guess.judge), count(|guess| guess.player));
    let mut ends = vec![0; judges];
    for guess in &guesses {
        ends[whole(guess.judge)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum;
    }
    guesses.sort_unstable_by(|one, other| {
        let place = (one.judge, one.player).cmp(&(other.judge, other.player));
        place.then(one.points.total_cmp(&other.points))
    });
    // Collected into the memory of the guesses.
    let opinion = |Guess { player, points, .. }| Opinion { player, times: 1, points };
    let mut all: Vec<Opinion> = guesses.into_iter().map(opinion).collect();
    let (mut start, mut kept) = (0, 0);
    let mut within = Vec::with_capacity(ends.len());
    for end in &mut ends {
        let own = std::mem::replace(&mut start, *end)..*end;
        let varies;
        (kept, varies) = merge_repeats(&mut all, own, kept);
        within.push(varies);
        *end = kept;
    }
    all.truncate(kept);
    (all, ends, within, players)
}

/// Writes the mean guess about each player from `to` on; returns the end and the variation within
/// players.
fn merge_repeats(
    all: &mut [Opinion],
    from: std::ops::Range<usize>,
    to: usize,
) -> (usize, Variation) {
    let (first, mut to, mut within) = (to, to, (0.0, 0.0));
    for at in from {
        let one = all[at];
        let before = all[first..to].last_mut().filter(|last| last.player == one.player);
        if let Some(last) = before {
            let away = one.points - last.points;
            last.times = last.times.saturating_add(1);
            last.points += away / last.times();
            within = (within.0 + away * (one.points - last.points), within.1 + 1.0);
        } else {
            all[to] = one;
            to += 1;
        }
    }
    (to, within)
}

fn whole(id: u32) -> usize {
    usize::try_from(id).unwrap_or(usize::MAX)
}
