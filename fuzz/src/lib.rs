//! The fuzz targets. Each takes bytes as one or several files, reads them by the functions
//! that read the disk, and checks what comes of it. A test of the command includes this file
//! and runs each target over its seeds.

use std::collections::{HashMap, HashSet};
use std::io::{self, Cursor, Error};
use std::path::Path;

use luna_app::contest::file::{ContestFile, participants};
use luna_core::contest::keystroke_log::KeystrokeLog;
use luna_core::contest::schedule::Schedule;
use luna_core::quiz::answer_line::{AnswerLine, HeardText, Verdict};
use luna_lab::predict::dataset::{Problem, Scale};
use luna_lab::predict::read::{Layout, Persons, read_as};
use luna_learn::match_log::Log;
use luna_machines::question_file;
use luna_machines::question_generator::{Markup, Options, generate};
use luna_machines::tossup_file::{self, Format};
use luna_text::knowledge::{Builder, KnowledgeBase, Side};
use luna_text::reading::{Reader, entities, noun_phrases, read_conllu};
use luna_text::sentence::Encoder;
use luna_text::vectors::Vectors;
use luna_text::wordnet::{PartOfSpeech, WordNet};

/// A target by its name, which is also that of its seeds.
pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: [Target; 17] = [
    ("powergrading", powergrading),
    ("mohler_tables", mohler_tables),
    ("mohler_tree", mohler_tree),
    ("csv", csv),
    ("download", download),
    ("wordnet", wordnet),
    ("vectors", vectors),
    ("sentence", sentence),
    ("comparisons", comparisons),
    ("answer_line", answer_line),
    ("tossups", tossups),
    ("knowledge", knowledge),
    ("contest", contest),
    ("keystroke_log", keystroke_log),
    ("questions", questions),
    ("reading", reading),
    ("generator", generator),
];

/// Between two files.
const NEXT: &[u8] = b"\x1c\n\x1c";

/// Those that there are.
struct Files<'a>(HashMap<&'a str, &'a [u8]>);

impl<'a> Files<'a> {
    fn new(names: &[&'a str], mut data: &'a [u8]) -> Files<'a> {
        let mut files = HashMap::new();
        for (nth, &name) in names.iter().enumerate() {
            let end = data.windows(NEXT.len()).position(|bytes| bytes == NEXT);
            let Some(end) = end.filter(|_| nth + 1 < names.len()) else {
                files.insert(name, data);
                break;
            };
            files.insert(name, &data[..end]);
            data = &data[end + NEXT.len()..];
        }
        Files(files)
    }

    fn get(&self, name: &str) -> io::Result<Vec<u8>> {
        let bytes = self.0.get(name).ok_or_else(|| Error::from(io::ErrorKind::NotFound))?;
        Ok(bytes.to_vec())
    }

    fn at(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.get(path.to_str().unwrap_or_default())
    }
}

fn sentence_of(why: &str) {
    assert!(!why.is_empty() && why.lines().count() == 1 && why.len() < 2000, "{why}");
}

/// Powergrading's files.
pub fn powergrading(data: &[u8]) {
    problems(
        Layout::Powergrading,
        &["at/student_answers_698.tsv", "at/questions_answer_key.tsv"],
        data,
    );
}

/// Mohler's tables.
pub fn mohler_tables(data: &[u8]) {
    problems(Layout::MohlerTables, &["at/questions.tsv", "at/answers.tsv"], data);
}

/// Mohler's tree.
pub fn mohler_tree(data: &[u8]) {
    let files = ["at/raw/questions", "at/raw/answers", "at/raw/1.1", "at/scores/1.1/ave"];
    problems(Layout::MohlerTree, &files, data);
}

/// A CSV of responses and a key.
pub fn csv(data: &[u8]) {
    problems(Layout::File, &["at", "key"], data);
}

/// What a player downloads, and a key.
pub fn download(data: &[u8]) {
    problems(Layout::File, &["at", "key"], data);
}

/// Data sets. The first name is the path, or below it; `key` is a key.
fn problems(form: Layout, names: &[&str], data: &[u8]) {
    let files = Files::new(names, data);
    let key = files.0.contains_key("key").then_some(Path::new("key"));
    for who in [Persons::Complete, Persons::Assignments] {
        match read_as(form, Path::new("at"), key, who, &|path| files.at(path)) {
            Ok(problems) => problems.iter().for_each(looked_at),
            Err(why) => sentence_of(&why.to_string()),
        }
    }
}

fn looked_at(problem: &Problem) {
    for person in &problem.people {
        assert_eq!(person.responses.len(), problem.questions.len());
        assert!(!person.rating.is_nan());
    }
    for scale in Scale::ALL {
        match problem.check(scale) {
            Ok(()) => {
                assert!(problem.ratings(scale).iter().all(|rating| (0.0..=1.0).contains(rating)));
            }
            Err(why) => sentence_of(&why),
        }
    }
}

pub fn wordnet(data: &[u8]) {
    let parts = ["noun", "verb", "adj", "adv"];
    let names =
        parts.map(|part| [format!("data.{part}"), format!("index.{part}"), format!("{part}.exc")]);
    let names: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
    let files = Files::new(&names, data);
    let net = match WordNet::read(Path::new(""), |path| files.at(path)) {
        Ok(net) => net,
        Err(why) => return sentence_of(&why.to_string()),
    };
    let words = ["dog", "mice", "Washington", "ran", "better", "huge", "loves", "fast"];
    for one in words {
        assert!(PartOfSpeech::ALL.iter().all(|&part| net.morphy(one, part).len() < 99));
        for &synset in &net.synsets(one) {
            assert!(net.ancestors(synset).len() > net.hypernyms(synset).len().min(1));
            for other in words.into_iter().flat_map(|word| net.synsets(word)) {
                assert_eq!(net.distance(synset, other), net.distance(other, synset));
            }
        }
    }
}

pub fn vectors(data: &[u8]) {
    match Vectors::read(data, |word| word.len() < 9) {
        Ok(vectors) => {
            let words = ["dog".to_owned(), "cat".to_owned()];
            assert!((-1.0..=1.0).contains(&vectors.similarity(&words[..1], &words)));
        }
        Err(why) => sentence_of(&why.to_string()),
    }
}

pub fn sentence(data: &[u8]) {
    let names = [
        "config.json",
        "modules.json",
        "1_Pooling/config.json",
        "sentence_bert_config.json",
        "tokenizer_config.json",
        "vocab.txt",
        "model.safetensors",
    ];
    let files = Files::new(&names, data);
    let weights = || files.get("model.safetensors").map(Cursor::new);
    match Encoder::read(|name| files.get(name), weights) {
        Ok(encoder) => assert_eq!(encoder.embed(&["the bill, of rights#", ""]).len(), 2),
        Err((_, why)) => sentence_of(&why),
    }
}

pub fn comparisons(data: &[u8]) {
    for log in [Log::read(data), Log::read_clustered(data, "left")] {
        match log {
            Ok(log) => assert!(log.comparisons().all(|one| one.weight >= 0.0)),
            // Names in it may have line ends; the command shows them as spaces.
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
}

/// An answer line, an answer, a second one after a prompt, and the text that was read.
pub fn answer_line(data: &[u8]) {
    let files = Files::new(&["line", "given", "again", "heard"], data);
    let [line, given, again, heard] = ["line", "given", "again", "heard"]
        .map(|name| String::from_utf8_lossy(&files.get(name).unwrap_or_default()).into_owned());
    let answers = AnswerLine::parse(&line);
    assert_eq!(answers.text(), line);
    for heard in [HeardText::Unknown, HeardText::Whole, HeardText::Text(&heard)] {
        let verdict = answers.judge(&given, heard);
        assert_eq!(verdict, AnswerLine::parse(&line).judge(&given, heard), "{line}: {given}");
        answers.accepts_after_prompt(&given, &again, heard);
        for accepted in answers.accepted() {
            assert_eq!(answers.judge(accepted, heard), Verdict::Accept, "{line}: {accepted}");
        }
        for nothing in ["", " ", "\u{301}"] {
            assert_eq!(answers.judge(nothing, heard), Verdict::Reject, "{line}");
        }
    }
}

/// Tossups and answers in each format, and a map of answers.
pub fn tossups(data: &[u8]) {
    for format in [None].into_iter().chain(Format::ALL.map(Some)) {
        match tossup_file::read(data, format) {
            Ok(file) => {
                assert!(!file.tossups.is_empty() || !file.answers.is_empty());
                assert!(file.tossups.iter().all(|it| !it.text.is_empty() && it.row > 0));
            }
            Err(why) => sentence_of(&why.to_string()),
        }
    }
    match tossup_file::read_map(data) {
        Ok(map) => drop(map.page("the raven")),
        Err(why) => sentence_of(&why.to_string()),
    }
}

/// Assertions in each format, the file that is built of them, and a text that they are asked about;
/// then the same bytes as such a file.
pub fn knowledge(data: &[u8]) {
    let files = Files::new(&["assertions", "text"], data);
    let [assertions, text] = ["assertions", "text"]
        .map(|name| String::from_utf8_lossy(&files.get(name).unwrap_or_default()).into_owned());
    let mut builder = Builder::default();
    match builder.read(&assertions) {
        Ok(count) => {
            let built = builder.build(|name| name == "blocked");
            let base = KnowledgeBase::from_bytes(built.bytes).unwrap();
            assert!(usize::try_from(base.len()).unwrap() <= count);
            for assertion in base.assertions() {
                let sentence = base.sentence(&assertion);
                assert!(sentence.ends_with('.') && !sentence.contains('\n'), "{sentence}");
                let name = base.name(assertion.right);
                assert_eq!(base.concept(name), Some(assertion.right), "{name}");
                assert!(base.about(assertion.right, Side::Right).any(|it| it == assertion));
            }
            for mention in base.mentions(&text, 3).found {
                assert!(Side::BOTH.iter().any(|&side| base.degree(mention.concept, side) > 0));
            }
        }
        Err(why) => sentence_of(&why.to_string()),
    }
    if let Err(why) = KnowledgeBase::from_bytes(data.to_vec()) {
        sentence_of(&why.to_string());
    }
}

/// The file of a contest: its rules can be played, and everybody in it has a seat.
pub fn contest(data: &[u8]) {
    match ContestFile::read(data) {
        Ok(file) => {
            assert_eq!(file.source.as_bytes(), data);
            let all: Vec<_> = participants(&file.rules).collect();
            assert!(file.seats.keys().all(|seat| all.contains(seat)));
            let schedule = Schedule::draw(&file.rules, 2009);
            let pairs: HashSet<_> =
                schedule.pairs().map(|(_, pair)| (pair.cell.judge, pair.cell.entry)).collect();
            assert_eq!(pairs.len(), file.rules.judges * file.rules.entries);
            assert_eq!(schedule.pairs().count(), pairs.len());
        }
        Err(why) => sentence_of(&why.to_string()),
    }
}

/// Keystroke logs of a judge program: what is read is written and read again.
pub fn keystroke_log(data: &[u8]) {
    match KeystrokeLog::read(data) {
        Ok(logs) => {
            let written: String = logs.iter().map(ToString::to_string).collect();
            let again = KeystrokeLog::read(written.as_bytes()).unwrap();
            assert_eq!(again.len(), logs.len());
            let rewritten: String = again.iter().map(ToString::to_string).collect();
            assert_eq!(rewritten, written);
        }
        Err(why) => sentence_of(&why.to_string()),
    }
}

/// A file of machine-made questions, and a sample of it.
pub fn questions(data: &[u8]) {
    match question_file::read(data, None, Some(("Text", "It shines at night."))) {
        Err(why) => sentence_of(&why.to_string()),
        Ok(file) => {
            assert!(file.questions.iter().all(|it| it.article < file.articles.len()));
            let drawn = question_file::sample(&file, None, 1, 1);
            assert!(drawn.questions.len() <= file.articles.len());
        }
    }
}

/// A treebank, and a text that is read; then the same bytes as a model.
pub fn reading(data: &[u8]) {
    let files = Files::new(&["treebank", "text"], data);
    let [treebank, text] = ["treebank", "text"]
        .map(|name| String::from_utf8_lossy(&files.get(name).unwrap_or_default()).into_owned());
    match read_conllu(&treebank) {
        Ok(sentences) => {
            for sentence in sentences {
                let root = sentence.root().unwrap();
                assert_eq!(sentence.subtree(root).len(), sentence.tokens.len());
            }
        }
        Err(why) => sentence_of(&why.to_string()),
    }
    let sentences = Reader::english().read(&text);
    for sentence in &sentences {
        let root = sentence.root().unwrap();
        assert_eq!(sentence.subtree(root).len(), sentence.tokens.len(), "{text}");
        for token in &sentence.tokens {
            assert_eq!(text.get(token.span.clone()), Some(token.form.as_str()));
        }
        assert!(noun_phrases(sentence).iter().all(|it| it.base.contains(&it.head)), "{text}");
    }
    for name in entities(&sentences, None).iter().flatten() {
        assert!(name.tokens.contains(&name.head), "{text}");
    }
    if let Err(why) = Reader::from_bytes(data) {
        sentence_of(&why.to_string());
    }
}

/// A text in any of the markups, of which questions are made.
pub fn generator(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for markup in [Markup::Plain, Markup::Markdown, Markup::Html] {
        let plain = markup.plain_text(&text);
        let generated = generate(&plain, &Options::default());
        let mut asked = HashSet::new();
        for question in &generated.questions {
            assert!(plain.get(question.source.clone()).is_some(), "{plain}");
            assert!(question.text.ends_with('?') && question.text.len() > 2, "{plain}");
            assert!(!question.text.contains(char::is_control), "{plain}");
            assert!(!question.answer.is_empty() && !question.statement.is_empty(), "{plain}");
            assert!(asked.insert(&question.text), "{plain}");
        }
        for skipped in &generated.skipped {
            assert!(plain.get(skipped.place.clone()).is_some(), "{plain}");
        }
        assert!(!plain.trim().is_empty() || generated.questions.is_empty());
    }
}
