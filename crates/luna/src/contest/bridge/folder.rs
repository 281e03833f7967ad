//! The folder of a bridge, which is opened again for each conversation, so that no key of one gets
//! into the next.

use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use luna_core::contest::conversation::Speaker;
use luna_machines::lpp::{
    Arrival, Folder as Opened, FolderError, Leftovers, Notification, Outbox, Settings,
};
use tokio::sync::mpsc::{Receiver, channel};

use crate::failure::Failure;

pub(in crate::contest) struct Folder {
    path: PathBuf,
    settings: Settings,
    open: OpenFolder,
}

struct OpenFolder {
    outbox: Outbox,
    keys: Receiver<Result<Vec<Arrival>, FolderError>>,
    /// Reads the folder until the keys are no longer received.
    reader: Option<JoinHandle<()>>,
}

impl Folder {
    pub(in crate::contest) fn new(path: PathBuf, poll: bool) -> Result<Folder, Failure> {
        let notification = if poll { Notification::Polling } else { Notification::Kernel };
        let settings = Settings { leftovers: Leftovers::Drop, notification, ..Settings::default() };
        let open = OpenFolder::new(&path, settings).map_err(Failure::refused)?;
        Ok(Folder { path, settings, open })
    }

    /// Removes all keys that are there, and begins again.
    pub(super) fn clear(&mut self) -> Result<(), FolderError> {
        self.open.close();
        self.open = OpenFolder::new(&self.path, self.settings)?;
        Ok(())
    }

    /// Waits for keys of the program. None when its reader has ended, after an error.
    pub(super) async fn next(&mut self) -> Option<Result<Vec<Arrival>, FolderError>> {
        self.open.keys.recv().await
    }

    pub(super) fn outbox(&mut self) -> &mut Outbox {
        &mut self.open.outbox
    }
}

impl OpenFolder {
    fn new(path: &Path, settings: Settings) -> Result<OpenFolder, FolderError> {
        let Opened { inbox, outbox } = Opened::open(path, Speaker::Judge, settings)?;
        let (sender, keys) = channel(64);
        let reader = Some(thread::spawn(move || inbox.forward(&sender)));
        Ok(OpenFolder { outbox, keys, reader })
    }

    /// Waits for the reader: it may not take keys that are not its own.
    fn close(&mut self) {
        self.keys.close();
        while self.keys.try_recv().is_ok() {}
        drop(self.reader.take().map(JoinHandle::join));
    }
}

impl Drop for OpenFolder {
    fn drop(&mut self) {
        self.close();
    }
}
