//! Training of the parser: a structured perceptron whose updates are made where the best wrong path is
//! furthest above the right one, and an averaged perceptron for the labels.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::super::classifier::{Class, Classifier, Rounding, Trainer, average, best};
use super::super::shuffle::Shuffler;
use super::super::token::Sentence;
use super::arc_features::{pair_features, state_features};
use super::beam::Beam;
use super::label_features::LabelledTree;
use super::oracle;
use super::parse::Parser;
use super::state::{State, Transition};
use super::table::{Average, Table, TrainingTable};
use super::vertex::{Label, TRAINING_WIDTH, Vertex};

/// A sentence for training.
#[derive(Clone, Debug)]
pub(in super::super) struct Example<'a> {
    pub(in super::super) vertices: Vec<Vertex>,
    pub(in super::super) sentence: &'a Sentence,
}

/// How often the parser reads the treebank, and in which order.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Settings {
    pub(in super::super) arc_epochs: usize,
    pub(in super::super) label_epochs: usize,
    /// The number of parsers whose weights are averaged.
    pub(in super::super) parsers: usize,
    pub(in super::super) seed: u64,
}

/// Points by which the right label is to win.
const LABEL_MARGIN: i32 = 30;
/// What a wrong arc is worth to a path in training.
const MARGIN: i32 = 60;
const ARC_SCALE: i64 = 4;
/// A feature that was of use once only has a weight below this.
const ARC_SMALLEST: i64 = 6;
const LABEL_ROUNDING: Rounding = Rounding { scale: 8, smallest: 10 };

/// Trains a parser.
pub(in super::super) fn train(
    examples: &[Example<'_>],
    settings: Settings,
    step: &(dyn Fn() + Sync),
) -> Parser {
    let mut numbers: BTreeMap<Label, Class> = BTreeMap::new();
    for token in examples.iter().flat_map(|example| &example.sentence.tokens) {
        numbers.insert((token.relation, token.subtype), 0);
    }
    for (number, nth) in numbers.values_mut().zip(0..) {
        *number = nth;
    }
    let mut parser = Parser { labels: numbers.keys().copied().collect(), ..Parser::default() };
    (parser.labeller, parser.arcs) = rayon::join(
        || train_labels(examples, &numbers, settings, step),
        || train_arcs(examples, settings, step),
    );
    parser
}

fn train_labels(
    examples: &[Example<'_>],
    numbers: &BTreeMap<Label, Class>,
    settings: Settings,
    step: &(dyn Fn() + Sync),
) -> Classifier {
    let mut trainer = Trainer::new(numbers.len(), LABEL_MARGIN);
    let mut order: Vec<&Example<'_>> = examples.iter().collect();
    let mut shuffler = Shuffler::new(settings.seed);
    let (mut found, mut scores) = (Vec::new(), Vec::new());
    for _ in 0..settings.label_epochs {
        shuffler.shuffle(&mut order);
        for example in &order {
            let heads = heads(example.sentence);
            let mut tree = LabelledTree::new(&example.vertices, &heads);
            for nth in std::mem::take(&mut tree.order) {
                let Some(token) = example.sentence.tokens.get(nth) else { continue };
                let truth = numbers.get(&(token.relation, token.subtype)).copied().unwrap_or(0);
                tree.features(nth, &mut found);
                trainer.scores(&found, &mut scores);
                let guess = best(&scores);
                trainer.learn(&found, &scores, truth);
                if let Some(place) = tree.labels.get_mut(nth) {
                    *place = guess;
                }
            }
        }
        step();
    }
    average(&[trainer], LABEL_ROUNDING)
}

fn heads(sentence: &Sentence) -> Vec<usize> {
    let words = sentence.tokens.len();
    sentence.tokens.iter().map(|token| token.head.unwrap_or(words)).collect()
}

fn train_arcs(examples: &[Example<'_>], settings: Settings, step: &(dyn Fn() + Sync)) -> Table {
    let lessons: Vec<Lesson<'_>> = examples
        .iter()
        .map(|example| {
            let heads = heads(example.sentence).into_iter();
            let heads = heads.map(|head| u16::try_from(head).unwrap_or(super::state::NONE));
            Lesson::new(&example.vertices, heads.collect())
        })
        .collect();
    let seeds: Vec<u64> = (settings.seed..).take(settings.parsers).collect();
    let tables: Vec<TrainingTable> = seeds
        .into_par_iter()
        .map(|seed| {
            let mut table = TrainingTable::new();
            let mut shuffler = Shuffler::new(seed);
            let mut order: Vec<&Lesson<'_>> = lessons.iter().collect();
            for _ in 0..settings.arc_epochs {
                shuffler.shuffle(&mut order);
                for lesson in &order {
                    learn(&mut table, lesson);
                }
                step();
            }
            table
        })
        .collect();
    let mut average = Average::default();
    for table in &tables {
        average.add(table, ARC_SCALE);
    }
    average.finish(ARC_SMALLEST)
}

/// A sentence with its tree, without crossing arcs, and the transitions to the tree.
struct Lesson<'a> {
    vertices: &'a [Vertex],
    heads: Vec<u16>,
    steps: Vec<Transition>,
}

impl<'a> Lesson<'a> {
    fn new(vertices: &'a [Vertex], heads: Vec<u16>) -> Lesson<'a> {
        let heads = oracle::projective(heads);
        let mut lesson = Lesson { vertices, heads, steps: Vec::new() };
        let mut state = lesson.start();
        for _ in 0..2 * lesson.heads.len() {
            let step = oracle::next(&state, &lesson.heads);
            state.apply(step, vertices);
            lesson.steps.push(step);
        }
        lesson
    }

    fn start(&self) -> State {
        State::new(u16::try_from(self.heads.len()).unwrap_or(0))
    }

    /// What each transition costs in a state: that of a wrong arc.
    fn costs(&self, state: &State) -> [i32; 4] {
        let head = |word: u16| self.heads.get(usize::from(word)).copied();
        let (top, next) = (state.top(), state.next);
        let cost = |right: bool| if right { 0 } else { MARGIN };
        [0, 0, cost(head(top) == Some(next)), cost(head(next) == Some(top))]
    }
}

/// Learns from a sentence.
fn learn(table: &mut TrainingTable, lesson: &Lesson<'_>) {
    table.examples += 1;
    let Some(wrong) = worst_violation(table, lesson) else { return };
    let truth = &lesson.steps;
    let same = wrong.iter().zip(truth).take_while(|(wrong, right)| wrong == right).count();
    let mut found = Vec::new();
    for (steps, by) in [(truth.get(..wrong.len()).unwrap_or_default(), 1), (wrong.as_slice(), -1)] {
        let mut state = lesson.start();
        for (nth, &step) in steps.iter().enumerate() {
            if nth >= same {
                for part in [pair_features, state_features] {
                    part(&state, lesson.vertices, &mut found);
                    table.change(&found, step.number(), by);
                }
            }
            state.apply(step, lesson.vertices);
        }
    }
}

/// The path that is furthest above the right one, cut where it is; `None` if the right one wins.
/// Wrong arcs count in favour of a path, so that the right one must win by a margin.
fn worst_violation(table: &TrainingTable, lesson: &Lesson<'_>) -> Option<Vec<Transition>> {
    let weigh = |features: &[u32]| table.scores(features);
    let mut beam = Beam::new(lesson.vertices, TRAINING_WIDTH, weigh, |state| lesson.costs(state));
    let mut right = lesson.start();
    let mut right_score = 0;
    let mut worst: Option<(i64, Vec<Transition>)> = None;
    for (nth, &step) in lesson.steps.iter().enumerate() {
        let scores = beam.scorer.scores(&right);
        right_score += i64::from(scores.get(step.number()).copied().unwrap_or(0));
        right.apply(step, lesson.vertices);
        beam.advance();
        let Some(best) = beam.paths.first() else { continue };
        let violation = best.score - right_score;
        let wrong = lesson.steps.get(..=nth) != Some(best.steps.as_slice());
        if wrong && worst.as_ref().is_none_or(|(most, _)| violation >= *most) {
            worst = Some((violation, best.steps.clone()));
        }
    }
    let finished = beam.paths.first().is_some_and(|path| path.steps == lesson.steps);
    worst.filter(|_| !finished).map(|(_, steps)| steps)
}
