//! Trees of words that can be cut, joined and changed.

use luna_text::reading::{
    Entity, EntityKind, Number, PennTag, Relation, Sentence, Subtype, UniversalTag, kind_of,
};

use super::lexicon;

/// A word of a tree.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) form: String,
    pub(super) lemma: String,
    pub(super) tag: UniversalTag,
    pub(super) penn: PennTag,
    pub(super) number: Option<Number>,
    pub(super) head: Option<usize>,
    pub(super) relation: Relation,
    pub(super) subtype: Option<Subtype>,
    /// The kind of thing that it stands for.
    pub(super) kind: Option<EntityKind>,
    /// It belongs to the name of a thing.
    pub(super) is_name: bool,
    /// Its place in the sentence; `None` for a word that was added.
    pub(super) origin: Option<usize>,
    /// No space was before it in the sentence.
    pub(super) glued: bool,
    /// It stands for a pronoun of the sentence.
    pub(super) is_replaced: bool,
}

/// The words of a statement, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) words: Vec<Word>,
}

impl Word {
    pub(super) fn added(form: &str, lemma: &str, tag: UniversalTag, penn: PennTag) -> Word {
        Word {
            form: form.to_owned(),
            lemma: lemma.to_owned(),
            tag,
            penn,
            number: None,
            head: None,
            relation: Relation::Dep,
            subtype: None,
            kind: None,
            is_name: false,
            origin: None,
            glued: false,
            is_replaced: false,
        }
    }

    pub(super) fn with_relation(mut self, relation: Relation, head: Option<usize>) -> Word {
        self.relation = relation;
        self.head = head;
        self
    }

    pub(super) fn is(&self, relation: Relation, subtype: Subtype) -> bool {
        self.relation == relation && self.subtype == Some(subtype)
    }

    pub(super) fn lower(&self) -> String {
        self.form.to_lowercase()
    }

    pub(super) fn is_plural(&self) -> bool {
        self.number == Some(Number::Plural)
    }
}

impl Tree {
    pub(super) fn of(sentence: &Sentence, named: &[Entity]) -> Tree {
        let tokens = &sentence.tokens;
        let words = tokens.iter().enumerate().map(|(nth, token)| {
            let entity = named.iter().find(|entity| entity.tokens.contains(&nth));
            let kind = match entity {
                Some(entity) if entity.kind == EntityKind::Other => {
                    lexicon::kind(token).or(Some(entity.kind))
                }
                // *Seven members* are people, however many.
                Some(entity)
                    if entity.kind == EntityKind::Quantity
                        && token.tag == UniversalTag::Noun
                        && lexicon::kind(token) == Some(EntityKind::Person) =>
                {
                    Some(EntityKind::Person)
                }
                Some(entity) => Some(entity.kind),
                None => lexicon::kind(token).or_else(|| kind_of(token, None)),
            };
            let before = nth.checked_sub(1).and_then(|nth| tokens.get(nth));
            let mut word = Word {
                form: token.form.clone(),
                lemma: token.lemma.clone(),
                tag: token.tag,
                penn: token.penn,
                number: token.features.number,
                head: token.head,
                relation: token.relation,
                subtype: token.subtype,
                kind,
                is_name: token.tag == UniversalTag::Propn
                    || entity
                        .is_some_and(|_| token.form.starts_with(char::is_uppercase) && nth > 0),
                origin: Some(nth),
                glued: before.is_some_and(|before| before.span.end == token.span.start),
                is_replaced: false,
            };
            let next = tokens.get(nth + 1).map(|next| next.form.as_str());
            expand(&mut word, next);
            if word.form.starts_with(['\'', '’']) && word.tag == UniversalTag::Part {
                word.glued = true;
            }
            word
        });
        let mut tree = Tree { words: words.collect() };
        // A tree of another maker may be broken: one root, no circles.
        if tree.words.iter().filter(|word| word.head.is_none()).count() != 1 {
            tree.words.clear();
        }
        tree
    }

    pub(super) fn root(&self) -> Option<usize> {
        self.words.iter().position(|word| word.head.is_none())
    }

    pub(super) fn dependents(&self, head: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.words.len()).filter(move |&nth| self.words[nth].head == Some(head))
    }

    pub(super) fn dependent(&self, head: usize, relation: Relation) -> Option<usize> {
        self.dependents(head).find(|&nth| self.words[nth].relation == relation)
    }

    pub(super) fn has(&self, head: usize, relation: Relation) -> bool {
        self.dependent(head, relation).is_some()
    }

    pub(super) fn is_within(&self, nth: usize, top: usize) -> bool {
        let head = |&nth: &usize| self.words.get(nth).and_then(|word| word.head);
        std::iter::successors(Some(nth), head).take(self.words.len() + 1).any(|it| it == top)
    }

    /// A word and all below it.
    pub(super) fn subtree(&self, top: usize) -> Vec<usize> {
        (0..self.words.len()).filter(|&nth| self.is_within(nth, top)).collect()
    }

    /// The tree of some of the words. Words whose head is missing depend on the root.
    pub(super) fn pick(&self, words: &[usize], root: usize) -> Tree {
        let place = |nth: usize| words.iter().position(|&it| it == nth);
        let new_root = place(root);
        let picked = words.iter().map(|&nth| {
            let mut word = self.words[nth].clone();
            if nth == root {
                word.head = None;
                word.relation = Relation::Root;
            } else {
                word.head = word.head.and_then(place).or(new_root);
            }
            word
        });
        Tree { words: picked.collect() }
    }

    /// The tree without some subtrees.
    pub(super) fn without(&self, tops: &[usize]) -> Tree {
        let kept: Vec<usize> = (0..self.words.len())
            .filter(|&nth| !tops.iter().any(|&top| self.is_within(nth, top)))
            .collect();
        match self.root() {
            Some(root) if kept.contains(&root) => self.pick(&kept, root),
            _ => Tree::default(),
        }
    }

    /// Replaces a word by the words of a phrase, whose root takes its relation.
    pub(super) fn replace(&self, at: usize, phrase: &Tree) -> Tree {
        let Some(phrase_root) = phrase.root() else { return self.clone() };
        let grown = phrase.words.len();
        let moved = |nth: usize| match nth.cmp(&at) {
            std::cmp::Ordering::Less => nth,
            std::cmp::Ordering::Equal => at + phrase_root,
            std::cmp::Ordering::Greater => nth + grown - 1,
        };
        let mut words = Vec::new();
        for (nth, word) in self.words.iter().enumerate() {
            if nth == at {
                words.extend(phrase.words.iter().enumerate().map(|(place, part)| {
                    let mut part = part.clone();
                    if place == phrase_root {
                        part.head = word.head.map(moved);
                        part.relation = word.relation;
                        part.subtype = word.subtype;
                    } else {
                        part.head = part.head.map(|head| head + at);
                    }
                    part
                }));
            } else {
                let mut word = word.clone();
                word.head = word.head.map(moved);
                words.push(word);
            }
        }
        Tree { words }
    }

    /// Puts a phrase before the word at this place; its root depends on the tree's root.
    pub(super) fn insert(&self, at: usize, phrase: &Tree, relation: Relation) -> Tree {
        let (Some(root), Some(phrase_root)) = (self.root(), phrase.root()) else {
            return self.clone();
        };
        let grown = phrase.words.len();
        let moved = |nth: usize| if nth < at { nth } else { nth + grown };
        let mut words: Vec<Word> = self.words.clone();
        for word in &mut words {
            word.head = word.head.map(moved);
        }
        let parts = phrase.words.iter().enumerate().map(|(place, part)| {
            let mut part = part.clone();
            if place == phrase_root {
                part.head = Some(moved(root));
                part.relation = relation;
                part.subtype = None;
            } else {
                part.head = part.head.map(|head| head + at);
            }
            part
        });
        let at = at.min(words.len());
        words.splice(at..at, parts);
        Tree { words }
    }
}

/// Writes the short form of an auxiliary or of *not* out.
fn expand(word: &mut Word, next: Option<&str>) {
    let lower = word.lower();
    let is_negated = matches!(next, Some("n't" | "n’t"));
    let whole = match lower.as_str() {
        "n't" | "n’t" => "not",
        "wo" if is_negated => "will",
        "ca" if is_negated => "can",
        "sha" if is_negated => "shall",
        "'re" | "’re" => "are",
        "'ve" | "’ve" => "have",
        "'ll" | "’ll" => "will",
        "'m" | "’m" => "am",
        "'s" | "’s" if word.tag == UniversalTag::Aux => {
            if word.lemma == "have" {
                "has"
            } else {
                "is"
            }
        }
        "'d" | "’d" if word.tag == UniversalTag::Aux => {
            if word.lemma == "have" {
                "had"
            } else {
                "would"
            }
        }
        _ => return,
    };
    whole.clone_into(&mut word.form);
    word.glued = false;
    if whole == "not" {
        whole.clone_into(&mut word.lemma);
    }
}
