//! Who can be put on one scale: players are linked who have each done something
//! against the other, if only through others.

use super::model::Pair;

/// Where a player stands to those who are rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Rated,
    /// Beat some of them, was never held by any: infinitely strong.
    Above,
    /// The reverse: infinitely weak.
    Below,
    /// Nothing says whether it is stronger or weaker.
    Apart,
}

/// For each player, whom it has taken something from.
struct Links {
    begin: Vec<usize>,
    to: Vec<usize>,
}

/// The largest group of linked players is rated, of several the one with the
/// first player by name. With a prior everybody is linked.
pub(super) fn standings(players: usize, pairs: &[Pair], prior: f64) -> Vec<Standing> {
    if prior > 0.0 || all_met_both_ways(players, pairs) {
        return vec![Standing::Rated; players];
    }
    let took = |pair: &Pair| (pair.won + pair.tied > 0.0).then_some((pair.left, pair.right));
    let gave = |pair: &Pair| (pair.lost + pair.tied > 0.0).then_some((pair.right, pair.left));
    let won = || pairs.iter().flat_map(move |pair| [took(pair), gave(pair)]).flatten();
    let beaten = Links::new(players, won());
    let beaten_by = Links::new(players, won().map(|(winner, loser)| (loser, winner)));
    let Some(hub) = hub(players, &beaten, &beaten_by) else { return Vec::new() };
    let (weaker, stronger) = (beaten.reached(hub), beaten_by.reached(hub));
    let both = weaker.into_iter().zip(stronger);
    both.map(|both| match both {
        (true, true) => Standing::Rated,
        (true, false) => Standing::Below,
        (false, true) => Standing::Above,
        (false, false) => Standing::Apart,
    })
    .collect()
}

/// Whether pairs in which each took something from the other already link all,
/// as in most logs, and quickly seen.
fn all_met_both_ways(players: usize, pairs: &[Pair]) -> bool {
    let mut parents: Vec<usize> = (0..players).collect();
    let mut groups = players;
    for pair in pairs.iter().filter(|pair| pair.tied > 0.0 || pair.won > 0.0 && pair.lost > 0.0) {
        let [one, other] = [pair.left, pair.right].map(|player| {
            let mut root = player;
            while parents[root] != root {
                parents[root] = parents[parents[root]];
                root = parents[root];
            }
            root
        });
        if one != other {
            parents[one.max(other)] = one.min(other);
            groups -= 1;
        }
        if groups == 1 {
            return true;
        }
    }
    false
}

/// A player of the largest group: groups are found after Kosaraju, by going
/// along the links, and back from whoever was left last.
fn hub(players: usize, beaten: &Links, beaten_by: &Links) -> Option<usize> {
    let mut seen = vec![false; players];
    let mut left = Vec::with_capacity(players);
    for player in 0..players {
        beaten.visit(player, &mut seen, |player| left.push(player));
    }
    let mut seen = vec![false; players];
    let mut best: Option<(usize, usize)> = None;
    for &player in left.iter().rev() {
        let (mut size, mut first) = (0, player);
        beaten_by.visit(player, &mut seen, |member| {
            size += 1;
            first = first.min(member);
        });
        if best.is_none_or(|(most, least)| size > most || size == most && first < least) {
            best = Some((size, first));
        }
    }
    best.map(|(_, first)| first)
}

impl Links {
    fn new(players: usize, links: impl Iterator<Item = (usize, usize)> + Clone) -> Links {
        let mut begin = vec![0; players + 1];
        for (from, _) in links.clone() {
            begin[from + 1] += 1;
        }
        for player in 0..players {
            begin[player + 1] += begin[player];
        }
        let (mut next, mut to) = (begin.clone(), vec![0; begin[players]]);
        for (from, target) in links {
            to[next[from]] = target;
            next[from] += 1;
        }
        Links { begin, to }
    }

    /// Everyone who can be reached and has not been seen, in the order in
    /// which they are left for good.
    fn visit(&self, from: usize, seen: &mut [bool], mut leave: impl FnMut(usize)) {
        if std::mem::replace(&mut seen[from], true) {
            return;
        }
        let mut path = vec![(from, self.begin[from])];
        while let Some((player, next)) = path.last_mut() {
            if *next == self.begin[*player + 1] {
                leave(*player);
                path.pop();
                continue;
            }
            let target = self.to[*next];
            *next += 1;
            if !std::mem::replace(&mut seen[target], true) {
                path.push((target, self.begin[target]));
            }
        }
    }

    fn reached(&self, from: usize) -> Vec<bool> {
        let mut seen = vec![false; self.begin.len() - 1];
        self.visit(from, &mut seen, |_| {});
        seen
    }
}
