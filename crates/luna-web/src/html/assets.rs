//! The stylesheet and the scripts, with the addresses that pages link to.

use std::sync::LazyLock;

use sha2::{Digest as _, Sha256};

/// Names, kinds and texts.
pub(crate) static FILES: LazyLock<[File; 15]> = LazyLock::new(|| {
    [
        ("luna.css", "text/css; charset=utf-8", luna_figures::STYLESHEET.as_str()),
        ("stream.js", "text/javascript; charset=utf-8", include_str!("../../assets/stream.js")),
        ("live.js", "text/javascript; charset=utf-8", include_str!("../../assets/live.js")),
        ("draft.js", "text/javascript; charset=utf-8", include_str!("../../assets/draft.js")),
        ("write.js", "text/javascript; charset=utf-8", include_str!("../../assets/write.js")),
        ("buzzer.js", "text/javascript; charset=utf-8", include_str!("../../assets/buzzer.js")),
        ("score.js", "text/javascript; charset=utf-8", include_str!("../../assets/score.js")),
        ("replay.js", "text/javascript; charset=utf-8", include_str!("../../assets/replay.js")),
        ("seat.js", "text/javascript; charset=utf-8", include_str!("../../assets/seat.js")),
        (
            "questions.js",
            "text/javascript; charset=utf-8",
            include_str!("../../assets/questions.js"),
        ),
        ("slider.js", "text/javascript; charset=utf-8", include_str!("../../assets/slider.js")),
        ("try.js", "text/javascript; charset=utf-8", include_str!("../../assets/try.js")),
        ("docs.js", "text/javascript; charset=utf-8", include_str!("../../assets/docs.js")),
        ("call.js", "text/javascript; charset=utf-8", include_str!("../../assets/call.js")),
        ("guess.js", "text/javascript; charset=utf-8", include_str!("../../assets/guess.js")),
    ]
});

type File = (&'static str, &'static str, &'static str);

/// Part of each address, so that a new version is never mistaken for an old one.
pub(crate) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut all = Sha256::new();
    for (_, _, text) in *FILES {
        all.update(text);
    }
    all.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
});

/// The address of a file.
pub(crate) fn url(name: &str) -> String {
    format!("/static/{}/{name}", *VERSION)
}
