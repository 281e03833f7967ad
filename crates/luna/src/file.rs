//! Files and folders that commands read and write.

pub(crate) mod folder;
pub(crate) mod known_files;
pub(crate) mod private;
pub(crate) mod replace;
