//! Agreement of scores with judgments.

use luna_learn::float;

use super::judgment::Judgment;

/// Agreement on some judgments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    pub judgments: usize,
    /// Judgments of assertions that have a score.
    pub covered: usize,
    /// The share of pairs with different ratings that the scores put into the same order, of the
    /// covered judgments; equal scores count half.
    pub concordance: f64,
    /// The same of pairs of a true and a false assertion: the area under the ROC curve.
    pub auc: f64,
}

/// Agreement on all judgments, and on those of inferred assertions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgmentAgreement {
    pub all: Agreement,
    pub inferred: Agreement,
}

impl JudgmentAgreement {
    /// Measures scores on some of the judgments, given by their numbers.
    pub(super) fn of(
        judgments: &[Judgment],
        scores: &[Option<f64>],
        part: &[usize],
    ) -> JudgmentAgreement {
        let pairs = |only_inferred: bool| -> Vec<(i8, Option<f64>)> {
            (part.iter())
                .filter_map(|&nth| Some((judgments.get(nth)?, *scores.get(nth)?)))
                .filter(|(judgment, _)| !only_inferred || !judgment.is_stated)
                .map(|(judgment, score)| (judgment.rating, score))
                .collect()
        };
        JudgmentAgreement {
            all: Agreement::of(&pairs(false)),
            inferred: Agreement::of(&pairs(true)),
        }
    }

    /// The mean of the four measures, by which settings are chosen.
    pub(super) fn quality(&self) -> f64 {
        let of = |it: &Agreement| it.concordance + it.auc;
        (of(&self.all) + of(&self.inferred)) / 4.0
    }
}

impl Agreement {
    /// Compares ratings with scores.
    pub fn of(judgments: &[(i8, Option<f64>)]) -> Agreement {
        let covered: Vec<(i8, f64)> =
            judgments.iter().filter_map(|&(rating, score)| Some((rating, score?))).collect();
        let (mut all, mut signs) = (Pairs::default(), Pairs::default());
        for (nth, one) in covered.iter().enumerate() {
            for other in covered.iter().skip(nth + 1) {
                let (low, high) = if one.0 < other.0 { (one, other) } else { (other, one) };
                if low.0 == high.0 {
                    continue;
                }
                all.add(low.1, high.1);
                if low.0 < 0 && high.0 > 0 {
                    signs.add(low.1, high.1);
                }
            }
        }
        Agreement {
            judgments: judgments.len(),
            covered: covered.len(),
            concordance: all.share(),
            auc: signs.share(),
        }
    }

    /// The share of judgments that have a score.
    pub fn coverage(&self) -> f64 {
        float(self.covered) / float(self.judgments)
    }
}

/// Pairs of a lower and a higher rating.
#[derive(Default)]
struct Pairs {
    all: usize,
    in_order: usize,
    equal: usize,
}

impl Pairs {
    fn add(&mut self, low: f64, high: f64) {
        self.all += 1;
        self.in_order += usize::from(low < high);
        self.equal += usize::from(low.total_cmp(&high).is_eq());
    }

    /// NaN of no pairs.
    fn share(&self) -> f64 {
        (float(self.in_order) + float(self.equal) / 2.0) / float(self.all)
    }
}
