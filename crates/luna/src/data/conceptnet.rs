//! `luna data fetch conceptnet`: the assertions of `ConceptNet` 4, fetched and put together into the
//! knowledge base.

use std::path::PathBuf;

use clap::Args;
use luna_app::battery::rude_word_filter;
use luna_machines::tossup_file::unpack as text;
use luna_text::knowledge::Builder;
use serde_json::json;

use super::{archive, check, tar, unpack};
use crate::battery::import::{destination, replace, summary};
use crate::failure::Failure;
use crate::print::Printer;

/// As text, because a comment would show the names as code.
const FROM: &str = "The archive (tar.gz) with its graph: a URL or a file [default: the source archive of \
                    Divisi2 2.2.5, 10.9 MB, from the Python Package Index]";

#[derive(Args)]
pub(crate) struct Conceptnet {
    #[arg(long, value_name = "URL", default_value = DIVISI, hide_default_value = true, help = FROM)]
    from: String,
    /// The expected SHA-256 checksum of the archive [default: that of the default archive]
    #[arg(long, value_name = "HEX", default_value = CHECKSUM, hide_default_value = true)]
    sha256: String,
    /// The file of the knowledge base [default: ~/.local/share/luna/knowledge.base, where luna looks
    /// for it]
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Replace an existing knowledge base
    #[arg(long)]
    again: bool,
}

/// Divisi2, the program of the authors of `ConceptNet` 4, comes with its English assertions.
const DIVISI: &str = "https://files.pythonhosted.org/packages/10/64/\
                      41ab747dda5bbf79646b3ee7b7c85a3460d8e1db6e3748701a1c01d8fea0/Divisi2-2.2.5.tar.gz";
const CHECKSUM: &str = "0de34af7b53c092fb023470b2cf20cfbd9fb78d18f811775336281bc987d3273";
const BYTES: usize = 10_924_871;
/// The graph's place in the archive.
const GRAPH: &str = "data/graphs/conceptnet_en.graph.gz";

impl Conceptnet {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let to = destination(self.to.as_deref())?;
        let shown = to.display();
        if to.exists() && !self.again {
            let line = json!({ "to": shown.to_string(), "fetched": false });
            let words =
                format_args!("A knowledge base is already in {shown}; --again replaces it.");
            return Ok(out.result(&line, words)?);
        }
        let packed = archive(&self.from)?;
        let wrong = |why: String| Failure::refused(format!("cannot use {}: {why}.", self.from));
        if let Some(fault) = self.fault(&packed) {
            return Err(wrong(fault));
        }
        let unpacked = unpack(&packed).map_err(wrong)?;
        let files = tar::files(&unpacked).map_err(wrong)?;
        let graph = files.iter().find(|(name, _)| name.ends_with(GRAPH)).map(|(_, bytes)| *bytes);
        let graph = graph.ok_or_else(|| wrong(format!("it has no {GRAPH}")))?;
        let mut builder = Builder::default();
        let read = text(graph)
            .map_err(|why| why.to_string())
            .and_then(|text| builder.read(&text).map(drop).map_err(|why| why.to_string()));
        read.map_err(|why| wrong(format!("{GRAPH}: {why}")))?;
        let built = builder.build(rude_word_filter());
        replace(&to, &built.bytes)?;
        summary(&to, &built, out)
    }

    /// The difference from the archive that is wanted.
    fn fault(&self, packed: &[u8]) -> Option<String> {
        let (length, wanted) = (packed.len(), &self.sha256);
        if wanted == CHECKSUM && length != BYTES {
            return Some(format!(
                "it has {length} bytes and not {BYTES}, so it is another file, or it was damaged on the way"
            ));
        }
        check(packed, wanted).err()
    }
}
