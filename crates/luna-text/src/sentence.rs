//! Sentences as vectors, so that those that mean alike lie near each other: a
//! model of sentence-transformers, read from its folder and run on the processor.

mod bert;
mod config;
mod error;
mod pieces;
mod tensors;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::sync::atomic::{self, AtomicUsize};
use std::thread;

use self::bert::Bert;
use self::config::{Config, Pooling};
pub use self::error::Error;
use self::error::unreadable;
use self::pieces::Pieces;
use self::tensors::Tensors;

/// A model of the kind of all-MiniLM-L6-v2: BERT, for text without capitals, whose
/// vectors are means over the pieces of a text, or that of the first.
pub struct Encoder {
    pieces: Pieces,
    bert: Bert,
    pooling: Pooling,
    /// Pieces of a text that are read at most, with the two that enclose it.
    most: usize,
}

/// Pieces that go through the layers together: enough to keep the processor busy,
/// few enough to stay near it.
const TOGETHER: usize = 512;

/// None of the small files is nearly as large; in bytes.
const LARGEST: u64 = 1 << 26;

impl Encoder {
    /// Reads `config.json`, `modules.json`, `1_Pooling/config.json`, `vocab.txt` or
    /// else `tokenizer.json`, and `model.safetensors`; what
    /// `sentence_bert_config.json` and `tokenizer_config.json` say counts if they
    /// are there.
    pub fn open(folder: &Path) -> Result<Encoder, Error> {
        let file = |name: &str| {
            let mut bytes = Vec::new();
            File::open(folder.join(name))?.take(LARGEST).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        Encoder::read(file, || File::open(folder.join(WEIGHTS)))
            .map_err(|(name, why)| Error { path: folder.join(name), why })
    }

    /// The same from files that lie anywhere, each asked for by its name. What is
    /// wrong comes with the name of its file.
    pub fn read<R: Read + Seek>(
        file: impl Fn(&str) -> io::Result<Vec<u8>>,
        weights: impl FnOnce() -> io::Result<R>,
    ) -> Result<Encoder, (&'static str, String)> {
        let config = Config::read(&file)?;
        let pieces = Pieces::read(&file)?;
        let in_weights = |why| (WEIGHTS, why);
        let source = weights().map_err(|error| in_weights(unreadable(&error)))?;
        let mut tensors = Tensors::read(source).map_err(in_weights)?;
        let bert = Bert::read(&mut tensors, &config.bert).map_err(in_weights)?;
        check_count(&pieces, config.bert.words)?;
        let encoder = Encoder { pieces, bert, pooling: config.pooling, most: config.most };
        if encoder.embed(&[""]).iter().flatten().all(|&number| number == 0.0) {
            let why = "the numbers are so large that nothing can be reckoned with them";
            return Err(in_weights(why.to_owned()));
        }
        Ok(encoder)
    }

    pub fn dimensions(&self) -> usize {
        self.bert.dimensions()
    }

    /// The vector of each text, of length 1; of its pieces as many are read as the
    /// model is made for. The cosine of two is the sum of
    /// their products. Runs on all processors.
    pub fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        let mut pieces: Vec<(usize, Vec<usize>)> =
            texts.iter().map(|text| self.pieces.of(text, self.most)).enumerate().collect();
        // The longest first, so that none is left to do alone at the end.
        pieces.sort_by_key(|(_, pieces)| usize::MAX - pieces.len());
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let batches = batches(&pieces, processors);
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            while let Some(batch) = batches.get(next.fetch_add(1, atomic::Ordering::Relaxed)) {
                let texts: Vec<&[usize]> = batch.iter().map(|(_, pieces)| &pieces[..]).collect();
                done.extend(
                    batch.iter().map(|(nth, _)| *nth).zip(self.bert.embed(&texts, self.pooling)),
                );
            }
            done
        };
        let mut vectors = thread::scope(|scope| {
            let others: Vec<_> =
                (1..processors.min(batches.len())).map(|_| scope.spawn(work)).collect();
            let mut done = work();
            for other in others {
                done.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            done
        });
        vectors.sort_unstable_by_key(|(nth, _)| *nth);
        vectors.into_iter().map(|(_, vector)| vector).collect()
    }
}

const WEIGHTS: &str = "model.safetensors";

/// Whether there are as many pieces as the model knows. A list that is cut short would make most
/// words unknown; a tokenizer that is cannot be read at all, and may leave some out.
fn check_count(pieces: &Pieces, known: usize) -> Result<(), (&'static str, String)> {
    let count = pieces.count();
    let hint = match count.cmp(&known) {
        Ordering::Less if pieces.listed() => ": it is cut short, or of another model",
        Ordering::Less | Ordering::Equal => return Ok(()),
        Ordering::Greater => "",
    };
    Err((pieces.file(), format!("has {count} pieces, and the model knows {known}{hint}")))
}

/// Texts that go together, some for each processor.
fn batches(texts: &[(usize, Vec<usize>)], processors: usize) -> Vec<&[(usize, Vec<usize>)]> {
    let all: usize = texts.iter().map(|(_, pieces)| pieces.len()).sum();
    let together = all.div_ceil(processors).min(TOGETHER);
    let mut batches = Vec::new();
    let mut rest = texts;
    while !rest.is_empty() {
        let mut sum = 0;
        let fits = rest.iter().take_while(|(_, pieces)| {
            sum += pieces.len();
            sum <= together
        });
        let (batch, after) = rest.split_at(fits.count().max(1));
        batches.push(batch);
        rest = after;
    }
    batches
}
