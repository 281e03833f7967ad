//! Tar archives: blocks of 512 bytes, one with a file's header and those with its content.

use std::path::{Component, Path};

const BLOCK: usize = 512;

/// The files of an archive. A path that leads out of the folder is refused.
pub(super) fn files(mut bytes: &[u8]) -> Result<Vec<(String, &[u8])>, String> {
    let mut all = Vec::new();
    while let Some((header, rest)) = bytes.split_at_checked(BLOCK) {
        if header.iter().all(|&byte| byte == 0) {
            return Ok(all);
        }
        let size = size(header).ok_or("it is not a tar archive, or it is damaged")?;
        let (body, rest) = rest.split_at_checked(size).ok_or(CUT)?;
        // Only files matter, and not entries with more about the next one.
        if let [b'0' | 0] = field(header, 156, 1) {
            let name = name(header);
            if !inside(Path::new(&name)) {
                return Err(format!("“{}” would lie outside of the folder", name.escape_debug()));
            }
            all.push((name, body));
        }
        let filling = size.next_multiple_of(BLOCK) - size;
        bytes = rest.split_at_checked(filling).ok_or(CUT)?.1;
    }
    // Some programs leave out the empty block at the end.
    if bytes.is_empty() { Ok(all) } else { Err(CUT.to_owned()) }
}

const CUT: &str = "it ends in the middle";

/// The size of the file, if the header is valid: it contains the sum of its bytes, with those of
/// the sum itself counted as spaces.
fn size(header: &[u8]) -> Option<usize> {
    let counted =
        |(nth, &byte): (usize, &u8)| u64::from(if (148..156).contains(&nth) { b' ' } else { byte });
    let sum: u64 = header.iter().enumerate().map(counted).sum();
    let size = usize::try_from(octal(field(header, 124, 12))?).ok()?;
    (octal(field(header, 148, 8))? == sum).then_some(size)
}

fn name(header: &[u8]) -> String {
    let text = |field: &[u8]| {
        let text = field.split(|&byte| byte == 0).next().unwrap_or_default();
        String::from_utf8_lossy(text).into_owned()
    };
    let (name, prefix) = (text(field(header, 0, 100)), text(field(header, 345, 155)));
    match field(header, 257, 6) {
        b"ustar\0" if !prefix.is_empty() => format!("{prefix}/{name}"),
        _ => name,
    }
}

fn field(header: &[u8], from: usize, length: usize) -> &[u8] {
    header.get(from..from + length).unwrap_or_default()
}

fn octal(field: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(field).ok()?;
    u64::from_str_radix(text.trim_matches(['\0', ' ']), 8).ok()
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
            [(0, name), (124, &size), (148, "        "), (257, "ustar"), (345, prefix)]
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
