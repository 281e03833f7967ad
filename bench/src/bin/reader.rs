//! Words of English read in a second of the processor: tokens, tags, base forms and trees; and how much
//! of a treebank is read right. NLTK's tagger, if it is installed, has the same words to tag.
#![expect(clippy::print_stdout, reason = "a measurement")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::table;
use luna_bench::server::cpu;
use luna_text::reading::{Accuracy, Reader, Sentence, read_conllu};

#[derive(Parser)]
#[command(about = "Words read in a second, compared with NLTK's tagger")]
struct Arguments {
    /// A treebank in CoNLL-U, not compressed
    treebank: PathBuf,
    /// The number of runs; the median counts
    #[arg(long, default_value_t = 5)]
    times: usize,
    /// The treebank on which NLTK's tagger is trained; without it, it is left out
    #[arg(long)]
    peer_training: Option<PathBuf>,
    /// The Python that has NLTK
    #[arg(long, default_value = "target/peers/reader/bin/python")]
    python: PathBuf,
}

/// Trains on the first line of the input and tags the second one; prints the seconds that tagging
/// takes, and the part of the tags that are right.
const NLTK: &str = "\
import json, sys, time
from nltk.tag.perceptron import PerceptronTagger
training, measured = [json.loads(line) for line in sys.stdin]
tagger = PerceptronTagger(load=False)
tagger.train([[tuple(pair) for pair in sentence] for sentence in training])
begun = time.process_time()
found = [tagger.tag([form for form, _ in sentence]) for sentence in measured]
seconds = time.process_time() - begun
pairs = [(a[1], b[1]) for one, other in zip(found, measured) for a, b in zip(one, other)]
print(json.dumps([seconds, sum(a == b for a, b in pairs) / len(pairs)]))
";

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let treebank = read(&arguments.treebank)?;
    let words: usize = treebank.iter().map(|sentence| sentence.tokens.len()).sum();
    ensure!(words > 0, "{} has no sentences", arguments.treebank.display());
    let model = include_bytes!("../../../crates/luna-text/data/reader/english.model");
    let (mut loads, mut gold, mut raw) = (vec![], vec![], vec![]);
    let reader = Reader::from_bytes(model)?;
    let plain = plain_text(&treebank);
    for _ in 0..arguments.times.max(1) {
        loads.push(seconds(|| drop(Reader::from_bytes(model)))?);
        gold.push(seconds(|| {
            for sentence in &treebank {
                reader.analyse(&forms(sentence));
            }
        })?);
        raw.push(seconds(|| drop(reader.read(&plain)))?);
    }
    let peer = match &arguments.peer_training {
        Some(path) => Some(nltk(&arguments.python, &read(path)?, &treebank)?),
        None => None,
    };
    let accuracy = Accuracy::of(&reader, &treebank);
    let rate = |seconds: &mut [f64]| format!("{:.0}", luna_learn::float(words) / median(seconds));
    let share = |count: usize| format!("{:.2} %", 100.0 * accuracy.share(count));
    let (their_rate, their_tags) = match peer {
        Some((seconds, right)) => (rate(&mut [seconds]), format!("{:.2} %", 100.0 * right)),
        None => ("–".to_owned(), "–".to_owned()),
    };
    let rows = [
        ["loading the model, ms", &format!("{:.0}", 1000.0 * median(&mut loads))],
        ["bytes of the model", &model.len().to_string()],
        ["words a second: tags, base forms and trees", &rate(&mut gold)],
        ["words a second from plain text", &rate(&mut raw)],
        ["words a second: Penn tags alone, NLTK", &their_rate],
        ["Penn tags, NLTK", &their_tags],
        ["universal tags", &share(accuracy.universal_tags)],
        ["Penn tags", &share(accuracy.penn_tags)],
        ["base forms", &share(accuracy.lemmas)],
        ["heads (UAS)", &share(accuracy.heads)],
        ["heads and relations (LAS)", &share(accuracy.relations)],
    ];
    let rows: Vec<Vec<String>> = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
    print!("{}", table(&["measure", "value"], &rows));
    Ok(())
}

fn forms(sentence: &Sentence) -> Vec<&str> {
    sentence.tokens.iter().map(|token| token.form.as_str()).collect()
}

/// The sentences as a text, with the spaces between words that it had.
fn plain_text(treebank: &[Sentence]) -> String {
    let mut text = String::new();
    for sentence in treebank {
        let mut end = 0;
        for token in &sentence.tokens {
            text.extend(std::iter::repeat_n(' ', token.span.start.saturating_sub(end)));
            text.push_str(&token.form);
            end = token.span.end;
        }
        text.push_str("\n\n");
    }
    text
}

/// Processor time of some work.
fn seconds(work: impl FnOnce()) -> Result<f64> {
    let begun = cpu("self")?;
    work();
    Ok(cpu("self")?.saturating_sub(begun).as_secs_f64())
}

/// Processor time of NLTK's tagger, and the part of its tags that are right.
fn nltk(python: &Path, training: &[Sentence], treebank: &[Sentence]) -> Result<(f64, f64)> {
    let mut child = Command::new(python)
        .args(["-c", NLTK])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {}", python.display()))?;
    let mut input = child.stdin.take().context("python has no input")?;
    for sentences in [training, treebank] {
        let pairs: Vec<Vec<(&str, &str)>> = sentences
            .iter()
            .map(|it| it.tokens.iter().map(|it| (it.form.as_str(), it.penn.name())).collect())
            .collect();
        writeln!(input, "{}", serde_json::to_string(&pairs)?)?;
    }
    drop(input);
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "NLTK's tagger failed");
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn read(path: &Path) -> Result<Vec<Sentence>> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    Ok(read_conllu(&text)?)
}

fn median(seconds: &mut [f64]) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied().unwrap_or(f64::NAN)
}
