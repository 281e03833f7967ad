//! A string interner, fast for few names that repeat often.

/// A hash table with open addressing. Slots hold both ends of the name, so most lookups never touch
/// its text.
pub(super) struct Interner {
    slots: Vec<Slot>,
    /// All names concatenated, and the end of each.
    text: Vec<u8>,
    ends: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Slot {
    key: Key,
    number: u32,
}

/// First and last eight bytes; together with the length they determine a name of up to sixteen.
#[derive(Clone, Copy, Default, PartialEq)]
struct Key {
    first: u64,
    last: u64,
    length: u32,
}

const VACANT: Slot = Slot { key: Key { first: 0, last: 0, length: u32::MAX }, number: u32::MAX };

impl Default for Interner {
    fn default() -> Interner {
        Interner { slots: vec![VACANT; 256], text: Vec::new(), ends: Vec::new() }
    }
}

impl Interner {
    pub(super) fn intern(&mut self, name: &[u8]) -> u32 {
        let key = Key::of(name);
        let mask = self.slots.len() - 1;
        let mut at = key.hash(name) & mask;
        while let Some(slot) = self.slots.get(at).filter(|slot| slot.number != VACANT.number) {
            if slot.key == key && (name.len() <= 16 || self.name(slot.number) == name) {
                return slot.number;
            }
            at = (at + 1) & mask;
        }
        self.add(name, key, at)
    }

    #[cold]
    fn add(&mut self, name: &[u8], key: Key, at: usize) -> u32 {
        let number = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        self.text.extend_from_slice(name);
        self.ends.push(self.text.len());
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = Slot { key, number };
        }
        if self.ends.len() * 3 > self.slots.len() * 2 {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let slots = vec![VACANT; self.slots.len() * 2];
        let mask = slots.len() - 1;
        for slot in std::mem::replace(&mut self.slots, slots) {
            if slot.number == VACANT.number {
                continue;
            }
            let mut at = slot.key.hash(self.name(slot.number)) & mask;
            while self.slots.get(at).is_some_and(|slot| slot.number != VACANT.number) {
                at = (at + 1) & mask;
            }
            if let Some(vacant) = self.slots.get_mut(at) {
                *vacant = slot;
            }
        }
    }

    pub(super) fn name(&self, number: u32) -> &[u8] {
        let end = |nth: usize| self.ends.get(nth).copied().unwrap_or_default();
        let nth = index(number);
        let begin = nth.checked_sub(1).map_or(0, end);
        self.text.get(begin..end(nth)).unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the names sorted by bytes, and the new number of each old one.
    pub(super) fn sorted(&self) -> (Vec<String>, Vec<u32>) {
        let mut order: Vec<u32> = (0..).take(self.len()).collect();
        order.sort_unstable_by_key(|&number| self.name(number));
        let mut places = vec![0; order.len()];
        for (&number, new) in order.iter().zip(0..) {
            if let Some(place) = places.get_mut(index(number)) {
                *place = new;
            }
        }
        let text = |&number: &u32| String::from_utf8_lossy(self.name(number)).into_owned();
        (order.iter().map(text).collect(), places)
    }
}

impl Key {
    fn of(name: &[u8]) -> Key {
        let length = u32::try_from(name.len()).unwrap_or(u32::MAX - 1);
        let small = |bytes: [u8; 4]| u64::from(u32::from_le_bytes(bytes));
        let byte = |byte: Option<&u8>| u64::from(byte.copied().unwrap_or_default());
        let (first, last) = match (name.first_chunk(), name.last_chunk()) {
            (Some(&first), Some(&last)) => (u64::from_le_bytes(first), u64::from_le_bytes(last)),
            _ => match (name.first_chunk(), name.last_chunk()) {
                (Some(&first), Some(&last)) => (small(first), small(last)),
                _ => (byte(name.first()) << 8 | byte(name.get(1)), byte(name.last())),
            },
        };
        Key { first, last, length }
    }

    fn hash(self, name: &[u8]) -> usize {
        let mut hash = mixed(
            self.first ^ 0x9e37_79b9_7f4a_7c15,
            self.last ^ u64::from(self.length) << 32 ^ 0xbf58_476d_1ce4_e5b9,
        );
        if name.len() > 16 {
            for &word in name.as_chunks().0 {
                hash = mixed(hash ^ u64::from_le_bytes(word), 0x94d0_49bb_1331_11eb);
            }
        }
        usize::try_from(hash).unwrap_or_default()
    }
}

pub(super) fn index(player: u32) -> usize {
    usize::try_from(player).unwrap_or(usize::MAX)
}

/// XOR of both halves of the 128-bit product.
fn mixed(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    let [low, high] = [product, product >> 64].map(|half| half & u128::from(u64::MAX));
    u64::try_from(low ^ high).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_one_number() {
        let mut names = Interner::default();
        let middle = |n: u32| format!("the same beginning {n} and the same end");
        let all: Vec<String> = (0..3000)
            .flat_map(|n| {
                [
                    n.to_string(),
                    format!("player-{n}"),
                    middle(n),
                    "x".repeat(n.min(99).try_into().unwrap()),
                ]
            })
            .collect();
        let mut known = std::collections::HashMap::new();
        for name in all.iter().chain(&all) {
            let next = u32::try_from(known.len()).unwrap();
            let expected = *known.entry(name.as_bytes()).or_insert(next);
            assert_eq!(names.intern(name.as_bytes()), expected, "{name}");
            assert_eq!(names.name(expected), name.as_bytes());
        }
        assert_eq!(names.len(), known.len());
        let (sorted, places) = names.sorted();
        assert!(sorted.is_sorted());
        for (name, number) in known {
            let place = index(places[index(number)]);
            assert_eq!(sorted[place].as_bytes(), name);
        }
    }
}
