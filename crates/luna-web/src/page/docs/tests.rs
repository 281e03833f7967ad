//! What tests of several of these modules need.

use super::chapter::groups;
use super::target::Targets;
use crate::disciplines::ALL;

/// The targets of links in the chapters of this Luna.
pub(super) fn targets() -> Targets {
    Targets::new(groups(ALL, &[]).into_iter().flat_map(|it| it.chapters).collect(), ALL)
}
