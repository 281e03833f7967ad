//! From the tree of a sentence to simpler statements.

use luna_text::reading::{EntityKind, PennTag, Relation, UniversalTag};

use super::grammar::{is_clausal, subject_of, subject_start};
use super::lexicon;
use super::lift;
use super::noun_clause;
use super::question::Transformation;
use super::spelling;
use super::statement::Statement;
use super::tail;
use super::tree::Tree;

/// Statements of a sentence, at most.
const MOST: usize = 24;

/// The statements that follow from a sentence. The sentence itself, cut down, comes first.
pub(super) fn statements(tree: Tree) -> Vec<Statement> {
    let replaced = tree.words.iter().any(|word| word.is_replaced);
    let transformations = if replaced { vec![Transformation::PronounReplaced] } else { Vec::new() };
    let mut open = vec![Statement { tree, transformations, reason: None }];
    let mut found = Vec::new();
    while !open.is_empty() && found.len() < MOST {
        let mut statement = open.remove(0);
        let mut lifted = Vec::new();
        tail::clauses_after_marks(&statement, &mut lifted);
        statement.drop_parentheticals();
        lift::conjuncts(&mut statement, &mut lifted);
        lift::adverbial_clauses(&mut statement, &mut lifted);
        // What a broken tree says about nouns is not to be trusted.
        if statement.tree.root().is_some_and(|root| is_clausal(&statement.tree, root)) {
            noun_clause::noun_clauses(&mut statement, &mut lifted);
        }
        statement.cut_tail();
        statement.move_leading_phrases();
        statement.drop_asides();
        found.push(statement);
        open.extend(lifted);
    }
    found
}

impl Statement {
    /// Drops what is in brackets or between two dashes, vocatives and interjections.
    fn drop_parentheticals(&mut self) {
        let tree = &self.tree;
        let Some(root) = tree.root() else { return };
        let mut within = vec![false; tree.words.len()];
        // A bracket that nothing closes holds nothing.
        let mut open = Vec::new();
        for (nth, word) in tree.words.iter().enumerate() {
            match word.form.as_str() {
                "(" | "[" => open.push(nth),
                ")" | "]" => {
                    let from = open.pop().unwrap_or(nth);
                    within[from..=nth].iter_mut().for_each(|it| *it = true);
                }
                _ => {}
            }
        }
        let dashes: Vec<usize> = (0..tree.words.len())
            .filter(|&nth| matches!(tree.words[nth].form.as_str(), "–" | "—" | "--"))
            .filter(|&nth| !tree.words[nth].glued)
            .collect();
        if let [from, to] = dashes[..] {
            within[from..=to].iter_mut().for_each(|it| *it = true);
        }
        if within[root] {
            return;
        }
        for nth in tree.dependents(root) {
            let drops = matches!(
                tree.words[nth].relation,
                Relation::Discourse | Relation::Vocative | Relation::Parataxis
            );
            if drops && !tree.subtree(nth).contains(&root) {
                for below in tree.subtree(nth) {
                    within[below] = true;
                }
            }
        }
        if within.iter().any(|&it| it) {
            let kept: Vec<usize> = (0..within.len()).filter(|&nth| !within[nth]).collect();
            // What hung below a dropped word would change its place.
            let loose = kept.iter().any(|&nth| {
                tree.words[nth].tag != UniversalTag::Punct
                    && tree.words[nth].head.is_some_and(|head| within[head])
            });
            if !loose {
                self.tree = tree.pick(&kept, root);
                self.note(Transformation::ParentheticalDropped);
            }
        }
    }

    /// Moves short phrases before the subject to the end, and drops other ones.
    fn move_leading_phrases(&mut self) {
        let Some(root) = self.tree.root() else { return };
        let Some(start) = subject_start(&self.tree, root) else { return };
        let tree = &self.tree;
        let leading: Vec<usize> = tree
            .dependents(root)
            .filter(|&nth| {
                nth < start && tree.subtree(nth).last().is_some_and(|&last| last < start)
            })
            .collect();
        if leading.is_empty() {
            return;
        }
        // A clause that something opens is no statement.
        // *Where the river bends, fog forms*, read as one clause. *Not all plants* says less than *all*.
        let opens = |nth: &usize| {
            tree.words[*nth].relation == Relation::Mark
                || tree.words[*nth].penn == PennTag::Wrb
                || matches!(
                    tree.words[*nth].lower().as_str(),
                    // Without them a statement would say more.
                    "not"
                        | "hardly"
                        | "seldom"
                        | "rarely"
                        | "never"
                        | "only"
                        | "neither"
                        | "nor"
                        | "sometimes"
                        | "occasionally"
                        | "often"
                        | "usually"
                        | "perhaps"
                        | "maybe"
                        | "possibly"
                        | "probably"
                        | "supposedly"
                        | "allegedly"
                )
        };
        if leading.iter().any(opens) {
            self.tree = Tree::default();
            return;
        }
        let compares = tree.words[start..].iter().any(|word| word.lower() == "than");
        let mut moved = Vec::new();
        let mut dropped = Vec::new();
        for &nth in &leading {
            let word = &tree.words[nth];
            let below = tree.subtree(nth);
            let phrase: Vec<_> = below
                .iter()
                .filter(|&&nth| tree.words[nth].tag != UniversalTag::Punct)
                .map(|&nth| tree.words[nth].clone())
                .collect();
            let text = spelling::text(&phrase).to_lowercase();
            let short = below.len() <= 10;
            let is_time = word.kind == Some(EntityKind::Time);
            let goes = match word.relation {
                // *With 120 of them, Michigan has more than any other state*.
                Relation::Obl | Relation::Nmod if compares && !is_time => false,
                Relation::Obl | Relation::Nmod => {
                    short
                        && (tree.has(nth, Relation::Case) || is_time)
                        && !lexicon::is_link(&text)
                        && !text.starts_with("according")
                }
                Relation::Advmod => lexicon::is_time_adverb(&word.lower()),
                Relation::Advcl => lift::is_condition(tree, nth) && below.len() <= 14,
                _ => false,
            };
            if goes {
                moved.push(nth);
            } else {
                dropped.push(nth);
            }
        }
        // Words between the moved phrases and the subject, such as commas.
        let (has_moved, has_dropped) = (
            !moved.is_empty(),
            dropped.iter().any(|&nth| tree.words[nth].tag != UniversalTag::Punct),
        );
        let is_out = |nth: usize| leading.iter().any(|&top| tree.is_within(nth, top));
        let mut order: Vec<usize> = (0..tree.words.len()).filter(|&nth| !is_out(nth)).collect();
        while order.last().is_some_and(|&nth| tree.words[nth].tag == UniversalTag::Punct) {
            order.pop();
        }
        for &top in &moved {
            let below = tree.subtree(top);
            let mut below: Vec<usize> = below
                .into_iter()
                .filter(|&nth| moved.len() == 1 || tree.words[nth].form != ",")
                .collect();
            while below.last().is_some_and(|&nth| tree.words[nth].tag == UniversalTag::Punct) {
                below.pop();
            }
            order.extend(below);
        }
        self.tree = tree.pick(&order, root);
        if has_moved {
            self.note(Transformation::LeadingPhraseMoved);
        }
        if has_dropped {
            self.note(Transformation::LeadingPhraseDropped);
        }
    }

    /// Drops adverbs and linking phrases between commas.
    fn drop_asides(&mut self) {
        let tree = &self.tree;
        let Some(root) = tree.root() else { return };
        let comma = |nth: Option<usize>| {
            nth.and_then(|nth| tree.words.get(nth)).is_none_or(|word| word.form == ",")
        };
        let asides: Vec<usize> = (0..tree.words.len())
            .filter(|&nth| {
                let word = &tree.words[nth];
                if nth == root
                    || !matches!(word.relation, Relation::Advmod | Relation::Obl | Relation::Nmod)
                {
                    return false;
                }
                let below: Vec<usize> = tree
                    .subtree(nth)
                    .into_iter()
                    .filter(|&nth| tree.words[nth].tag != UniversalTag::Punct)
                    .collect();
                let (Some(&first), Some(&last)) = (below.first(), below.last()) else {
                    return false;
                };
                let phrase: Vec<_> = below.iter().map(|&nth| tree.words[nth].clone()).collect();
                let is_link = lexicon::is_link(&spelling::text(&phrase).to_lowercase());
                let after_comma = first > 0 && comma(first.checked_sub(1));
                let apart = after_comma && (comma(Some(last + 1)) || last + 2 >= tree.words.len());
                let stresses = matches!(
                    tree.words[first].lower().as_str(),
                    "especially" | "particularly" | "notably"
                );
                apart && (is_link || word.relation == Relation::Advmod) || after_comma && stresses
            })
            .collect();
        self.drop(&asides, Transformation::ParentheticalDropped);
        // Commas that no longer set anything off.
        let tree = &self.tree;
        let Some(root) = tree.root() else { return };
        if self.transformations.contains(&Transformation::ParentheticalDropped)
            && let Some(subject) = subject_of(tree, root)
        {
            let end = tree.subtree(subject).last().copied().unwrap_or(subject);
            let commas: Vec<usize> = (end..(end + 3).min(tree.words.len()))
                .filter(|&nth| tree.words[nth].form == "," && nth < root)
                .collect();
            if !commas.is_empty()
                && tree.words.iter().filter(|it| it.form == ",").count() == commas.len()
            {
                self.tree = tree.without(&commas);
            }
        }
    }
}
