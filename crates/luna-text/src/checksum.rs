//! The checksum of Luna's own files.

/// Finds accidental damage; it is no protection against malice.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let (blocks, rest) = bytes.as_chunks::<32>();
    let mix = |sum: u64, word: u64| {
        let mixed = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    };
    // Four lanes, which the processor works on in parallel.
    let mut lanes = [1_u64, 2, 3, 4];
    for block in blocks {
        for (lane, word) in lanes.iter_mut().zip(block.as_chunks().0) {
            *lane = mix(*lane, u64::from_le_bytes(*word));
        }
    }
    let rest = rest.iter().fold(5, |sum, &byte| mix(sum, u64::from(byte)));
    lanes.into_iter().fold(rest, mix)
}
