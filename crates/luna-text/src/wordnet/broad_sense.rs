//! The broad senses of WordNet: the files in which its lexicographers sorted the senses.

use super::database::{Synset, WordNet};
use crate::interner::to_usize;

/// Defines the senses in the order of their numbers in the files.
macro_rules! senses {
    ($($sense:ident $name:literal,)+) => {
        /// A broad sense, such as persons, food or motion.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum BroadSense {
            $($sense,)+
        }

        impl BroadSense {
            pub const ALL: &[BroadSense] = &[$(BroadSense::$sense,)+];

            /// WordNet's name, such as `noun.person`.
            pub fn name(self) -> &'static str {
                match self {
                    $(BroadSense::$sense => $name,)+
                }
            }
        }
    };
}

senses! {
    AdjectiveAll "adj.all",
    AdjectivePertainym "adj.pert",
    AdverbAll "adv.all",
    NounTop "noun.Tops",
    NounAct "noun.act",
    NounAnimal "noun.animal",
    NounArtifact "noun.artifact",
    NounAttribute "noun.attribute",
    NounBody "noun.body",
    NounCognition "noun.cognition",
    NounCommunication "noun.communication",
    NounEvent "noun.event",
    NounFeeling "noun.feeling",
    NounFood "noun.food",
    NounGroup "noun.group",
    NounLocation "noun.location",
    NounMotive "noun.motive",
    NounObject "noun.object",
    NounPerson "noun.person",
    NounPhenomenon "noun.phenomenon",
    NounPlant "noun.plant",
    NounPossession "noun.possession",
    NounProcess "noun.process",
    NounQuantity "noun.quantity",
    NounRelation "noun.relation",
    NounShape "noun.shape",
    NounState "noun.state",
    NounSubstance "noun.substance",
    NounTime "noun.time",
    VerbBody "verb.body",
    VerbChange "verb.change",
    VerbCognition "verb.cognition",
    VerbCommunication "verb.communication",
    VerbCompetition "verb.competition",
    VerbConsumption "verb.consumption",
    VerbContact "verb.contact",
    VerbCreation "verb.creation",
    VerbEmotion "verb.emotion",
    VerbMotion "verb.motion",
    VerbPerception "verb.perception",
    VerbPossession "verb.possession",
    VerbSocial "verb.social",
    VerbStative "verb.stative",
    VerbWeather "verb.weather",
    AdjectiveParticiple "adj.ppl",
}

impl WordNet {
    /// The broad sense of a synset; `None` if the files give a number that there is not.
    pub fn broad_sense(&self, synset: Synset) -> Option<BroadSense> {
        let file = self.broad_senses.get(to_usize(synset.0)).copied()?;
        BroadSense::ALL.get(usize::from(file)).copied()
    }
}
