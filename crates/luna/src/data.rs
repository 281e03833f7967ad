//! `luna data`: public data sets that Luna uses, fetched from their publishers; and `luna daily`, the
//! data that Luna releases of the daily moon.

mod conceptnet;
pub(crate) mod daily;
mod resource;
mod tar;
mod wordnet;

use clap::Subcommand;

use self::resource::{CONCEPTNET, Options, WORDNET};
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Fetch a data set, unless it is already there
    #[command(subcommand)]
    Fetch(Dataset),
}

#[derive(Subcommand)]
pub(crate) enum Dataset {
    /// WordNet, the dictionary with which `luna predict` compares words
    #[command(mut_args(|arg| WORDNET.explain(arg)))]
    Wordnet(Options),
    #[command(about = "ConceptNet 4, the assertions that `luna battery` can answer from")]
    #[command(mut_args(|arg| CONCEPTNET.explain(arg)))]
    Conceptnet(Options),
}

impl Dataset {
    pub(crate) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        match self {
            Dataset::Wordnet(options) => wordnet::fetch(options, out),
            Dataset::Conceptnet(options) => conceptnet::fetch(options, out),
        }
    }
}
