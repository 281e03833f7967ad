//! Bare texts: what is left of a text without its case, spaces and punctuation.

/// A text without its case, spaces and punctuation.
pub(crate) fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
