//! Mail as a real SMTP server has received it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::control::{goes_without, offered};
use crate::people::pause;
use crate::server::{folder, program};
use crate::stopwatch::patience;

/// A server that keeps what it receives.
pub struct MailServer {
    child: Child,
    folder: PathBuf,
    pub url: String,
}

impl MailServer {
    /// aiosmtpd, which puts what it receives into a Maildir.
    pub fn start() -> Option<MailServer> {
        let Some(python_path) = offered("LUNA_TEST_AIOSMTPD") else {
            goes_without("mail server");
            return None;
        };
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = folder("mail").join("box");
        let child = program("python3")
            .args(["-m", "aiosmtpd", "-n", "-l", &format!("127.0.0.1:{port}")])
            .args(["-c", "aiosmtpd.handlers.Mailbox"])
            .arg(&folder)
            .env("PYTHONPATH", python_path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let clock = patience();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(clock() < Duration::from_secs(60), "the mail server did not open");
            pause(Duration::from_millis(50));
        }
        Some(MailServer { child, folder, url: format!("smtp://127.0.0.1:{port}") })
    }

    /// The first mail with these words in it, once it is there.
    pub fn wait_for(&self, words: &str) -> String {
        let clock = patience();
        loop {
            let found = letters(&self.folder).into_iter().find(|letter| letter.contains(words));
            if let Some(found) = found {
                return found;
            }
            assert!(clock() < Duration::from_secs(60), "no mail with {words:?}");
            pause(Duration::from_millis(50));
        }
    }
}

fn letters(folder: &Path) -> Vec<String> {
    let Ok(new) = fs::read_dir(folder.join("new")) else { return Vec::new() };
    new.map(|entry| unfolded(&fs::read_to_string(entry.unwrap().path()).unwrap())).collect()
}

/// Quoted-printable line ends and signs undone, as far as links need it.
fn unfolded(letter: &str) -> String {
    letter.replace("\r\n", "\n").replace("=\n", "").replace("=3D", "=")
}

impl Drop for MailServer {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The path of the first link of a kind in a letter.
pub fn link(letter: &str, kind: &str) -> String {
    let at = letter.find(&format!("/{kind}/")).unwrap();
    letter[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '/').collect()
}
