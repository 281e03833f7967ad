//! Empirical distributions of the values that judges gave to past opponents. Each judge has a
//! sorted part and an unsorted end, so that adding a value is free and counting is cheap. All
//! values share one piece of memory, in single precision, because there may be many millions.

/// One for each judge.
#[derive(Clone, Debug)]
pub(crate) struct Samples {
    values: Vec<f32>,
    own: Vec<JudgeValues>,
}

/// The place of one judge's values in memory, how many of them are sorted, and the room for more.
#[derive(Clone, Copy, Debug)]
struct JudgeValues {
    start: u32,
    len: u32,
    sorted: u32,
    room: u32,
}

/// The value of an unused place. No comparison with it holds, so all of the unsorted end can be
/// counted without asking for its length.
const EMPTY: f32 = f32::NAN;
/// The unsorted end is at most so long, and a part of the sorted one.
const RECENT: usize = 64;
/// The number of values counted at once: without a remainder, there is nothing to decide.
const EIGHT: usize = 8;

impl Samples {
    /// Creates empty distributions with room for this many values each.
    pub(crate) fn new(judges: usize, room: usize) -> Samples {
        let room = room.max(1).next_multiple_of(EIGHT);
        let own = |judge: usize| JudgeValues {
            start: whole(judge * room),
            len: 0,
            sorted: 0,
            room: whole(room),
        };
        // What is not used of it costs nothing; growing would copy it all, and hold it twice.
        let mut values = Vec::with_capacity(2 * judges * room);
        values.resize(judges * room, EMPTY);
        Samples { values, own: (0..judges).map(own).collect() }
    }

    #[inline]
    pub(crate) fn len(&self, judge: usize) -> usize {
        count(self.own[judge].len)
    }

    #[inline]
    pub(crate) fn note(&mut self, judge: usize, value: f64) {
        if self.own[judge].len == self.own[judge].room {
            self.move_out(judge);
        }
        let own = &mut self.own[judge];
        self.values[count(own.start + own.len)] = single(value);
        own.len += 1;
    }

    #[inline]
    pub(crate) fn at_most(&mut self, judge: usize, value: f64) -> usize {
        let value = single(value);
        let [len, sorted] = [self.own[judge].len, self.own[judge].sorted].map(count);
        if len - sorted > RECENT + len / 32 {
            self.sort(judge);
        }
        let own = self.own[judge];
        let [start, sorted, room] = [own.start, own.sorted, own.room].map(count);
        let (settled, recent) = self.values[start..start + room].split_at(sorted);
        let recent = recent.get(..(RECENT + len / 32).next_multiple_of(EIGHT)).unwrap_or(recent);
        let recent: u32 = recent.iter().map(|&other| u32::from(other <= value)).sum();
        let before = if sorted > 0 { settled.partition_point(|&other| other <= value) } else { 0 };
        before + count(recent)
    }

    #[cold]
    fn sort(&mut self, judge: usize) {
        let own = &mut self.own[judge];
        let [start, len] = [own.start, own.len].map(count);
        // Finds the part that is already in order, and merges.
        self.values[start..start + len].sort_by(f32::total_cmp);
        own.sorted = own.len;
    }

    /// To where there is more room.
    #[cold]
    fn move_out(&mut self, judge: usize) {
        let own = &mut self.own[judge];
        let [start, len] = [own.start, own.len].map(count);
        own.start = whole(self.values.len());
        own.room = whole((len + len / 4).next_multiple_of(EIGHT));
        self.values.extend_from_within(start..start + len);
        self.values.resize(count(own.start + own.room), EMPTY);
    }
}

fn whole(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn count(whole: u32) -> usize {
    usize::try_from(whole).unwrap_or(usize::MAX)
}

/// The same number always becomes the same, so equal ones stay equal.
#[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "rounding is meant")]
fn single(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use luna_core::rng::Chance;

    #[test]
    fn counts_as_plain_lists_do() {
        let mut chance = Chance::from_seed(11);
        let (mut samples, mut plain) = (Samples::new(3, 5), [(); 3].map(|()| Vec::new()));
        for _ in 0..9_000 {
            let judge = chance.below(6).min(2);
            let value = (chance.unit() * 200.0).floor() / 2.0;
            let expected = plain[judge].iter().filter(|&&other| other <= value).count();
            assert_eq!(samples.at_most(judge, value), expected);
            samples.note(judge, value);
            plain[judge].push(value);
        }
        assert_eq!([0, 1, 2].map(|judge| samples.len(judge)), plain.map(|own| own.len()));
    }
}
