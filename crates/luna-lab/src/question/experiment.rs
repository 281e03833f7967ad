//! The experiment as printed and as it should have been, with doubts about the former.

use luna_learn::design::Refusal;

use super::articles::{ArticleResults, by_article};
use super::curve::{LearningCurve, learning_curve};
use super::doubts::{Doubts, doubts};
use super::material::Material;
use super::settings::Settings;

/// Numbers that tell two experiments on other data apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub questions: usize,
    pub articles: usize,
    pub acceptable: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub size: Size,
    /// Each feature set with the number of its features.
    pub widths: Vec<(&'static str, usize)>,
    pub settings: Settings,
    pub printed: LearningCurve,
    pub corrected: ArticleResults,
    pub doubts: Doubts,
}

/// Runs all three parts; `tell` hears how many pieces are done, and of how many.
pub fn run(
    material: &Material,
    settings: &Settings,
    tell: &(dyn Fn(usize, usize) + Sync),
) -> Result<Outcome, Refusal> {
    settings.check(material)?;
    // A split by article is most of the work, and is told as such.
    let each = 10;
    let all = (each + 2) * settings.splits;
    let printed = learning_curve(material, settings, &|done, of| {
        tell(done * settings.splits / of.max(1), all);
    })?;
    let doubts =
        doubts(material, settings, &printed, &|done, _| tell(settings.splits + done, all))?;
    let corrected = by_article(material, settings, &|done, _| {
        tell(2 * settings.splits + each * done, all);
    })?;
    let size = Size {
        questions: material.questions(),
        articles: material.article_count,
        acceptable: material.is_good.iter().filter(|is_good| **is_good).count(),
    };
    let widths = material.sets().iter().map(|&set| (set.name(), material.width(set))).collect();
    Ok(Outcome { size, widths, settings: *settings, printed, corrected, doubts })
}
