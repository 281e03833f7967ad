//! Files that only their owner can read, since what people wrote is in them.

use std::fs::OpenOptions;

/// Options to write a file. One that is made by them has the mode 600.
pub(crate) fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
