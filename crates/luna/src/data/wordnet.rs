//! `luna data fetch wordnet`: the files of the dictionary, put into a folder.

use std::path::Path;

use luna_text::wordnet::WordNet;
use serde_json::json;

use super::resource::{Files, Options, WORDNET};
use crate::failure::Failure;
use crate::file::replace::replace;
use crate::terminal::print::Printer;

/// The parts of speech. Files of others are left out.
const PARTS: [&str; 4] = ["noun", "verb", "adj", "adv"];

pub(super) fn fetch(options: &Options, out: &mut Printer) -> Result<(), Failure> {
    let to = WORDNET.destination(options)?;
    let shown = to.display();
    if has_dictionary(&to)? && !options.again {
        let line = json!({ "folder": shown.to_string(), "fetched": false });
        let words = format_args!("WordNet is already in {shown}; --again replaces it.");
        return Ok(out.result(&line, words)?);
    }
    let (count, bytes) = WORDNET.fetch(options, |files, wrong| {
        let files = dictionary(files).map_err(wrong)?;
        let write = |new: &Path| {
            std::fs::create_dir(new)?;
            files.iter().try_for_each(|(name, bytes)| std::fs::write(new.join(name), bytes))
        };
        let check = |new: &Path| {
            let read = WordNet::open(new).map(drop).map_err(|error| error.to_string());
            read.map_err(|why| wrong(why.replace(&format!("{}/", new.display()), "")))
        };
        replace(&to, write, check)?;
        Ok((files.len(), files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>()))
    })?;
    let megabytes = bytes.div_ceil(1_000_000);
    let line = json!({
        "folder": shown.to_string(), "fetched": true, "files": count, "bytes": bytes,
    });
    let words = format_args!("WordNet is in {shown}: {count} files, {megabytes} MB.");
    Ok(out.result(&line, words)?)
}

/// Returns true if a folder has a dictionary. One with something else is refused.
fn has_dictionary(folder: &Path) -> Result<bool, Failure> {
    let shown = folder.display();
    let cannot = |error| Failure::refused(format!("cannot look into {shown}: {error}"));
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        entries => entries.map_err(cannot)?,
    };
    let mut found = false;
    for entry in entries {
        found = entry.map_err(cannot)?.file_name().to_str().is_some_and(is_of_dictionary);
        if !found {
            let why =
                "has other files, and is left as it is; please name another folder with --to.";
            return Err(Failure::refused(format!("{shown} {why}")));
        }
    }
    Ok(found)
}

fn is_of_dictionary(name: &str) -> bool {
    let part =
        name.strip_prefix("index.").or(name.strip_prefix("data.")).or(name.strip_suffix(".exc"));
    part.is_some_and(|part| PARTS.contains(&part))
}

/// The files of the dictionary, from the folder `dict` or from none.
fn dictionary(mut files: Files<'_>) -> Result<Files<'_>, String> {
    files.retain_mut(|(name, _)| {
        let bare = name.strip_prefix("./").unwrap_or(name);
        let (folder, file) = bare.rsplit_once('/').unwrap_or(("dict", bare));
        let kept = (folder == "dict" || folder.ends_with("/dict")) && is_of_dictionary(file);
        *name = file.to_owned();
        kept
    });
    if files.is_empty() {
        return Err("it has no index.noun, data.noun and so on".to_owned());
    }
    Ok(files)
}
