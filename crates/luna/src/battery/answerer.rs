//! The answerers by name.

use clap::ValueEnum;
use luna_machines::Recall;
use luna_machines::common_sense::{
    Answerer, ImprovedAnswerer, KnowledgeSpace, PaperAnswerer, RandomAnswerer, RecallAnswerer,
    SimilaritiesReading,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum AnswererName {
    /// Asks the space of concepts as the paper does
    Paper,
    /// The same, with the left side alone in Similarities
    PaperLeft,
    /// Luna's own: the space and the assertions together
    Improved,
    /// The replies to the most similar prompts, without any knowledge base
    Recall,
    /// Assertions by chance
    Random,
}

/// The sources of answerers.
pub(super) struct Sources<'a> {
    pub(super) space: &'a KnowledgeSpace<'a>,
    pub(super) recall: &'a Recall,
    pub(super) seed: u64,
}

impl AnswererName {
    /// Those of a run that names none.
    pub(super) const USUAL: [AnswererName; 4] =
        [AnswererName::Paper, AnswererName::Improved, AnswererName::Recall, AnswererName::Random];

    /// As on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    pub(super) fn answerer<'a>(self, from: &Sources<'a>) -> Box<dyn Answerer + 'a> {
        let &Sources { space, recall, seed } = from;
        let paper = |similarities| Box::new(PaperAnswerer { space, similarities });
        match self {
            AnswererName::Paper => paper(SimilaritiesReading::EitherSide),
            AnswererName::PaperLeft => paper(SimilaritiesReading::LeftSide),
            AnswererName::Improved => Box::new(ImprovedAnswerer { space }),
            AnswererName::Recall => Box::new(RecallAnswerer { recall }),
            AnswererName::Random => Box::new(RandomAnswerer { base: space.base(), seed }),
        }
    }
}
