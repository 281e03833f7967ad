//! The operators' templates: they say of publication what people read before they agree.

use std::path::Path;

use luna_app::consent::{MADE_UP_NAMES, text};
use luna_store::consent::Purpose;

fn template(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operators").join(name);
    let read = std::fs::read_to_string(&path).unwrap();
    read.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the texts on publication say about data, not about withdrawal.
fn published() -> Vec<&'static str> {
    [Purpose::Publication, Purpose::RatingPublication, Purpose::ContestPublication]
        .into_iter()
        .flat_map(|purpose| text(purpose).points)
        .copied()
        .filter(|point| {
            ["Of ", "Not published:", "A conversation is"].iter().any(|it| point.starts_with(it))
        })
        .collect()
}

#[test]
fn templates_promise_what_the_consent_texts_promise() {
    let all = published();
    assert_eq!(all.len(), 8, "{all:#?}");
    for name in ["participant-notice.md", "record-of-processing.md", "irb-protocol.md"] {
        let template = template(name);
        for point in all.iter().chain([&MADE_UP_NAMES]) {
            assert!(template.contains(point), "{name} lacks: {point}");
        }
    }
    assert!(template("dpia.md").contains(MADE_UP_NAMES));
}

#[test]
fn no_template_promises_another_pseudonym() {
    for name in ["participant-notice.md", "record-of-processing.md", "irb-protocol.md", "dpia.md"] {
        let template = template(name).to_lowercase();
        for other in ["differs in each release", "one pseudonym for each", "anonymous data"] {
            assert!(!template.contains(other), "{name}: {other}");
        }
    }
}
