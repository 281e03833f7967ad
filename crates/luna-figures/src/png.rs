//! PNG files: eight bits for each of red, green and blue, packed by our own
//! small deflate, so that the same pixels are the same bytes everywhere.

use std::iter::zip;

/// How far back, and how much at once, deflate can repeat.
const WINDOW: usize = 32_768;
const LONGEST: usize = 258;
const SHORTEST: usize = 4;
const REMEMBERED: usize = 1 << 15;

/// For each way to write a length or a distance: where it begins, and how many
/// more bits say how far beyond.
const LENGTHS: [(usize, usize); 29] = ladder(3, 4, 258);
const DISTANCES: [(usize, usize); 30] = ladder(1, 2, 0);

/// `rows` from top to bottom, each three bytes a pixel.
pub(crate) fn png(width: u32, rows: &[Vec<u8>]) -> Vec<u8> {
    let height = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    let mut header = Vec::new();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &packed(&differences(rows)));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    let checked = [&name, data].concat();
    file.extend(&checked);
    file.extend(crc(&checked).to_be_bytes());
}

fn crc(data: &[u8]) -> u32 {
    let all = data.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 }
        })
    });
    !all
}

/// Each row as its difference from the row above; most of a chart has none.
fn differences(rows: &[Vec<u8>]) -> Vec<u8> {
    let mut all = Vec::new();
    let mut above: &[u8] = &vec![0; rows.first().map_or(0, Vec::len)];
    for row in rows {
        all.push(2);
        all.extend(zip(row, above).map(|(here, above)| here.wrapping_sub(*above)));
        above = row;
    }
    all
}

/// In the zlib format: one block with the fixed codes.
fn packed(data: &[u8]) -> Vec<u8> {
    let mut bits = Bits { bytes: vec![0x78, 0x01], held: 0, count: 0 };
    bits.put(0b011, 3);
    let mut last = vec![usize::MAX; REMEMBERED];
    let mut place = 0;
    while let Some(&byte) = data.get(place) {
        let before = seen_at(data, place, &mut last);
        let same = before.map_or(0, |before| alike(data, before, place));
        match before {
            Some(before) if same >= SHORTEST => {
                bits.repeat(same, place - before);
                place += same;
            }
            _ => {
                bits.symbol(usize::from(byte));
                place += 1;
            }
        }
    }
    bits.symbol(256);
    let mut bytes = bits.finish();
    bytes.extend(adler(data).to_be_bytes());
    bytes
}

/// Where the next four bytes stood last, and notes that they stand here.
fn seen_at(data: &[u8], place: usize, last: &mut [usize]) -> Option<usize> {
    let next = data.get(place..place + SHORTEST)?;
    let mixed = next.iter().fold(0_u32, |all, &byte| (all << 8) | u32::from(byte));
    let key = usize::try_from(mixed.wrapping_mul(0x9e37_79b1) >> 17).ok()?;
    let before = std::mem::replace(last.get_mut(key)?, place);
    (before < place && place - before <= WINDOW).then_some(before)
}

fn alike(data: &[u8], before: usize, place: usize) -> usize {
    let pairs = zip(data.iter().skip(before), data.iter().skip(place));
    pairs.take(LONGEST).take_while(|(one, other)| one == other).count()
}

fn adler(data: &[u8]) -> u32 {
    let (low, high) = data.iter().fold((1_u32, 0_u32), |(low, high), &byte| {
        let low = (low + u32::from(byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    (high << 16) | low
}

/// Bits fill bytes from the low end.
struct Bits {
    bytes: Vec<u8>,
    held: u64,
    count: usize,
}

impl Bits {
    fn put(&mut self, value: usize, count: usize) {
        self.held |= u64::try_from(value).unwrap_or(0) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.held.to_le_bytes()[0]);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    /// Codes alone go in from their high end.
    fn code(&mut self, code: usize, count: usize) {
        for bit in (0..count).rev() {
            self.put((code >> bit) & 1, 1);
        }
    }

    fn symbol(&mut self, symbol: usize) {
        match symbol {
            0..=143 => self.code(0x30 + symbol, 8),
            144..=255 => self.code(0x190 + symbol - 144, 9),
            256..=279 => self.code(symbol - 256, 7),
            _ => self.code(0xc0 + symbol - 280, 8),
        }
    }

    fn repeat(&mut self, length: usize, distance: usize) {
        let [index, beyond, more] = rung(&LENGTHS, length);
        self.symbol(257 + index);
        self.put(beyond, more);
        let [index, beyond, more] = rung(&DISTANCES, distance);
        self.code(index, 5);
        self.put(beyond, more);
    }

    fn finish(mut self) -> Vec<u8> {
        self.put(0, 7);
        self.bytes
    }
}

/// The last rung that is no higher than the value.
fn rung(rungs: &[(usize, usize)], value: usize) -> [usize; 3] {
    let index = rungs.partition_point(|(begin, _)| *begin <= value).saturating_sub(1);
    rungs.get(index).map_or([0; 3], |&(begin, more)| [index, value - begin, more])
}

/// Rungs one apart at first, and twice as far apart after every `each`; the last
/// is `end` alone, where one is given.
const fn ladder<const N: usize>(begin: usize, each: usize, end: usize) -> [(usize, usize); N] {
    let mut rungs = [(end, 0); N];
    let (mut index, mut value) = (0, begin);
    while index < N && !(end > 0 && index == N - 1) {
        let more = (index / each).saturating_sub(1);
        rungs[index] = (value, more);
        value += 1 << more;
        index += 1;
    }
    rungs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladders_are_those_of_the_format() {
        let at = |rungs: &[(usize, usize)], index: usize| rungs[index];
        assert_eq!(
            [0, 7, 8, 12, 27, 28].map(|it| at(&LENGTHS, it)),
            [(3, 0), (10, 0), (11, 1), (19, 2), (227, 5), (258, 0)]
        );
        assert_eq!(
            [0, 3, 4, 6, 28, 29].map(|it| at(&DISTANCES, it)),
            [(1, 0), (4, 0), (5, 1), (9, 2), (16_385, 13), (24_577, 13)]
        );
    }

    #[test]
    fn checksums_are_the_well_known_ones() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
        assert_eq!(adler(b"Wikipedia"), 0x11e6_0398);
    }
}
