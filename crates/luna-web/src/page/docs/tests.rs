//! What tests of several of these modules need.

use super::chapter::groups;
use super::target::Targets;
use crate::disciplines::ALL;

/// What the chapters of this Luna link to.
pub(super) fn targets() -> Targets {
    Targets::new(groups(ALL, &[]).into_iter().flat_map(|it| it.chapters).collect(), ALL)
}
