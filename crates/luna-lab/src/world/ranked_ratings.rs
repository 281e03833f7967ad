//! Ratings kept in order while they come and change. Of few, each player's place
//! is known and a change goes from there to where it belongs, which is seldom
//! far; many are kept in blocks, so that a change moves little.

/// The largest number of ratings kept as single places.
const FEW: usize = 254;
/// The size at which a block is cut in two.
const FULL: usize = 4096;

#[derive(Clone, Debug)]
pub(crate) enum Order {
    Few(Box<Places>),
    Many(Blocks),
}

impl Order {
    /// Sorts the ratings of all players who have one.
    pub(crate) fn new(ratings: impl ExactSizeIterator<Item = Option<f64>>) -> Order {
        if ratings.len() <= FEW {
            Order::Few(Box::new(Places::new(ratings)))
        } else {
            Order::Many(Blocks::new(ratings.flatten().collect()))
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Order::Few(places) => usize::from(places.len),
            Order::Many(blocks) => blocks.len,
        }
    }

    /// Returns the rating with this rank, or the last if there are fewer.
    #[inline]
    pub(crate) fn nth(&self, at: usize) -> f64 {
        match self {
            Order::Few(places) => {
                let Places { ratings, len, .. } = &**places;
                let at = byte(at).min(len.saturating_sub(1));
                if *len > 0 { ratings[usize::from(at.wrapping_add(1))] } else { 0.0 }
            }
            Order::Many(blocks) => blocks.nth(at),
        }
    }

    /// The first rating of a player.
    pub(crate) fn insert(&mut self, player: usize, new: f64) {
        match self {
            Order::Few(places) => places.insert(byte(player), new),
            Order::Many(blocks) => blocks.insert(new),
        }
    }

    /// A player's rating was `old`, and now is `new`.
    #[inline]
    pub(crate) fn replace(&mut self, player: usize, old: f64, new: f64) {
        match self {
            Order::Few(places) => places.change(byte(player), new),
            Order::Many(blocks) => blocks.replace(old, new),
        }
    }
}

/// Ratings in order, whose they are, and where each player's is. A byte tells a place or a
/// player, and no byte leads out of the arrays.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// Between two that nobody has, so that every rating has neighbours.
    ratings: [f64; 256],
    players: [u8; 256],
    of: [u8; 256],
    len: u8,
}

impl Places {
    fn new(ratings: impl Iterator<Item = Option<f64>>) -> Places {
        let mut places =
            Places { ratings: [f64::INFINITY; 256], players: [0; 256], of: [0; 256], len: 0 };
        places.ratings[0] = f64::NEG_INFINITY;
        for (player, rating) in ratings.enumerate() {
            if let Some(rating) = rating {
                places.insert(byte(player), rating);
            }
        }
        places
    }

    fn insert(&mut self, player: u8, new: f64) {
        self.len += 1;
        self.of[usize::from(player)] = self.len;
        self.change(player, new);
    }

    #[inline]
    fn change(&mut self, player: u8, new: f64) {
        let Places { ratings, players, of, .. } = self;
        let at = |place: u8| usize::from(place);
        let mut place = of[at(player)];
        while ratings[at(place.wrapping_add(1))] < new {
            let next = place.wrapping_add(1);
            ratings[at(place)] = ratings[at(next)];
            players[at(place)] = players[at(next)];
            of[at(players[at(next)])] = place;
            place = next;
        }
        while ratings[at(place.wrapping_sub(1))] > new {
            let next = place.wrapping_sub(1);
            ratings[at(place)] = ratings[at(next)];
            players[at(place)] = players[at(next)];
            of[at(players[at(next)])] = place;
            place = next;
        }
        ratings[at(place)] = new;
        players[at(place)] = player;
        of[at(player)] = place;
    }
}

fn byte(player: usize) -> u8 {
    u8::try_from(player).unwrap_or(u8::MAX)
}

/// Never holds an empty block, except when there is nothing at all. The length
/// and the last number of each lie beside it, to be searched without a jump.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    runs: Vec<Vec<f64>>,
    lens: Vec<usize>,
    lasts: Vec<f64>,
    len: usize,
}

impl Blocks {
    fn new(mut values: Vec<f64>) -> Blocks {
        values.sort_by(f64::total_cmp);
        let mut made =
            Blocks { runs: Vec::new(), lens: Vec::new(), lasts: Vec::new(), len: values.len() };
        for (at, chunk) in values.chunks(FULL / 2).enumerate() {
            made.add(at, chunk.to_vec());
        }
        if made.runs.is_empty() {
            made.add(0, Vec::new());
        }
        made
    }

    fn add(&mut self, at: usize, block: Vec<f64>) {
        self.runs.insert(at, block);
        self.lens.insert(at, 0);
        self.lasts.insert(at, 0.0);
        self.note(at);
    }

    /// A block has changed.
    fn note(&mut self, at: usize) {
        self.lens[at] = self.runs[at].len();
        self.lasts[at] = self.runs[at].last().copied().unwrap_or(0.0);
    }

    fn nth(&self, mut at: usize) -> f64 {
        for (block, &len) in self.lens.iter().enumerate() {
            if at < len {
                return self.runs[block][at];
            }
            at -= len;
        }
        self.lasts.last().copied().unwrap_or(0.0)
    }

    /// The first block that reaches as high, or else the last.
    fn block(&self, value: f64) -> usize {
        self.lasts.partition_point(|&last| last < value).min(self.lasts.len() - 1)
    }

    fn insert(&mut self, value: f64) {
        let mut at = self.block(value);
        if self.runs[at].len() == FULL {
            let upper = self.runs[at].split_off(FULL / 2);
            self.add(at + 1, upper);
            self.note(at);
            at += usize::from(self.lasts[at] < value);
        }
        let block = &mut self.runs[at];
        let place = block.partition_point(|&other| other < value);
        block.insert(place, value);
        self.len += 1;
        self.note(at);
    }

    /// Puts `new` in the place of one `old`, which has to be there.
    fn replace(&mut self, old: f64, new: f64) {
        let at = self.block(old);
        let block = &mut self.runs[at];
        let place = block.partition_point(|&other| other < old);
        block.remove(place);
        self.len -= 1;
        if block.is_empty() && self.runs.len() > 1 {
            self.runs.remove(at);
            self.lens.remove(at);
            self.lasts.remove(at);
        } else {
            self.note(at);
        }
        self.insert(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luna_core::rng::Chance;

    #[test]
    fn stays_in_order_through_all_changes() {
        for size in [1, 90, 254, 255, 5_000] {
            let mut chance = Chance::from_seed(5);
            let mut plain: Vec<Option<f64>> = vec![None; size];
            let mut order = Order::new(plain.iter().copied());
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
            let built = Order::new(plain.iter().copied());
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
