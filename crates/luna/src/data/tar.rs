//! The files of a tar archive in memory.

use std::io;
use std::path::{Component, Path};

use tar::{Archive, EntryType};

const BLOCK: usize = 512;

/// The files of an archive. A path that leads out of the folder is refused.
pub(super) fn files(bytes: &[u8]) -> Result<Vec<(String, &[u8])>, String> {
    let mut all = Vec::new();
    for entry in Archive::new(bytes).entries().map_err(|error| sentence(&error))? {
        let entry = entry.map_err(|error| sentence(&error))?;
        let number = |number: u64| usize::try_from(number).map_err(|_| CUT);
        let (start, size) = (number(entry.raw_file_position())?, number(entry.size())?);
        let padded = size.checked_next_multiple_of(BLOCK).ok_or(CUT)?;
        let (body, _) = (bytes.get(start..).and_then(|rest| rest.get(..padded)))
            .and_then(|blocks| blocks.split_at_checked(size))
            .ok_or(CUT)?;
        if !matches!(entry.header().entry_type(), EntryType::Regular) {
            continue;
        }
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if !inside(Path::new(&name)) {
            return Err(format!("“{}” would lie outside of the folder", name.escape_debug()));
        }
        all.push((name, body));
    }
    Ok(all)
}

const CUT: &str = "it is incomplete";

fn sentence(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => CUT.to_owned(),
        _ => "it is not a tar archive, or it is damaged".to_owned(),
    }
}

fn inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

#[cfg(test)]
mod tests {
    use luna_core::rng::Chance;

    use super::*;

    fn entry(kind: u8, prefix: &str, name: &str, body: &[u8]) -> Vec<u8> {
        let mut header = vec![0; BLOCK];
        let size = format!("{:011o}", body.len());
        for (at, text) in
            [(0, name), (124, &size), (148, "        "), (257, "ustar\x0000"), (345, prefix)]
        {
            header[at..at + text.len()].copy_from_slice(text.as_bytes());
        }
        header[156] = kind;
        let sum: u64 = header.iter().copied().map(u64::from).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let filling = vec![0; body.len().next_multiple_of(BLOCK) - body.len()];
        [header, body.to_vec(), filling].concat()
    }

    fn archive() -> Vec<u8> {
        let body = [b'x'; 700];
        [
            entry(b'5', "", "dict/", b""),
            entry(b'0', "far/away", "dict/one", b"first"),
            entry(b'x', "", "more", b"20 comment=\n"),
            entry(0, "", "./two", &body),
            entry(b'0', "", "empty", b""),
            vec![0; 2 * BLOCK],
        ]
        .concat()
    }

    #[test]
    fn files_are_found_with_their_names() {
        let bytes = archive();
        let body = [b'x'; 700];
        let expected = [("far/away/dict/one", &b"first"[..]), ("./two", &body), ("empty", b"")];
        let expected = expected.map(|(name, bytes)| (name.to_owned(), bytes));
        assert_eq!(files(&bytes).unwrap(), expected);
        let without_end = &bytes[..bytes.len() - 2 * BLOCK];
        assert_eq!(files(without_end).unwrap(), expected);
        assert_eq!(files(&bytes[..1300]).unwrap_err(), CUT);
    }

    #[test]
    fn what_leads_out_of_the_folder_is_refused() {
        for name in ["../one", "dict/../../one", "/etc/one", ".."] {
            let why = files(&entry(b'0', "", name, b"")).unwrap_err();
            assert_eq!(why, format!("“{name}” would lie outside of the folder"));
        }
    }

    #[test]
    fn any_bytes_give_files_or_a_sentence() {
        let (good, mut chance, mut read) = (archive(), Chance::from_words(&["tar"]), 0);
        for _ in 0..3000 {
            let mut bytes = good.clone();
            for _ in 0..=chance.below(3) {
                let at = chance.below(bytes.len());
                match chance.below(3) {
                    0 => bytes.truncate(at.max(1)),
                    1 => bytes[at] = b"01789 \0/.\xff"[chance.below(10)],
                    _ => drop(bytes.drain(at..(at + 300).min(bytes.len() - 1).max(at))),
                }
            }
            match files(&bytes) {
                Ok(all) => {
                    read += 1;
                    assert!(all.iter().all(|(_, body)| body.len() <= 700));
                }
                Err(why) => assert!(!why.is_empty() && why.lines().count() == 1),
            }
        }
        assert!((300..2700).contains(&read), "{read} of 3000 can be read");
    }
}
