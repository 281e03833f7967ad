//! Parts of pages, which know no request.

pub(crate) mod assets;
pub(crate) mod chart;
pub(crate) mod frame;
pub(crate) mod icon;
pub(crate) mod moon;
pub(crate) mod notice;
pub(crate) mod paging;
pub(crate) mod scale;
pub(crate) mod table;
pub(crate) mod times;
