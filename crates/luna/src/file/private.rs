//! Files that only their owner can read, because they contain people's texts.

use std::fs::OpenOptions;

/// Options to write a file. A new file gets the mode 600.
pub(crate) fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
