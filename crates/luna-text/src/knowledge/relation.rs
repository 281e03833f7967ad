//! The relations of `ConceptNet` 4.

/// A relation between two concepts, read from left to right: a dog *is a* pet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    IsA,
    HasProperty,
    UsedFor,
    AtLocation,
    CapableOf,
    HasSubevent,
    HasPrerequisite,
    /// Says nothing about the manner, and so stands for a relation that is unknown.
    #[default]
    ConceptuallyRelatedTo,
    HasA,
    Causes,
    MotivatedByGoal,
    ReceivesAction,
    Desires,
    DefinedAs,
    LocatedNear,
    CausesDesire,
    PartOf,
    HasFirstSubevent,
    HasLastSubevent,
    MadeOf,
    SimilarSize,
    CreatedBy,
    SymbolOf,
    HasPainIntensity,
    InstanceOf,
    InheritsFrom,
    HasPainCharacter,
}

impl Relation {
    /// In the order of their codes in files, which never changes.
    pub const ALL: [Relation; 27] = [
        Relation::IsA,
        Relation::HasProperty,
        Relation::UsedFor,
        Relation::AtLocation,
        Relation::CapableOf,
        Relation::HasSubevent,
        Relation::HasPrerequisite,
        Relation::ConceptuallyRelatedTo,
        Relation::HasA,
        Relation::Causes,
        Relation::MotivatedByGoal,
        Relation::ReceivesAction,
        Relation::Desires,
        Relation::DefinedAs,
        Relation::LocatedNear,
        Relation::CausesDesire,
        Relation::PartOf,
        Relation::HasFirstSubevent,
        Relation::HasLastSubevent,
        Relation::MadeOf,
        Relation::SimilarSize,
        Relation::CreatedBy,
        Relation::SymbolOf,
        Relation::HasPainIntensity,
        Relation::InstanceOf,
        Relation::InheritsFrom,
        Relation::HasPainCharacter,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Relation::IsA => "IsA",
            Relation::HasProperty => "HasProperty",
            Relation::UsedFor => "UsedFor",
            Relation::AtLocation => "AtLocation",
            Relation::CapableOf => "CapableOf",
            Relation::HasSubevent => "HasSubevent",
            Relation::HasPrerequisite => "HasPrerequisite",
            Relation::ConceptuallyRelatedTo => "ConceptuallyRelatedTo",
            Relation::HasA => "HasA",
            Relation::Causes => "Causes",
            Relation::MotivatedByGoal => "MotivatedByGoal",
            Relation::ReceivesAction => "ReceivesAction",
            Relation::Desires => "Desires",
            Relation::DefinedAs => "DefinedAs",
            Relation::LocatedNear => "LocatedNear",
            Relation::CausesDesire => "CausesDesire",
            Relation::PartOf => "PartOf",
            Relation::HasFirstSubevent => "HasFirstSubevent",
            Relation::HasLastSubevent => "HasLastSubevent",
            Relation::MadeOf => "MadeOf",
            Relation::SimilarSize => "SimilarSize",
            Relation::CreatedBy => "CreatedBy",
            Relation::SymbolOf => "SymbolOf",
            Relation::HasPainIntensity => "HasPainIntensity",
            Relation::InstanceOf => "InstanceOf",
            Relation::InheritsFrom => "InheritsFrom",
            Relation::HasPainCharacter => "HasPainCharacter",
        }
    }

    pub fn parse(name: &str) -> Option<Relation> {
        Relation::ALL.into_iter().find(|relation| relation.name() == name)
    }

    /// Place in [`Relation::ALL`].
    pub fn code(self) -> u8 {
        (0..).zip(Relation::ALL).find(|(_, other)| *other == self).map_or(0, |(code, _)| code)
    }

    pub fn from_code(code: u8) -> Option<Relation> {
        Relation::ALL.get(usize::from(code)).copied()
    }
}
