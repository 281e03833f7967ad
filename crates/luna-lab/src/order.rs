//! Numbers kept in order while they come, go and change: short blocks, so that
//! a change moves little however many there are.

/// A block that grows beyond this is cut in two.
const FULL: usize = 1024;

/// Never holds an empty block, except when there is nothing at all.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    blocks: Vec<Vec<f64>>,
    len: usize,
}

impl Order {
    pub(crate) fn new(mut values: Vec<f64>) -> Order {
        values.sort_by(f64::total_cmp);
        let len = values.len();
        let mut blocks: Vec<Vec<f64>> = values.chunks(FULL / 2).map(<[f64]>::to_vec).collect();
        if blocks.is_empty() {
            blocks.push(Vec::new());
        }
        Order { blocks, len }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The one with so many before it; the last when there are fewer.
    pub(crate) fn nth(&self, mut at: usize) -> f64 {
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
        if let [_] = self.blocks.as_slice() {
            return 0;
        }
        let below = |block: &Vec<f64>| block.last().is_some_and(|&last| last < value);
        self.blocks.partition_point(below).min(self.blocks.len() - 1)
    }

    pub(crate) fn insert(&mut self, value: f64) {
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
    pub(crate) fn replace(&mut self, old: f64, new: f64) {
        let at = self.block(old);
        let only = self.blocks.len() == 1;
        let block = &mut self.blocks[at];
        let place = block.partition_point(|&other| other < old);
        let within = matches!((block.first(), block.last()),
            (Some(&first), Some(&last)) if first <= new && new <= last);
        if only || within {
            shift(block, place, new);
            return;
        }
        block.remove(place);
        self.len -= 1;
        if block.is_empty() {
            self.blocks.remove(at);
        }
        self.insert(new);
    }
}

/// Gives the number at a place a new value and moves it to where that belongs,
/// which is seldom far.
fn shift(block: &mut [f64], mut place: usize, new: f64) {
    while let Some(&next) = block.get(place + 1).filter(|&&next| next < new) {
        block[place] = next;
        place += 1;
    }
    while place > 0 && block[place - 1] > new {
        block[place] = block[place - 1];
        place -= 1;
    }
    block[place] = new;
}

#[cfg(test)]
mod tests {
    use super::*;
    use luna_core::chance::Chance;

    #[test]
    fn stays_in_order_through_all_changes() {
        for size in [1, 90, 5_000] {
            let mut chance = Chance::from_seed(5);
            let mut plain: Vec<f64> = Vec::new();
            let mut order = Order::new(Vec::new());
            // Half of the numbers are drawn from few, so that many are equal.
            let draw = |chance: &mut Chance| match chance.below(2) {
                0 => (chance.unit() * 20.0).floor(),
                _ => chance.unit() * 100.0,
            };
            for _ in 0..size {
                let value = draw(&mut chance);
                plain.push(value);
                order.insert(value);
            }
            for _ in 0..3_000 {
                let at = chance.below(size);
                let new = draw(&mut chance);
                order.replace(plain[at], new);
                plain[at] = new;
            }
            let built = Order::new(plain.clone());
            plain.sort_by(f64::total_cmp);
            assert_eq!(order.len(), size);
            for (at, value) in plain.iter().enumerate() {
                assert_eq!(order.nth(at).to_bits(), value.to_bits());
                assert_eq!(built.nth(at).to_bits(), value.to_bits());
            }
            assert_eq!(order.nth(size + 7).to_bits(), plain[size - 1].to_bits());
        }
    }
}
