//! `luna battery judgments`: what a space of concepts predicts, beside people's judgments.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_lab::battery::judgments::{grid, lines, read, run, table};
use luna_text::knowledge::{Builder, KnowledgeBase};

use super::{text, wrong};
use crate::failure::Failure;
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

#[derive(Args)]
pub(crate) struct Judgments {
    /// The judgments: a table with relation, head, tail, rating and `in_conceptnet4`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The assertions, as for `import`; none is left out
    #[arg(long, required = true, value_name = "FILE")]
    assertions: PathBuf,
    /// The seed that splits the judgments into halves; the same seed gives the same numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Judgments {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let mut builder = Builder::default();
        builder.read(&text(&self.assertions)?).map_err(|why| wrong(&self.assertions, why))?;
        let base = KnowledgeBase::from_bytes(builder.build(|_| false).bytes)
            .map_err(|why| wrong(&self.assertions, why))?;
        let judgments = read(&text(&self.file)?, &base).map_err(|why| wrong(&self.file, why))?;
        let begun = Progress::now();
        let tell = |done, of| begun.tell(done, of);
        let outcome = run(&base, &judgments, &grid(), self.seed, &tell);
        begun.end();
        if out.is_json() {
            return Ok(lines(&outcome).iter().try_for_each(|line| out.line(line))?);
        }
        let [rows, columns, entries] = outcome.matrix;
        writeln!(out, "{rows} concepts, {columns} features, {entries} entries.")?;
        for (half, choice) in ["first", "second"].into_iter().zip(&outcome.halves) {
            writeln!(out, "For the {half} half: {}.", choice.setting.words())?;
        }
        write!(out, "\n{}", table(&outcome).text())?;
        let seconds = begun.seconds();
        writeln!(out, "\n{seconds:.2} s")?;
        Ok(())
    }
}
