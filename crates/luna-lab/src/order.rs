//! Ratings kept in order while they come and change. Of few, each player's place
//! is known and a change goes from there to where it belongs, which is seldom
//! far; many are kept in blocks, so that a change moves little.

/// A block that grows beyond this is cut in two.
const FULL: usize = 1024;

#[derive(Clone, Debug)]
pub(crate) enum Order {
    Few(Places),
    Many(Blocks),
}

impl Order {
    /// Of the ratings there are among all players.
    pub(crate) fn new(ratings: &[Option<f64>]) -> Order {
        if ratings.len() <= FULL {
            Order::Few(Places::new(ratings))
        } else {
            Order::Many(Blocks::new(ratings.iter().flatten().copied().collect()))
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Order::Few(places) => places.ratings.len(),
            Order::Many(blocks) => blocks.len,
        }
    }

    /// The one with so many before it; the last when there are fewer.
    #[inline]
    pub(crate) fn nth(&self, at: usize) -> f64 {
        match self {
            Order::Few(Places { ratings, .. }) => {
                ratings.get(at).or(ratings.last()).map_or(0.0, |&(rating, _)| rating)
            }
            Order::Many(blocks) => blocks.nth(at),
        }
    }

    /// The first rating of a player.
    pub(crate) fn insert(&mut self, player: usize, new: f64) {
        match self {
            Order::Few(places) => places.insert(player, new),
            Order::Many(blocks) => blocks.insert(new),
        }
    }

    /// A player's rating was `old`, and now is `new`.
    #[inline]
    pub(crate) fn replace(&mut self, player: usize, old: f64, new: f64) {
        match self {
            Order::Few(places) => places.change(player, new),
            Order::Many(blocks) => blocks.replace(old, new),
        }
    }
}

/// Ratings in order with whose they are, and where each player's is.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    ratings: Vec<(f64, usize)>,
    of: Vec<usize>,
}

impl Places {
    fn new(ratings: &[Option<f64>]) -> Places {
        let rated =
            ratings.iter().enumerate().filter_map(|(player, rating)| Some(((*rating)?, player)));
        let mut sorted: Vec<(f64, usize)> = Vec::with_capacity(ratings.len());
        sorted.extend(rated);
        sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut of = vec![0; ratings.len()];
        for (place, &(_, player)) in sorted.iter().enumerate() {
            of[player] = place;
        }
        Places { ratings: sorted, of }
    }

    fn insert(&mut self, player: usize, new: f64) {
        self.of[player] = self.ratings.len();
        self.ratings.push((new, player));
        self.change(player, new);
    }

    #[inline]
    fn change(&mut self, player: usize, new: f64) {
        let Places { ratings, of } = self;
        let mut place = of[player];
        while let Some(&next) = ratings.get(place + 1).filter(|next| next.0 < new) {
            ratings[place] = next;
            of[next.1] = place;
            place += 1;
        }
        while place > 0 && ratings[place - 1].0 > new {
            let next = ratings[place - 1];
            ratings[place] = next;
            of[next.1] = place;
            place -= 1;
        }
        ratings[place] = (new, player);
        of[player] = place;
    }
}

/// Never holds an empty block, except when there is nothing at all.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    blocks: Vec<Vec<f64>>,
    len: usize,
}

impl Blocks {
    fn new(mut values: Vec<f64>) -> Blocks {
        values.sort_by(f64::total_cmp);
        let len = values.len();
        let mut blocks: Vec<Vec<f64>> = values.chunks(FULL / 2).map(<[f64]>::to_vec).collect();
        if blocks.is_empty() {
            blocks.push(Vec::new());
        }
        Blocks { blocks, len }
    }

    fn nth(&self, mut at: usize) -> f64 {
        for block in &self.blocks {
            match block.get(at) {
                Some(&value) => return value,
                None => at -= block.len(),
            }
        }
        self.blocks.last().and_then(|block| block.last()).copied().unwrap_or(0.0)
    }

    /// The first block that reaches as high, or else the last.
    fn block(&self, value: f64) -> usize {
        let below = |block: &Vec<f64>| block.last().is_some_and(|&last| last < value);
        self.blocks.partition_point(below).min(self.blocks.len() - 1)
    }

    fn insert(&mut self, value: f64) {
        let at = self.block(value);
        let block = &mut self.blocks[at];
        let place = block.partition_point(|&other| other < value);
        block.insert(place, value);
        self.len += 1;
        if block.len() > FULL {
            let upper = block.split_off(FULL / 2);
            self.blocks.insert(at + 1, upper);
        }
    }

    /// Puts `new` in the place of one `old`, which has to be there.
    fn replace(&mut self, old: f64, new: f64) {
        let at = self.block(old);
        let block = &mut self.blocks[at];
        let place = block.partition_point(|&other| other < old);
        block.remove(place);
        self.len -= 1;
        if block.is_empty() && self.blocks.len() > 1 {
            self.blocks.remove(at);
        }
        self.insert(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luna_core::chance::Chance;

    #[test]
    fn stays_in_order_through_all_changes() {
        for size in [1, 90, 5_000] {
            let mut chance = Chance::from_seed(5);
            let mut plain: Vec<Option<f64>> = vec![None; size];
            let mut order = Order::new(&plain);
            // Half of the numbers are drawn from few, so that many are equal.
            let draw = |chance: &mut Chance| match chance.below(2) {
                0 => (chance.unit() * 20.0).floor(),
                _ => chance.unit() * 100.0,
            };
            for player in 0..3_000 + size {
                let player = if player < size { player } else { chance.below(size) };
                let new = draw(&mut chance);
                match plain[player].replace(new) {
                    None => order.insert(player, new),
                    Some(old) => order.replace(player, old, new),
                }
            }
            let built = Order::new(&plain);
            let mut sorted: Vec<f64> = plain.into_iter().flatten().collect();
            sorted.sort_by(f64::total_cmp);
            assert_eq!(order.len(), size);
            for (at, value) in sorted.iter().enumerate() {
                assert_eq!(order.nth(at).to_bits(), value.to_bits());
                assert_eq!(built.nth(at).to_bits(), value.to_bits());
            }
            assert_eq!(order.nth(size + 7).to_bits(), sorted[size - 1].to_bits());
        }
    }
}
