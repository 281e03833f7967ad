//! Reads WordNet's files. An error names the file and the line.

mod line;

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use self::line::{Entry, Pointer, Relation, Sense};
use super::adjacency::AdjacencyLists;
use super::database::{Antonym, PartOfSpeech, Synset, WordNet, Words};
use crate::interner::{to_u32, to_usize};
use crate::read_error::shown;

/// An error in WordNet's files.
#[derive(Debug)]
pub struct Error {
    path: PathBuf,
    /// From 1; 0 if no line is at fault.
    line: usize,
    why: String,
}

/// Limit of the depth, ten times that of any real chain; a deeper one is a cycle.
const DEEPEST: u8 = 250;

struct File {
    path: PathBuf,
    text: String,
}

/// A data file with unresolved pointers: the line and the pointers of each synset.
struct Data {
    file: File,
    lines: Vec<usize>,
    pointers: AdjacencyLists<Pointer>,
}

impl WordNet {
    /// Reads a folder with `index.noun`, `data.noun` and so on. Without `noun.exc` and the like,
    /// irregular forms are unknown.
    pub fn open(folder: &Path) -> Result<WordNet, Error> {
        WordNet::read(folder, |path| fs::read(path))
    }

    /// Reads the files by path from any source.
    pub fn read(
        folder: &Path,
        bytes: impl Fn(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<WordNet, Error> {
        let open = |path: PathBuf| File::read(bytes(&path), path);
        let mut net = WordNet::default();
        let mut all = Vec::new();
        for part in PartOfSpeech::ALL {
            let file = open(folder.join(format!("data.{}", part.name())))?;
            all.push((part, net.read_synsets(part, file)?));
        }
        for (part, data) in &all {
            net.resolve(*part, data)?;
        }
        net.find_depths(&all)?;
        for part in PartOfSpeech::ALL {
            net.read_index(part, &open(folder.join(format!("index.{}", part.name())))?)?;
            let path = folder.join(format!("{}.exc", part.name()));
            let none_if_missing = |error: io::Error| match error.kind() {
                io::ErrorKind::NotFound => Ok(Vec::new()),
                _ => Err(error),
            };
            let exceptions = bytes(&path).or_else(none_if_missing);
            net.read_exceptions(part, &File::read(exceptions, path)?)?;
        }
        Ok(net)
    }

    fn read_synsets(&mut self, part: PartOfSpeech, file: File) -> Result<Data, Error> {
        let first = to_u32(self.count());
        let (mut offsets, mut lines, mut pointers) =
            (Vec::new(), Vec::new(), AdjacencyLists::default());
        for (line, text) in file.lines() {
            let sense = Sense::read(text, part).map_err(|why| file.wrong(line, why))?;
            let offset = sense.offset;
            if let Some(last) = offsets.last().filter(|&&last| last >= offset) {
                let why = format!("the offset {offset} comes after {last}, and is to be higher");
                return Err(file.wrong(line, why));
            }
            offsets.push(offset);
            lines.push(line);
            self.lemmas.add(sense.lemmas.into_iter().map(|lemma| self.names.intern(lemma)));
            self.broad_senses.push(sense.file);
            pointers.add(sense.pointers);
        }
        *self.words_mut(part) = Words { first, offsets, ..Words::default() };
        Ok(Data { file, lines, pointers })
    }

    fn resolve(&mut self, part: PartOfSpeech, data: &Data) -> Result<(), Error> {
        for (nth, &line) in (0..).zip(&data.lines) {
            let of = Synset(self.words(part).first.saturating_add(nth));
            let mut above = Vec::new();
            for pointer in data.pointers.get(nth) {
                let to = self.at(pointer.part, pointer.offset).ok_or_else(|| {
                    let (offset, part) = (pointer.offset, pointer.part.name());
                    data.file
                        .wrong(line, format!("points to {offset:08}, which data.{part} has not"))
                })?;
                match pointer.relation {
                    Relation::Hypernym => above.push(to),
                    Relation::Antonym { lemma, opposite } => {
                        self.antonyms.push(Antonym { of, lemma, synset: to, opposite });
                    }
                }
            }
            self.hypernyms.add(above);
        }
        Ok(())
    }

    /// Raises depths until they are stable.
    fn find_depths(&mut self, all: &[(PartOfSpeech, Data)]) -> Result<(), Error> {
        let count = self.count();
        self.depths = vec![0; count];
        let mut deeper = true;
        while deeper {
            deeper = false;
            for nth in 0..to_u32(count) {
                let above = |synset: &Synset| self.depths.get(to_usize(synset.0)).copied();
                let above = self.hypernyms.get(nth).iter().filter_map(above).max();
                let depth = above.map_or(0, |above| above.saturating_add(1));
                if depth > DEEPEST {
                    return Err(self.circle(Synset(nth), all));
                }
                if let Some(known) =
                    self.depths.get_mut(to_usize(nth)).filter(|known| **known < depth)
                {
                    *known = depth;
                    deeper = true;
                }
            }
        }
        Ok(())
    }

    fn count(&self) -> usize {
        self.words.iter().map(|words| words.offsets.len()).sum()
    }

    /// Follows hypernyms upwards into the cycle, to name one of its synsets.
    fn circle(&self, mut synset: Synset, all: &[(PartOfSpeech, Data)]) -> Error {
        for _ in 0..=DEEPEST {
            let above = self.hypernyms(synset).iter().copied();
            synset = above.max_by_key(|&above| self.depth(above)).unwrap_or(synset);
        }
        let of = self.part(synset);
        let nth = to_usize(synset.0.saturating_sub(self.words(of).first));
        let why = "its hypernyms have no end: they go in a circle".to_owned();
        match all.iter().find(|(part, _)| *part == of) {
            Some((_, data)) => data.file.wrong(data.lines.get(nth).copied().unwrap_or(0), why),
            None => Error { path: PathBuf::new(), line: 0, why },
        }
    }

    fn read_index(&mut self, part: PartOfSpeech, file: &File) -> Result<(), Error> {
        for (line, text) in file.lines() {
            let wrong = |why| file.wrong(line, why);
            let Entry { lemma, offsets } = Entry::read(text).map_err(wrong)?;
            let mut senses = Vec::with_capacity(offsets.len());
            for offset in offsets {
                let missing =
                    || wrong(format!("names {offset:08}, which data.{} has not", part.name()));
                senses.push(self.at(part, offset).ok_or_else(missing)?);
            }
            let words = self.words_mut(part);
            let next = to_u32(words.lemmas.len());
            if words.lemmas.intern(lemma) != next {
                return Err(wrong(format!("'{}' is listed a second time", shown(lemma))));
            }
            words.senses.add(senses);
        }
        match self.words(part).lemmas.len() {
            0 => Err(file.wrong(0, "there is no word in it".to_owned())),
            _ => Ok(()),
        }
    }

    /// The last line of a repeated form counts.
    fn read_exceptions(&mut self, part: PartOfSpeech, file: &File) -> Result<(), Error> {
        let words = self.words_mut(part);
        for (line, text) in file.lines() {
            let mut forms = text.split_ascii_whitespace().map(str::to_owned);
            let (form, bases) = (forms.next().unwrap_or_default(), forms.collect::<Vec<_>>());
            if bases.is_empty() {
                return Err(
                    file.wrong(line, format!("'{}' has no base form beside it", shown(&form)))
                );
            }
            words.exceptions.insert(form, bases);
        }
        Ok(())
    }
}

impl File {
    fn read(bytes: io::Result<Vec<u8>>, path: PathBuf) -> Result<File, Error> {
        let wrong = |line, why| Error { path: path.clone(), line, why };
        let bytes = bytes.map_err(|error| wrong(0, format!("cannot be read: {error}")))?;
        if to_u32(bytes.len()) == u32::MAX {
            return Err(wrong(0, "is too large for a file of WordNet's".to_owned()));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let before = error.as_bytes().get(..valid).unwrap_or_default();
            wrong(before.split(|&byte| byte == b'\n').count(), "is not UTF-8 text".to_owned())
        })?;
        Ok(File { path, text })
    }

    /// Numbered lines, without the indented licence and empty lines.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = (1..).zip(self.text.split('\n'));
        lines.filter(|(_, line)| !line.starts_with(' ') && !line.trim_ascii().is_empty())
    }

    fn wrong(&self, line: usize, why: String) -> Error {
        Error { path: self.path.clone(), line, why }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, why) = (self.path.display(), &self.why);
        match self.line {
            0 => write!(f, "{path}: {why}"),
            line => write!(f, "{path}, line {line}: {why}"),
        }
    }
}

impl std::error::Error for Error {}
