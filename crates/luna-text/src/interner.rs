//! A string interner with compact memory.

/// Numbers names in the order in which they are added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interner {
    text: String,
    /// End of each name in the text.
    ends: Vec<u32>,
    /// A hash table with open addressing.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u32,
    /// Number of the name plus one, or 0.
    taken: u32,
}

impl Interner {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name of a number; empty if there is none.
    pub(crate) fn name(&self, number: u32) -> &str {
        let number = to_usize(number);
        let from = number.checked_sub(1).and_then(|before| self.ends.get(before));
        let from = from.copied().map_or(0, to_usize);
        let to = self.ends.get(number).copied().map_or(0, to_usize);
        self.text.get(from..to).unwrap_or_default()
    }

    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        let slot = self.slot(hash(name), |taken| self.name(taken) == name)?;
        self.slots.get(slot)?.taken.checked_sub(1)
    }

    /// Returns the number of a name, and adds the name if it is new. There is room for 4 GB of
    /// names; further ones share a number.
    pub(crate) fn intern(&mut self, name: &str) -> u32 {
        if self.ends.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let (hash, number) = (hash(name), to_u32(self.ends.len()));
        let slot = self.slot(hash, |taken| self.name(taken) == name);
        let Some(slot) = slot.and_then(|slot| self.slots.get_mut(slot)) else {
            return number;
        };
        if let Some(known) = slot.taken.checked_sub(1) {
            return known;
        }
        *slot = Slot { hash, taken: number.saturating_add(1) };
        self.text.push_str(name);
        self.ends.push(to_u32(self.text.len()));
        number
    }

    /// Finds the slot of a name, or the free slot where it belongs; `None` while the table is
    /// empty.
    fn slot(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> Option<usize> {
        let last = self.slots.len().checked_sub(1)?;
        let mut at = to_usize(hash) & last;
        loop {
            let slot = self.slots.get(at)?;
            match slot.taken.checked_sub(1) {
                Some(taken) if slot.hash != hash || !is_it(taken) => at = (at + 1) & last,
                Some(_) | None => return Some(at),
            }
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        let before = std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
        for old in before.into_iter().filter(|slot| slot.taken > 0) {
            let free = self.slot(old.hash, |_| false);
            if let Some(slot) = free.and_then(|free| self.slots.get_mut(free)) {
                *slot = old;
            }
        }
    }
}

pub(crate) fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

pub(crate) fn to_usize(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

fn hash(name: &str) -> u32 {
    let (words, rest) = name.as_bytes().as_chunks();
    let last = rest.iter().fold(1, |word, &byte| word << 8 | u64::from(byte));
    let mix = |hash: u64, word: u64| {
        let mixed = (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    };
    let hash = words.iter().fold(0, |hash, &word| mix(hash, u64::from_le_bytes(word)));
    u32::try_from(mix(hash, last) & 0xffff_ffff).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_one_number() {
        let mut names = Interner::default();
        assert_eq!(names.number(""), None);
        let all: Vec<String> = (0..5000).map(|n| format!("n{}", n * n)).collect();
        for _ in 0..2 {
            for (nth, name) in all.iter().enumerate() {
                assert_eq!(to_usize(names.intern(name)), nth);
            }
        }
        assert_eq!(names.len(), all.len());
        for (nth, name) in all.iter().enumerate() {
            assert_eq!(names.number(name), Some(to_u32(nth)));
            assert_eq!(names.name(to_u32(nth)), name);
        }
        assert_eq!((names.number("n2"), names.name(5000)), (None, ""));
        assert_eq!(names.intern(""), 5000);
        assert_eq!(names.number(""), Some(5000));
    }
}
