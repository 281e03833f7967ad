//! A list of folders in plain lines, from which the person at the terminal chooses one.

use std::ffi::OsString;
use std::io::{BufRead, Result, Write, stderr, stdin};
use std::path::{Path, PathBuf};

use luna_machines::lpp::folders;

use crate::failure::Failure;

/// A folder as the command line names it.
#[derive(Clone, Debug)]
pub(crate) enum FolderChoice {
    Named(PathBuf),
    /// The person chooses from a list.
    FromList,
}

/// The most folders that are listed.
const LISTED: usize = 200;
const HELP: &str = "Number or path: open it   ..: up   .: choose this folder   q: stop";

impl From<OsString> for FolderChoice {
    fn from(named: OsString) -> FolderChoice {
        if named.is_empty() { FolderChoice::FromList } else { FolderChoice::Named(named.into()) }
    }
}

impl FolderChoice {
    /// The folder of somebody, once it is chosen.
    pub(crate) fn path(&self, whose: &str) -> std::result::Result<PathBuf, Failure> {
        match self {
            FolderChoice::Named(path) => Ok(path.clone()),
            FolderChoice::FromList => choose(whose),
        }
    }
}

/// Lets the person choose the folder of somebody, from the current folder on. The list goes to
/// standard error, as results go to standard output.
pub(super) fn choose(whose: &str) -> std::result::Result<PathBuf, Failure> {
    let here = std::env::current_dir().map_err(|why| {
        Failure::Refused(format!("the current folder cannot be read: {why}; name one with --lpp"))
    })?;
    let chosen = browse(&here, whose, &mut stdin().lock(), &mut stderr().lock())?;
    chosen.ok_or_else(|| {
        Failure::Refused("no folder was chosen; name one with --lpp FOLDER".to_owned())
    })
}

/// None if the person stops, or the input ends.
fn browse(
    start: &Path,
    whose: &str,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<PathBuf>> {
    let mut here = start.to_owned();
    writeln!(out, "Choose the folder of {whose}.\n{HELP}")?;
    loop {
        let folders = match folders(&here) {
            Ok(folders) => folders,
            Err(why) => {
                writeln!(out, "{} cannot be read: {why}.", plain(&here))?;
                Vec::new()
            }
        };
        writeln!(out, "{}", plain(&here))?;
        for (number, folder) in (1..).zip(&folders).take(LISTED) {
            writeln!(out, "{number:>4}  {}", plain(Path::new(folder)))?;
        }
        if let Some(more @ 1..) = folders.len().checked_sub(LISTED) {
            writeln!(out, "      and {more} more; type the name of one")?;
        }
        if folders.is_empty() {
            writeln!(out, "      no folders in here")?;
        }
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return Ok(None);
            }
            let next = match line.trim() {
                "" => continue,
                "q" => return Ok(None),
                "." => return Ok(Some(here)),
                ".." => here.parent().unwrap_or(&here).to_owned(),
                typed => match typed.parse::<usize>().ok().and_then(|it| it.checked_sub(1)) {
                    Some(nth) => {
                        let listed = folders.get(nth).filter(|_| nth < LISTED);
                        let Some(folder) = listed else {
                            writeln!(out, "There is no number {typed} in the list.")?;
                            continue;
                        };
                        here.join(folder)
                    }
                    None => here.join(typed),
                },
            };
            if next.is_dir() {
                here = next;
                break;
            }
            writeln!(out, "There is no folder {}.", plain(&next))?;
        }
    }
}

/// A path without characters that would do something to the terminal.
fn plain(path: &Path) -> String {
    path.display().to_string().replace(char::is_control, "?")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Types lines, and returns the choice and what was shown.
    fn typed(start: &Path, lines: &str) -> (Option<PathBuf>, String) {
        let mut shown = Vec::new();
        let chosen = browse(start, "the entry", &mut lines.as_bytes(), &mut shown).unwrap();
        (chosen, String::from_utf8(shown).unwrap())
    }

    fn place(folders: &[&str]) -> tempfile::TempDir {
        let place = tempfile::tempdir().unwrap();
        for name in folders {
            fs::create_dir_all(place.path().join(name)).unwrap();
        }
        place
    }

    #[test]
    fn folders_are_opened_by_number_or_name_and_the_current_one_is_chosen() {
        let place = place(&["b/inner", "a", ".hidden", "a/000000000000000001.H.other"]);
        fs::write(place.path().join("file"), "").unwrap();
        let at = |name: &str| Some(place.path().join(name));
        let (chosen, shown) = typed(place.path(), "2\n\n1\n.\n");
        assert_eq!(chosen, at("b/inner"));
        assert!(shown.contains("\n   1  a\n   2  b\n> "), "{shown}");
        assert!(!shown.contains("hidden") && !shown.contains("file"), "{shown}");
        assert!(shown.contains("b/inner\n      no folders in here\n> "), "{shown}");
        assert_eq!(typed(place.path(), "b/inner\n..\n..\na\n.\n").0, at("a"));
        let (chosen, shown) = typed(place.path(), "a\n.\n");
        assert_eq!(chosen, at("a"));
        assert!(!shown.contains("000000000000000001"), "a key is no folder to choose: {shown}");
        assert_eq!(typed(Path::new("/"), "..\n.\n").0, Some(PathBuf::from("/")));
    }

    #[test]
    fn a_wrong_choice_is_told_and_asked_for_again() {
        let place = place(&["a\u{1b}b"]);
        let (chosen, shown) = typed(place.path(), "0\n2\nfile\n.\n");
        assert_eq!(chosen.as_deref(), Some(place.path()));
        assert!(shown.contains("There is no number 2 in the list."), "{shown}");
        let missing = format!("There is no folder {}.", place.path().join("file").display());
        assert!(shown.contains(&missing), "{shown}");
        assert!(shown.contains("   1  a?b\n"), "{shown}");
    }

    #[test]
    fn nothing_is_chosen_without_an_answer() {
        let place = place(&[]);
        for lines in ["", "q\n", "x\nq\n.\n"] {
            assert_eq!(typed(place.path(), lines).0, None, "{lines:?}");
        }
    }

    #[test]
    fn a_long_list_ends_with_a_number() {
        let names: Vec<String> = (0..LISTED + 3).map(|nth| format!("f{nth:03}")).collect();
        let place = place(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let (chosen, shown) = typed(place.path(), "201\nf201\n.\n");
        assert_eq!(chosen, Some(place.path().join("f201")));
        assert!(shown.contains("and 3 more; type the name of one"), "{shown}");
        assert!(shown.contains("There is no number 201 in the list."), "{shown}");
    }
}
