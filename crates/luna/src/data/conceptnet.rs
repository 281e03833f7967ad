//! `luna data fetch conceptnet`: the assertions of `ConceptNet` 4, put together into the knowledge base.

use luna_app::battery::rude_word_filter;
use luna_machines::tossup_file::unpack as text;
use luna_text::knowledge::Builder;
use serde_json::json;

use super::resource::{CONCEPTNET, Options};
use crate::battery::import::summary;
use crate::failure::Failure;
use crate::file::replace::replace_file;
use crate::terminal::print::Printer;

/// The graph's place in the archive.
const GRAPH: &str = "data/graphs/conceptnet_en.graph.gz";

pub(super) fn fetch(options: &Options, out: &mut Printer) -> Result<(), Failure> {
    let to = CONCEPTNET.destination(options)?;
    let shown = to.display();
    if to.exists() && !options.again {
        let line = json!({ "to": shown.to_string(), "fetched": false });
        let words = format_args!("A knowledge base is already in {shown}; --again replaces it.");
        return Ok(out.result(&line, words)?);
    }
    let built = CONCEPTNET.fetch(options, |files, wrong| {
        let graph = files.iter().find(|(name, _)| name.ends_with(GRAPH));
        let (_, graph) = graph.ok_or_else(|| wrong(format!("it has no {GRAPH}")))?;
        let text = text(graph).map_err(|why| wrong(format!("{GRAPH}: {why}")))?;
        let mut builder = Builder::default();
        builder.read(&text).map_err(|why| wrong(format!("{GRAPH}: {why}")))?;
        Ok(builder.build(rude_word_filter()))
    })?;
    replace_file(&to, &built.bytes)?;
    summary(&to, &built, out)
}
