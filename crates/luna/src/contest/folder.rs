//! The options of a folder through which judge and entry talk.

use std::path::Path;

use clap::{Args, ValueEnum};
use luna_core::contest::conversation::Speaker;
use luna_machines::lpp::{Folder, Leftovers, Notification, Settings};

use crate::failure::Failure;

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct FolderArgs {
    /// Keys of an earlier run: remove Luna's own and read those of the other side, drop both, or
    /// resume the conversation and remove none
    #[arg(long, value_enum, value_name = "TREATMENT", default_value = "read")]
    leftovers: Treatment,
    /// Look into the folder every few milliseconds, instead of waiting for notifications
    #[arg(long)]
    poll: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Treatment {
    Read,
    Drop,
    Resume,
}

impl FolderArgs {
    pub(crate) fn open(self, path: &Path, side: Speaker) -> Result<Folder, Failure> {
        let settings = Settings {
            leftovers: match self.leftovers {
                Treatment::Read => Leftovers::Read,
                Treatment::Drop => Leftovers::Drop,
                Treatment::Resume => Leftovers::Resume,
            },
            notification: if self.poll { Notification::Polling } else { Notification::Kernel },
            ..Settings::default()
        };
        Folder::open(path, side, settings).map_err(Failure::refused)
    }
}
