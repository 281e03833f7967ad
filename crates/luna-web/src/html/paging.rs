//! Positions in long lists, in the query of an address.

/// The position in the list: `before=TIME-ID`.
pub(crate) fn before(query: Option<&str>) -> Option<(i64, String)> {
    let given = query?.split('&').find_map(|pair| pair.strip_prefix("before="))?;
    let (at, id) = given.split_once('-')?;
    let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    Some((at.parse().ok()?, id.to_owned())).filter(|_| plain)
}
