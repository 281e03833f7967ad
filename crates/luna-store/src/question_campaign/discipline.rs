//! Questions as a discipline: the campaigns of ratings, and the sets that players keep.

use super::{campaign, imported, item, rater, rating};
use crate::discipline::section::Section;
use crate::discipline::{Discipline, Gauge};
use crate::question_campaign::question_set;

pub static DISCIPLINE: Discipline = Discipline {
    noun: "questions",
    tables: &[
        imported::IMPORT,
        imported::ARTICLE,
        imported::QUESTION,
        campaign::TABLE,
        item::TABLE,
        rater::TABLE,
        rating::TABLE,
        question_set::TABLE,
        question_set::ITEM,
    ],
    sections: &[
        ("question_campaigns", Section::Whole(|tx, id| Ok(rater::data(tx, id)?.into()))),
        ("question_ratings", Section::Whole(|tx, id| Ok(rating::data(tx, id)?.into()))),
        ("question_sets", Section::Items(question_set::ids, question_set::data)),
    ],
    end_machine: None,
    forget_machine: None,
    gauges: &[Gauge {
        name: "luna_open_campaigns",
        description: "Campaigns of ratings that are open.",
        read: campaign::count_open,
    }],
};
