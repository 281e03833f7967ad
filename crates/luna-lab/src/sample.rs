//! What a judge thought of past opponents: how many of it are at most so much.
//! Kept as a sorted part and a short unsorted end, so that noting costs nothing
//! and counting little. Single precision, for there may be many millions.

#[derive(Clone, Debug)]
pub(crate) struct Sample {
    values: Vec<f32>,
    sorted: u32,
}

impl Sample {
    /// So many fit without another allocation.
    pub(crate) fn with_room(room: usize) -> Sample {
        Sample { values: Vec::with_capacity(room), sorted: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn note(&mut self, value: f64) {
        if self.values.len() == self.values.capacity() {
            // Doubling would leave half of the memory empty.
            self.values.reserve_exact(4 + self.values.len() / 4);
        }
        self.values.push(single(value));
    }

    pub(crate) fn at_most(&mut self, value: f64) -> usize {
        let value = single(value);
        let (len, mut sorted) = (self.values.len(), usize::try_from(self.sorted).unwrap_or(0));
        if len - sorted > 64 + len / 32 {
            // Finds the part that is already in order, and merges.
            self.values.sort_by(f32::total_cmp);
            sorted = len;
            self.sorted = u32::try_from(len).unwrap_or(0);
        }
        let (settled, recent) = self.values.split_at(sorted);
        let count: u32 = recent.iter().map(|&other| u32::from(other <= value)).sum();
        settled.partition_point(|&other| other <= value) + usize::try_from(count).unwrap_or(0)
    }
}

/// The same number always becomes the same, so equal ones stay equal.
#[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "rounding is meant")]
fn single(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use luna_core::chance::Chance;

    #[test]
    fn counts_as_a_plain_list_does() {
        let mut chance = Chance::from_seed(11);
        let (mut sample, mut plain) = (Sample::with_room(0), Vec::new());
        for _ in 0..3_000 {
            let value = (chance.unit() * 200.0).floor() / 2.0;
            let expected = plain.iter().filter(|&&other| other <= value).count();
            assert_eq!(sample.at_most(value), expected);
            sample.note(value);
            plain.push(value);
        }
        assert_eq!(sample.len(), 3_000);
    }
}
