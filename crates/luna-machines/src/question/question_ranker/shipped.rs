//! The ranker that comes with Luna.

use std::sync::LazyLock;

use super::trained::TrainedRanker;

/// The ranker that comes with Luna, which is loaded once. It was trained on the questions in
/// `data/rated_questions`; `docs/question.md` says how and by what ratings.
pub fn shipped() -> &'static TrainedRanker {
    static SHIPPED: LazyLock<TrainedRanker> = LazyLock::new(|| {
        // A test proves that the file can be read.
        TrainedRanker::from_bytes(include_bytes!("../../../data/question.ranker"))
            .unwrap_or_default()
    });
    &SHIPPED
}
