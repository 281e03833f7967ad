//! Connectivity of the comparison graph: players are on one scale if each took something from the
//! other, if only through others.

use super::model::Pair;

/// Position of a player relative to the rated ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparability {
    Rated,
    /// Beat some of them and never lost or tied: infinitely strong.
    Above,
    /// The reverse: infinitely weak.
    Below,
    /// Not comparable with them.
    Apart,
}

/// Edges from each player to those it took something from.
struct Digraph {
    begin: Vec<usize>,
    to: Vec<usize>,
}

/// Rates the largest strongly connected component, and of several the one with the first player by
/// name. A prior connects everybody.
pub(super) fn standings(players: usize, pairs: &[Pair], prior: f64) -> Vec<Comparability> {
    if prior > 0.0 || all_linked_mutually(players, pairs) {
        return vec![Comparability::Rated; players];
    }
    let took = |pair: &Pair| (pair.won + pair.tied > 0.0).then_some((pair.left(), pair.right()));
    let gave = |pair: &Pair| (pair.lost + pair.tied > 0.0).then_some((pair.right(), pair.left()));
    let won = || pairs.iter().flat_map(move |pair| [took(pair), gave(pair)]).flatten();
    let beaten = Digraph::new(players, won());
    let beaten_by = Digraph::new(players, won().map(|(winner, loser)| (loser, winner)));
    let Some(core_member) = core_member(players, &beaten, &beaten_by) else { return Vec::new() };
    let (weaker, stronger) = (beaten.reached(core_member), beaten_by.reached(core_member));
    let both = weaker.into_iter().zip(stronger);
    both.map(|both| match both {
        (true, true) => Comparability::Rated,
        (true, false) => Comparability::Below,
        (false, true) => Comparability::Above,
        (false, false) => Comparability::Apart,
    })
    .collect()
}

/// Returns true if pairs with results both ways connect all players, which is common and quick to
/// check.
fn all_linked_mutually(players: usize, pairs: &[Pair]) -> bool {
    let mut parents: Vec<usize> = (0..players).collect();
    let mut groups = players;
    for pair in pairs.iter().filter(|pair| pair.tied > 0.0 || pair.won > 0.0 && pair.lost > 0.0) {
        let [one, other] = [pair.left(), pair.right()].map(|player| {
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

/// Returns a player of the largest strongly connected component (Kosaraju's algorithm).
fn core_member(players: usize, beaten: &Digraph, beaten_by: &Digraph) -> Option<usize> {
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

impl Digraph {
    fn new(players: usize, links: impl Iterator<Item = (usize, usize)> + Clone) -> Digraph {
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
        Digraph { begin, to }
    }

    /// Depth-first search from a player; reports unvisited players in postorder.
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
