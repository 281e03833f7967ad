//! A knowledge base and the space of its concepts.

use luna_learn::analogy_space::{
    AnalogySpace, ConceptVectors, Feature, FeatureMatrix, Link, OpenSide, Prediction, Weighting,
};
use luna_text::knowledge::{Assertion, Concept, KnowledgeBase, Relation, Side};

use super::link::{LinkWeight, links};

/// Neighbours of a concept, at least.
const CORE: usize = 3;
/// Dimensions of the published space.
const DIMENSIONS: usize = 100;
/// The frequency and score of an assertion that nobody has stated.
const INFERRED: (i8, u16) = (5, 0);

/// Dimensions that somebody may ask for, at most.
const MOST_DIMENSIONS: usize = 500;

/// The number of dimensions that there are, or may be, where somebody asks for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFewDimensions(pub usize);

/// A knowledge base with its space as published.
pub struct KnowledgeSpace<'a> {
    base: &'a KnowledgeBase,
    space: AnalogySpace,
    activation: ConceptVectors,
}

impl<'a> KnowledgeSpace<'a> {
    /// With as many dimensions as published, or all if there are fewer.
    pub fn new(base: &'a KnowledgeBase) -> KnowledgeSpace<'a> {
        let links: Vec<Link> = links(base, LinkWeight::Votes);
        KnowledgeSpace::of(base, FeatureMatrix::new(&links, CORE), DIMENSIONS)
    }

    /// With exactly this many dimensions, or else the number that there are.
    pub fn with_dimensions(
        base: &'a KnowledgeBase,
        dimensions: usize,
    ) -> Result<KnowledgeSpace<'a>, TooFewDimensions> {
        let links: Vec<Link> = links(base, LinkWeight::Votes);
        let features = FeatureMatrix::new(&links, CORE);
        let most = features.concepts().len().min(features.features().len()).min(MOST_DIMENSIONS);
        if dimensions > most {
            return Err(TooFewDimensions(most));
        }
        let space = KnowledgeSpace::of(base, features, dimensions);
        let there = space.space.singular_values().len();
        if there < dimensions { Err(TooFewDimensions(there)) } else { Ok(space) }
    }

    fn of(
        base: &'a KnowledgeBase,
        features: FeatureMatrix,
        dimensions: usize,
    ) -> KnowledgeSpace<'a> {
        let space = AnalogySpace::new(features, Weighting::PUBLISHED, dimensions);
        let activation = space.activation();
        KnowledgeSpace { base, space, activation }
    }

    pub fn base(&self) -> &'a KnowledgeBase {
        self.base
    }

    /// The concepts nearest to one by spreading activation.
    pub(super) fn nearest(&self, concept: Concept, count: usize) -> Vec<Concept> {
        let nearest = self.activation.nearest(concept.0, count);
        nearest.into_iter().map(|(concept, _)| Concept(concept)).collect()
    }

    /// Predicted scores of assertions.
    pub(super) fn prediction(&self) -> Prediction<'_> {
        self.space.predicted()
    }

    /// The concepts nearest to the category of some concepts.
    pub fn near_category(&self, concepts: &[Concept], count: usize) -> Vec<Concept> {
        let members = concepts.iter().map(|concept| (concept.0, 1.0));
        let Some(category) = self.space.category(members) else { return Vec::new() };
        let nearest = self.space.similarity().nearest_to(&category, count);
        nearest.into_iter().map(|(concept, _)| Concept(concept)).collect()
    }

    /// The features of a category with a score above zero, the best first.
    pub(super) fn best_features(
        &self,
        concepts: &[Concept],
        is_wanted: impl Fn(Feature) -> bool,
    ) -> Vec<(Feature, f64)> {
        let members = concepts.iter().map(|concept| (concept.0, 1.0));
        let Some(category) = self.space.category(members) else { return Vec::new() };
        let scores = self.space.feature_scores(&category);
        let features = self.space.features().features().iter().copied().zip(scores);
        let mut best: Vec<(Feature, f64)> =
            features.filter(|&(feature, score)| score > 0.0 && is_wanted(feature)).collect();
        best.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        best
    }

    /// The concept for which a feature has the highest score.
    pub(super) fn best_holder(&self, concepts: &[Concept], feature: Feature) -> Option<Concept> {
        let predicted = self.space.predicted();
        let scores = concepts.iter().filter_map(|&concept| {
            predicted.score(concept.0, feature).map(|score| (concept, score))
        });
        scores.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(concept, _)| concept)
    }

    /// The assertion with the highest weight that states a feature of one of some concepts.
    pub(super) fn stated(&self, concepts: &[Concept], feature: Feature) -> Option<Assertion> {
        let stated = concepts.iter().flat_map(|&concept| {
            let Assertion { left, relation, right, .. } = assertion(concept, feature);
            self.base.stated(left, relation, right)
        });
        heaviest(stated)
    }

    /// The assertion with the highest weight between two concepts.
    pub(super) fn between(&self, one: Concept, other: Concept) -> Option<Assertion> {
        let sides = Side::BOTH.into_iter();
        heaviest(sides.flat_map(|side| {
            self.base.about(one, side).filter(move |it| it.concept(side.other()) == other)
        }))
    }
}

/// A feature stated of a concept.
pub(super) fn assertion(concept: Concept, feature: Feature) -> Assertion {
    let other = Concept(feature.concept);
    let (left, right) = match feature.open {
        OpenSide::Left => (concept, other),
        OpenSide::Right => (other, concept),
    };
    let (frequency, score) = INFERRED;
    let relation = Relation::from_code(feature.relation).unwrap_or_default();
    Assertion { left, relation, right, frequency, score }
}

/// The first of the assertions with the highest weight, without negative ones.
fn heaviest(all: impl Iterator<Item = Assertion>) -> Option<Assertion> {
    let order = |one: &Assertion, other: &Assertion| {
        one.weight().total_cmp(&other.weight()).then(other.cmp(one))
    };
    all.filter(|it| !it.is_negative()).max_by(order)
}
