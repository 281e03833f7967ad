//! `luna data`: public data sets that Luna uses, fetched from their publishers.

mod conceptnet;
mod tar;

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use flate2::read::MultiGzDecoder;
use luna_app::provenance::checksum;
use luna_machines::fetch::fetch;
use luna_text::wordnet::{self, WordNet};
use serde_json::json;

use crate::failure::Failure;
use crate::print::Printer;
use crate::progress::Progress;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Fetch a data set, unless it is already there
    #[command(subcommand)]
    Fetch(Dataset),
}

#[derive(Subcommand)]
pub(crate) enum Dataset {
    /// WordNet, the dictionary with which `luna predict` compares words
    Wordnet(Wordnet),
    #[command(about = "ConceptNet 4, the assertions that `luna battery` can answer from")]
    Conceptnet(conceptnet::Conceptnet),
}

#[derive(Args)]
pub(crate) struct Wordnet {
    /// The archive (tar.gz) with its files: a URL or a file
    #[arg(long, value_name = "URL", default_value = PRINCETON)]
    from: String,
    /// The expected SHA-256 checksum of the archive [default: that of the default archive]
    #[arg(long, value_name = "HEX", default_value = CHECKSUM, hide_default_value = true)]
    sha256: String,
    /// The folder for the files [default: ~/.local/share/luna/wordnet, where luna looks for them]
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    again: bool,
}

const PRINCETON: &str = "https://wordnetcode.princeton.edu/3.0/WNdb-3.0.tar.gz";
/// The checksum of that archive, which has 10.5 MB.
const CHECKSUM: &str = "658b1ba191f5f98c2e9bae3e25c186013158f30ef779f191d2a44e5d25046dc8";
/// The maximum size. WordNet has 34 MB.
const LARGEST: usize = 200_000_000;
/// The parts of speech. Files of others are left out.
const PARTS: [&str; 4] = ["noun", "verb", "adj", "adv"];

impl Dataset {
    pub(crate) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        match self {
            Dataset::Wordnet(wordnet) => wordnet.run(out),
            Dataset::Conceptnet(conceptnet) => conceptnet.run(out),
        }
    }
}

impl Wordnet {
    fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let to = self.to.clone().or_else(|| wordnet::user_folder(|name| std::env::var_os(name)));
        let to = to.ok_or_else(|| {
            Failure::refused(
                "Neither $HOME nor $XDG_DATA_HOME says where your files are; please name a folder \
                 with --to.",
            )
        })?;
        let shown = to.display();
        match look_into(&to)? {
            Destination::Dictionary if !self.again => {
                let line = json!({ "folder": shown.to_string(), "fetched": false });
                let words = format_args!("WordNet is already in {shown}; --again replaces it.");
                out.result(&line, words)?;
                return Ok(());
            }
            Destination::Others => {
                return Err(Failure::refused(format!(
                    "{shown} has other files, and is left as it is; please name another folder \
                     with --to."
                )));
            }
            Destination::Dictionary | Destination::Nothing => {}
        }
        let archive = archive(&self.from)?;
        let wrong = |why: String| Failure::refused(format!("cannot use {}: {why}.", self.from));
        check(&archive, &self.sha256).map_err(wrong)?;
        let unpacked = unpack(&archive).map_err(wrong)?;
        let files = dictionary(&unpacked).map_err(wrong)?;
        install(&files, &to, wrong)?;
        let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        let (count, megabytes) = (files.len(), bytes.div_ceil(1_000_000));
        let line = json!({
            "folder": shown.to_string(), "fetched": true, "files": count, "bytes": bytes,
        });
        let words = format_args!("WordNet is in {shown}: {count} files, {megabytes} MB.");
        out.result(&line, words)?;
        Ok(())
    }
}

/// The bytes of an archive at a URL or in a file.
fn archive(from: &str) -> Result<Vec<u8>, Failure> {
    if !from.contains("://") {
        let cannot = |error| Failure::refused(format!("cannot read {from}: {error}"));
        let mut bytes = Vec::new();
        let file = std::fs::File::open(from).map_err(cannot)?;
        file.take(one_too_many()).read_to_end(&mut bytes).map_err(cannot)?;
        return Ok(bytes);
    }
    let begun = Progress::now();
    let tell = |done, of: Option<usize>| begun.tell(done, of.unwrap_or(LARGEST));
    let runtime = tokio::runtime::Runtime::new()?;
    let fetched = runtime.block_on(fetch(from, LARGEST, tell));
    begun.end();
    fetched.map_err(|why| Failure::refused(format!("cannot fetch {from}: {why}")))
}

/// Refuses an archive whose checksum is not the one that is wanted.
fn check(archive: &[u8], wanted: &str) -> Result<(), String> {
    let found = checksum(archive);
    if found.eq_ignore_ascii_case(wanted) {
        return Ok(());
    }
    Err(format!(
        "its checksum is {found} and not {wanted}, so it is another file, or it was damaged on the way"
    ))
}

/// The content of the destination folder.
enum Destination {
    Nothing,
    /// A dictionary and nothing else.
    Dictionary,
    Others,
}

fn look_into(folder: &Path) -> Result<Destination, Failure> {
    let cannot = |error: std::io::Error| {
        Failure::refused(format!("cannot look into {}: {error}", folder.display()))
    };
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Destination::Nothing);
        }
        entries => entries.map_err(cannot)?,
    };
    let mut found = Destination::Nothing;
    for entry in entries {
        if !entry.map_err(cannot)?.file_name().to_str().is_some_and(is_of_dictionary) {
            return Ok(Destination::Others);
        }
        found = Destination::Dictionary;
    }
    Ok(found)
}

fn is_of_dictionary(name: &str) -> bool {
    let part =
        name.strip_prefix("index.").or(name.strip_prefix("data.")).or(name.strip_suffix(".exc"));
    part.is_some_and(|part| PARTS.contains(&part))
}

/// One byte more than the maximum size.
fn one_too_many() -> u64 {
    u64::try_from(LARGEST).unwrap_or(u64::MAX).saturating_add(1)
}

fn unpack(archive: &[u8]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    MultiGzDecoder::new(archive).take(one_too_many()).read_to_end(&mut bytes).map_err(|error| {
        match error.kind() {
            std::io::ErrorKind::UnexpectedEof => "it is incomplete".to_owned(),
            _ => "it is not compressed with gzip, or it is damaged".to_owned(),
        }
    })?;
    if bytes.len() > LARGEST {
        return Err(format!("unpacked, it is larger than {} MB", LARGEST / 1_000_000));
    }
    Ok(bytes)
}

/// The files of the dictionary with their names, from the folder `dict` or from none.
fn dictionary(archive: &[u8]) -> Result<Vec<(String, &[u8])>, String> {
    let mut files = tar::files(archive)?;
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

/// Writes the files next to their destination, and moves them there when they are readable. Only
/// then are existing files removed.
fn install(
    files: &[(String, &[u8])],
    to: &Path,
    wrong: impl Fn(String) -> Failure,
) -> Result<(), Failure> {
    let cannot =
        |error: std::io::Error| Failure::refused(format!("cannot write {}: {error}", to.display()));
    let within = to.parent().filter(|parent| !parent.as_os_str().is_empty());
    let within = within.unwrap_or(Path::new("."));
    std::fs::create_dir_all(within).map_err(cannot)?;
    let part = TemporaryFolder(within.join(format!(".wordnet-{}", std::process::id())));
    let (new, old) = (part.0.join("new"), part.0.join("old"));
    std::fs::create_dir_all(&new).map_err(cannot)?;
    for (name, bytes) in files {
        std::fs::write(new.join(name), bytes).map_err(cannot)?;
    }
    WordNet::open(&new).map_err(|error| {
        let why = error.to_string();
        wrong(why.replace(&format!("{}/", new.display()), ""))
    })?;
    if to.exists() {
        std::fs::rename(to, &old).map_err(cannot)?;
    }
    std::fs::rename(new, to).map_err(|error| {
        drop(std::fs::rename(old, to));
        cannot(error)
    })
}

/// A folder that is removed in the end.
struct TemporaryFolder(PathBuf);

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}
