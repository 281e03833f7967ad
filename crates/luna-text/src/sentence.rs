//! Sentence embeddings: runs a sentence-transformers model from its folder on the CPU.

mod bert;
mod config;
mod error;
mod safetensors;
mod wordpiece;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use rayon::prelude::*;

use self::bert::Bert;
use self::config::{Config, Pooling};
pub use self::error::Error;
use self::error::unreadable;
use self::safetensors::SafeTensors;
use self::wordpiece::WordPiece;

/// An encoder like all-MiniLM-L6-v2: uncased BERT with mean or first-token pooling.
pub struct Encoder {
    pieces: WordPiece,
    bert: Bert,
    pooling: Pooling,
    /// Maximum number of tokens of a text, with the two that enclose it.
    most: usize,
}

/// Tokens of a batch: enough to keep the processor busy, few enough for its cache.
const TOGETHER: usize = 512;

/// Size limit of the small files, in bytes.
const LARGEST: u64 = 1 << 26;

impl Encoder {
    /// Reads `config.json`, `modules.json`, `1_Pooling/config.json`, `vocab.txt` or else
    /// `tokenizer.json`, and `model.safetensors`; optionally `sentence_bert_config.json` and
    /// `tokenizer_config.json`.
    pub fn open(folder: &Path) -> Result<Encoder, Error> {
        let file = |name: &str| {
            let mut bytes = Vec::new();
            File::open(folder.join(name))?.take(LARGEST).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        Encoder::read(file, || File::open(folder.join(WEIGHTS)))
            .map_err(|(name, why)| Error { path: folder.join(name), why })
    }

    /// Reads the files by name from any source. An error comes with the name of its file.
    pub fn read<R: Read + Seek>(
        file: impl Fn(&str) -> io::Result<Vec<u8>>,
        weights: impl FnOnce() -> io::Result<R>,
    ) -> Result<Encoder, (&'static str, String)> {
        let config = Config::read(&file)?;
        let pieces = WordPiece::read(&file)?;
        let in_weights = |why| (WEIGHTS, why);
        let source = weights().map_err(|error| in_weights(unreadable(&error)))?;
        let mut tensors = SafeTensors::read(source).map_err(in_weights)?;
        let bert = Bert::read(&mut tensors, &config.bert).map_err(in_weights)?;
        check_count(&pieces, config.bert.words)?;
        let encoder = Encoder { pieces, bert, pooling: config.pooling, most: config.most };
        if encoder.embed(&[""]).iter().flatten().all(|&number| number == 0.0) {
            let why = "the numbers are so large that they overflow";
            return Err(in_weights(why.to_owned()));
        }
        Ok(encoder)
    }

    pub fn dimensions(&self) -> usize {
        self.bert.dimensions()
    }

    /// Embeds each text as a unit vector, on all processors; a long text is truncated to the
    /// model's limit. The dot product of two embeddings is their cosine.
    pub fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        let mut pieces: Vec<(usize, Vec<usize>)> =
            texts.iter().map(|text| self.pieces.encode(text, self.most)).enumerate().collect();
        // The longest first, so that none is left alone at the end.
        pieces.sort_by_key(|(_, pieces)| usize::MAX - pieces.len());
        let embed = |batch: &&[(usize, Vec<usize>)]| {
            let texts: Vec<&[usize]> = batch.iter().map(|(_, pieces)| &pieces[..]).collect();
            let vectors = self.bert.embed(&texts, self.pooling);
            batch.iter().map(|(nth, _)| *nth).zip(vectors).collect::<Vec<_>>()
        };
        let batches = batches(&pieces, rayon::current_num_threads());
        let mut vectors: Vec<(usize, Vec<f32>)> =
            batches.par_iter().with_max_len(1).flat_map_iter(embed).collect();
        vectors.sort_unstable_by_key(|(nth, _)| *nth);
        vectors.into_iter().map(|(_, vector)| vector).collect()
    }
}

const WEIGHTS: &str = "model.safetensors";

/// Compares the vocabulary with the model's size. A truncated list would make most words unknown; a
/// truncated tokenizer file is not JSON, and a whole one may omit tokens.
fn check_count(pieces: &WordPiece, known: usize) -> Result<(), (&'static str, String)> {
    let count = pieces.count();
    let hint = match count.cmp(&known) {
        Ordering::Less if pieces.listed() => ": it is cut short, or of another model",
        Ordering::Less | Ordering::Equal => return Ok(()),
        Ordering::Greater => "",
    };
    Err((pieces.file(), format!("has {count} pieces, and the model knows {known}{hint}")))
}

/// Divides texts into batches, several per processor.
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
