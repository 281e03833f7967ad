//! Items made from assertions by templates: nobody can have read them anywhere, since each draw makes
//! others. They stand beside the items of the forms, which are public.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::battery::{Idea, Item, Subtest};
use luna_core::rng::Chance;
use luna_text::knowledge::{Assertion, Concept, KnowledgeBase, Relation, Side};

/// What is known of one concept, by relation.
struct Known<'a> {
    base: &'a KnowledgeBase,
    concept: Concept,
    by_relation: BTreeMap<Relation, Vec<Assertion>>,
}

/// Clues of an item of Word Reasoning.
const CLUES: usize = 3;

/// Makes items of all subtests but Comprehension in turn, as many as asked for or as there are. No
/// concept is asked for twice.
pub fn made_items(base: &KnowledgeBase, count: usize, chance: &mut Chance) -> Vec<Item> {
    let mut left: Vec<Concept> = concepts(base);
    let mut items = Vec::new();
    let mut turn = 0;
    while items.len() < count && !left.is_empty() {
        let concept = left.swap_remove(chance.below(left.len()));
        let known = Known::of(base, concept);
        let kinds = [vocabulary, information, similarities, word_reasoning];
        // What cannot be asked in one way is asked in the next one.
        let made = (0..kinds.len()).find_map(|next| {
            let kind = (turn + next) % kinds.len();
            kinds[kind](&known, chance).map(|item| (kind, item))
        });
        if let Some((kind, item)) = made {
            turn = kind + 1;
            items.push(item);
        }
    }
    items
}

/// Concepts that assertions are about, without those that say nothing and those of several words.
fn concepts(base: &KnowledgeBase) -> Vec<Concept> {
    let left = base.assertions().map(|it| it.left).collect::<BTreeSet<_>>();
    let single = |it: &Concept| {
        let name = base.display(*it);
        !base.is_empty_concept(*it) && !name.contains(' ') && name.chars().all(char::is_alphabetic)
    };
    left.into_iter().filter(single).collect()
}

impl<'a> Known<'a> {
    fn of(base: &'a KnowledgeBase, concept: Concept) -> Known<'a> {
        let mut by_relation: BTreeMap<Relation, Vec<Assertion>> = BTreeMap::new();
        for it in base.about(concept, Side::Left).filter(|it| !it.is_negative()) {
            by_relation.entry(it.relation).or_default().push(it);
        }
        Known { base, concept, by_relation }
    }

    fn name(&self) -> String {
        self.base.display(self.concept).into_owned()
    }

    fn of_relation(&self, relation: Relation) -> &[Assertion] {
        self.by_relation.get(&relation).map_or(&[], Vec::as_slice)
    }

    /// What stands on the right of a relation.
    fn rights(&self, relation: Relation) -> Vec<String> {
        let right = |it: &Assertion| self.base.display(it.right).into_owned();
        self.of_relation(relation).iter().map(right).collect()
    }

    /// The concept with its article, as the sentences about it begin.
    fn subject(&self) -> Option<String> {
        let name = self.name();
        let sentence =
            self.by_relation.values().flatten().map(|it| self.base.sentence(it)).next()?;
        let forms = [format!("A {name}"), format!("An {name}"), capitalised(&name)];
        forms.into_iter().find(|form| sentence.starts_with(&format!("{form} ")))
    }

    fn item(&self, subtest: Subtest, most: u8, ideas: Vec<Idea>) -> Item {
        Item {
            id: format!(
                "made-{}-{}",
                subtest.title().to_lowercase().replace(' ', "-"),
                self.name()
            ),
            subtest,
            words: Vec::new(),
            question: None,
            clues: Vec::new(),
            most,
            ideas,
            examples: Vec::new(),
        }
    }
}

fn vocabulary(known: &Known<'_>, _: &mut Chance) -> Option<Item> {
    let classes = known.rights(Relation::IsA);
    let uses = [known.rights(Relation::UsedFor), known.rights(Relation::CapableOf)].concat();
    if classes.is_empty() || uses.is_empty() {
        return None;
    }
    let subject = known.subject()?;
    let ideas = vec![
        Idea { why: None, ..idea(1, "what it is for or does", uses) },
        idea(1, "its class", classes),
    ];
    let item = known.item(Subtest::Vocabulary, 1, ideas);
    let question = Some(format!("What is {}?", uncapitalised(&subject)));
    Some(Item { words: vec![known.name()], question, ..item })
}

fn information(known: &Known<'_>, chance: &mut Chance) -> Option<Item> {
    let subject = uncapitalised(&known.subject()?);
    let templates = [
        (Relation::AtLocation, format!("Where would you look for {subject}?"), "a place"),
        (Relation::MadeOf, format!("What is {subject} made of?"), "a material"),
        (Relation::HasA, format!("Name a part of {subject}."), "a part"),
    ];
    let usable: Vec<_> =
        templates.iter().filter(|it| !known.of_relation(it.0).is_empty()).collect();
    let (relation, question, what) = chance.pick(&usable)?;
    let parts = match relation {
        // A part of a thing may stand in either relation.
        Relation::HasA => [known.rights(Relation::HasA), parts_of(known)].concat(),
        other => known.rights(*other),
    };
    let item = known.item(Subtest::Information, 1, vec![idea(1, what, parts)]);
    Some(Item { question: Some(question.clone()), ..item })
}

fn parts_of(known: &Known<'_>) -> Vec<String> {
    let parts = known.base.related(known.concept, Side::Right, Relation::PartOf);
    parts.map(|it| known.base.display(it.left).into_owned()).collect()
}

fn similarities(known: &Known<'_>, chance: &mut Chance) -> Option<Item> {
    let base = known.base;
    let shared = [Relation::IsA, Relation::UsedFor];
    let pairs: Vec<(Concept, Concept)> = shared
        .into_iter()
        .flat_map(|relation| known.of_relation(relation))
        .flat_map(|it| {
            let others = base.related(it.right, Side::Right, it.relation);
            let others = others.map(|other| other.left).filter(|other| *other != known.concept);
            others.map(|other| (other, it.right)).collect::<Vec<_>>()
        })
        .filter(|(other, _)| !base.display(*other).contains(' '))
        .collect();
    let (other, _) = *chance.pick(&pairs)?;
    let alike: Vec<String> = pairs
        .iter()
        .filter(|pair| pair.0 == other)
        .map(|pair| base.display(pair.1).into_owned())
        .collect();
    let words = vec![known.name(), base.display(other).into_owned()];
    let item = known.item(Subtest::Similarities, 1, vec![idea(1, "what both are", alike)]);
    let question =
        format!("Finish what I say. {} and {} are both ____.", capitalised(&words[0]), words[1]);
    Some(Item { words, question: Some(question), ..item })
}

fn word_reasoning(known: &Known<'_>, chance: &mut Chance) -> Option<Item> {
    let subject = known.subject()?;
    let mut told: Vec<String> = Vec::new();
    for relation in [Relation::IsA, Relation::HasA, Relation::UsedFor, Relation::CapableOf] {
        let all = known.of_relation(relation);
        let Some(it) = chance.pick(all) else { continue };
        let sentence = known.base.sentence(it);
        if let Some(rest) = sentence.strip_prefix(&format!("{subject} ")) {
            told.push(format!("It {rest}"));
        }
    }
    if told.len() < CLUES {
        return None;
    }
    told.truncate(CLUES);
    let item =
        known.item(Subtest::WordReasoning, 1, vec![idea(1, "the thing", vec![known.name()])]);
    Some(Item { clues: told, ..item })
}

fn idea(points: u8, what: &str, accept: Vec<String>) -> Idea {
    Idea { points, idea: what.to_owned(), why: None, accept, unchildlike: Vec::new() }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", letters.as_str())
}

fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    format!("{first}{}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use luna_core::battery::Form;

    use super::*;
    use crate::common_sense::{AnswerKey, shipped_base};

    fn made(seed: u64) -> Vec<Item> {
        made_items(shipped_base().unwrap(), 40, &mut Chance::from_seed(seed))
    }

    #[test]
    fn items_are_a_form_whose_keys_take_what_was_stated() {
        for seed in 0..20 {
            let form = Form { letter: "x".to_owned(), items: made(seed) };
            assert_eq!(form.check(), Ok(()), "seed {seed}");
            assert_eq!(form.items.len(), 40);
            for item in &form.items {
                let key = AnswerKey::of(item);
                let best = &item.ideas[0].accept[0];
                assert!(key.score(best).points > 0, "{best}: {item:?}");
                assert_eq!(key.score("I have no idea").points, 0, "{item:?}");
            }
        }
    }

    #[test]
    fn all_four_kinds_come_in_turn_and_each_draw_makes_others() {
        let kinds: BTreeSet<Subtest> = made(1).iter().map(|it| it.subtest).collect();
        assert_eq!(kinds.len(), 4);
        assert_eq!(made(1), made(1));
        let ids = |seed| made(seed).into_iter().map(|it| it.id).collect::<BTreeSet<_>>();
        assert!(ids(1).intersection(&ids(2)).count() < 20);
    }

    #[test]
    fn clues_do_not_name_the_thing() {
        for item in (0..20).flat_map(made).filter(|it| it.subtest == Subtest::WordReasoning) {
            let thing = item.ideas[0].accept[0].clone();
            let says = |clue: &String| clue.split([' ', '.']).any(|word| word == thing);
            assert!(!item.clues.iter().any(says), "{item:?}");
        }
    }
}
