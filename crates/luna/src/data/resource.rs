//! Resources: large archives of others, each with its address, size, checksum and licence, and how one is fetched.

use std::io::Read as _;
use std::path::PathBuf;

use clap::{Arg, Args};
use flate2::read::MultiGzDecoder;
use luna_app::provenance::checksum;
use luna_machines::fetch::fetch;
use luna_text::user_data;

use super::tar;
use crate::failure::Failure;
use crate::terminal::progress::Progress;

/// An archive (tar.gz) and where it is published.
pub(super) struct Resource {
    name: &'static str,
    url: &'static str,
    bytes: usize,
    sha256: &'static str,
    licence: &'static str,
    /// The file or folder among the user's data that is made of it.
    place: &'static str,
}

pub(super) const WORDNET: Resource = Resource {
    name: "WordNet 3.0",
    url: "https://wordnetcode.princeton.edu/3.0/WNdb-3.0.tar.gz",
    bytes: 10_518_425,
    sha256: "658b1ba191f5f98c2e9bae3e25c186013158f30ef779f191d2a44e5d25046dc8",
    licence: "WordNet 3.0 license",
    place: "wordnet",
};

/// The program of the authors of `ConceptNet` 4 comes with its English assertions.
pub(super) const CONCEPTNET: Resource = Resource {
    name: "the source of Divisi2 2.2.5",
    url: "https://files.pythonhosted.org/packages/10/64/\
          41ab747dda5bbf79646b3ee7b7c85a3460d8e1db6e3748701a1c01d8fea0/Divisi2-2.2.5.tar.gz",
    bytes: 10_924_871,
    sha256: "0de34af7b53c092fb023470b2cf20cfbd9fb78d18f811775336281bc987d3273",
    licence: "GPL-3.0",
    place: "knowledge.base",
};

/// The maximum size of an archive, packed or not. WordNet has 34 MB.
const LARGEST: usize = 200_000_000;

#[derive(Args)]
pub(crate) struct Options {
    #[arg(long, value_name = "URL")]
    from: Option<String>,
    /// The expected SHA-256 checksum of the archive [default: that of the default archive]
    #[arg(long, value_name = "HEX")]
    sha256: Option<String>,
    #[arg(long, value_name = "PATH")]
    to: Option<PathBuf>,
    /// Replace what is already there
    #[arg(long)]
    pub(super) again: bool,
}

/// The files of an archive with their names.
pub(super) type Files<'a> = Vec<(String, &'a [u8])>;

impl Resource {
    /// Adds the help of the options that differ.
    pub(super) fn explain(&self, arg: Arg) -> Arg {
        let Resource { name, url, bytes, licence, place, .. } = self;
        let megabytes = bytes.div_ceil(1_000_000);
        let published = format!("{name}, {megabytes} MB, {licence}, from {url}");
        match arg.get_id().as_str() {
            "from" => {
                arg.help(format!("The archive (tar.gz): a URL or a file [default: {published}]"))
            }
            "to" => arg.help(format!(
                "The place for it [default: ~/.local/share/luna/{place}, where luna looks for it]"
            )),
            _ => arg,
        }
    }

    pub(super) fn destination(&self, options: &Options) -> Result<PathBuf, Failure> {
        let place = || user_data(|name| std::env::var_os(name), self.place);
        options.to.clone().or_else(place).ok_or_else(Failure::homeless)
    }

    /// Hands the files of the archive to `install`, with the refusal of an archive that cannot be used.
    pub(super) fn fetch<T>(
        &self,
        options: &Options,
        install: impl FnOnce(Files<'_>, &dyn Fn(String) -> Failure) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let from = options.from.as_deref().unwrap_or(self.url);
        let wrong = |why: String| Failure::refused(format!("cannot use {from}: {why}."));
        let packed = packed(from)?;
        self.check(&packed, options.sha256.as_deref().unwrap_or(self.sha256)).map_err(wrong)?;
        let unpacked = unpack(&packed).map_err(wrong)?;
        install(tar::files(&unpacked).map_err(wrong)?, &wrong)
    }

    /// Refuses an archive that is not the one that is wanted.
    fn check(&self, packed: &[u8], wanted: &str) -> Result<(), String> {
        let (found, length) = (checksum(packed), packed.len());
        let difference = if found.eq_ignore_ascii_case(wanted) {
            return Ok(());
        } else if wanted == self.sha256 && length != self.bytes {
            format!("it has {length} bytes and not {}", self.bytes)
        } else {
            format!("its checksum is {found} and not {wanted}")
        };
        Err(format!("{difference}, so it is another file, or it was damaged on the way"))
    }
}

/// The bytes of an archive at a URL or in a file.
fn packed(from: &str) -> Result<Vec<u8>, Failure> {
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
