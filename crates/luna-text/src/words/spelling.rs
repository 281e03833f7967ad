//! British and American spelling.

/// British endings and words, and the American ones that they count as.
const BRITISH: [(&str, &str); 12] = [
    ("colour", "color"),
    ("favour", "favor"),
    ("flavour", "flavor"),
    ("neighbour", "neighbor"),
    ("harbour", "harbor"),
    ("tyre", "tire"),
    ("grey", "gray"),
    ("mum", "mom"),
    ("centre", "center"),
    ("aeroplane", "airplane"),
    ("pyjama", "pajama"),
    ("jewellery", "jewelry"),
];

/// A word in American spelling.
pub(crate) fn american(word: &str) -> String {
    let (british, american) =
        *BRITISH.iter().find(|(british, _)| word.starts_with(british)).unwrap_or(&("", ""));
    word.replacen(british, american, 1)
}

/// A word in the other one of the British and the American spelling, if they differ.
pub(crate) fn respelled(word: &str) -> Option<String> {
    BRITISH.iter().find_map(|(british, american)| {
        let other =
            |from: &str, to: &str| word.strip_prefix(from).map(|rest| format!("{to}{rest}"));
        other(british, american).or_else(|| other(american, british))
    })
}
