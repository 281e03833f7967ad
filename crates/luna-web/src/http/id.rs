//! Ids in addresses.

/// Returns false for text that cannot be an id, so that it is not looked up.
pub(crate) fn is_id(id: &str) -> bool {
    id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
