//! The labels of a campaign's questions: the mean of their ratings, and beside it their informativeness,
//! where games tell it.

use std::collections::BTreeMap;

use luna_learn::metrics::pearson;
use luna_store::Tx;
use luna_store::predict::QuestionInformativeness;
use luna_store::predict::index::InformativenessIndex;
use luna_store::question_campaign::campaign::Campaign;
use luna_store::question_campaign::imported::{self, MachineQuestion};

use super::monitoring::Ratings;
use super::results::{QuestionMean, Results, results};
use crate::error::Error;

/// A rated question with its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledQuestion {
    pub article: String,
    pub question: MachineQuestion,
    pub rating: QuestionMean,
    pub informativeness: Option<QuestionInformativeness>,
}

/// The informativeness of a campaign's questions, by id, as far as it is known.
pub fn informativeness(
    tx: &mut Tx<'_>,
    campaign_id: &str,
) -> Result<BTreeMap<String, QuestionInformativeness>, Error> {
    let questions = imported::of_campaign(tx, campaign_id)?;
    known(tx, &questions)
}

fn known(
    tx: &mut Tx<'_>,
    questions: &[MachineQuestion],
) -> Result<BTreeMap<String, QuestionInformativeness>, Error> {
    let index = InformativenessIndex::of_questions(tx, questions.iter().map(|it| &*it.question))?;
    let found =
        questions.iter().filter_map(|it| Some((it.id.clone(), index.get(&it.question)?.clone())));
    Ok(found.collect())
}

/// The correlation of mean ratings with informativeness, over the questions that have both.
pub fn correlation(
    found: &Results,
    known: &BTreeMap<String, QuestionInformativeness>,
) -> Option<f64> {
    let both = |it: &QuestionMean| Some((it.mean, known.get(&it.question_id)?.share));
    let (means, shares): (Vec<f64>, Vec<f64>) = found.questions.iter().filter_map(both).unzip();
    pearson(&means, &shares)
}

/// The rated questions of a campaign, the best first.
pub fn rated_questions(
    tx: &mut Tx<'_>,
    campaign: &Campaign,
) -> Result<Vec<LabelledQuestion>, Error> {
    let questions = imported::of_campaign(tx, &campaign.id)?;
    let mut known = known(tx, &questions)?;
    let mut by_id: BTreeMap<String, MachineQuestion> =
        questions.into_iter().map(|it| (it.id.clone(), it)).collect();
    let mut articles: BTreeMap<String, String> = BTreeMap::new();
    let mut all = Vec::new();
    for rating in results(&Ratings::read(tx, campaign)?, campaign.created_at).questions {
        let Some(question) = by_id.remove(&rating.question_id) else { continue };
        let id = &question.article_id;
        let article = if let Some(name) = articles.get(id) {
            name.clone()
        } else {
            let name = imported::article(tx, id)?.name;
            articles.insert(id.clone(), name.clone());
            name
        };
        all.push(LabelledQuestion {
            article,
            informativeness: known.remove(&question.id),
            question,
            rating,
        });
    }
    Ok(all)
}
