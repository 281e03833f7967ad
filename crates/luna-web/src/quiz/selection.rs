//! The questions that somebody chooses to read, as fields of a form and of an address.

use luna_app::quiz::reading_room::Condition;
use maud::{Markup, html};

use crate::http::form::{Form, encode};

/// The speeds to choose from, in words a minute.
pub(super) const SPEEDS: [i64; 8] = [100, 150, 200, 250, 300, 400, 500, 600];
/// The choice of nothing timed.
pub(super) const BY_HAND: &str = "hand";
const MINUTE_MS: i64 = 60_000;
/// The longest name of a category, a difficulty or a source, in bytes.
const LONGEST: usize = 200;

/// Reads the fields of a form or an address; what is absent is as it was before.
pub(super) fn read(form: &Form, before: &Condition) -> Condition {
    let text =
        |name: &str| Some(form.text(name)).filter(|text| !text.is_empty() && text.len() <= LONGEST);
    let speed = |text: &str| match text {
        BY_HAND => Some(0),
        number => {
            number.parse().ok().filter(|speed| SPEEDS.contains(speed)).map(|it| MINUTE_MS / it)
        }
    };
    Condition {
        word_ms: speed(form.text("speed")).unwrap_or(before.word_ms),
        category: text("category").map(str::to_owned),
        difficulty: text("difficulty").map(str::to_owned),
        source: text("source").map(str::to_owned),
        misses: form.has("misses"),
    }
}

/// The speed as its field has it.
pub(super) fn speed(condition: &Condition) -> String {
    let nearest = |speed: &&i64| (MINUTE_MS / **speed - condition.word_ms).abs();
    match SPEEDS.iter().min_by_key(nearest) {
        Some(speed) if condition.word_ms > 0 => speed.to_string(),
        _ => BY_HAND.to_owned(),
    }
}

fn fields(condition: &Condition) -> Vec<(&'static str, String)> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut all = vec![
        ("speed", speed(condition)),
        ("category", text(&condition.category)),
        ("difficulty", text(&condition.difficulty)),
        ("source", text(&condition.source)),
    ];
    if condition.misses {
        all.push(("misses", "yes".to_owned()));
    }
    all.retain(|(_, text)| !text.is_empty());
    all
}

/// The fields for a form that asks for another question of the same kind.
pub(super) fn hidden(condition: &Condition) -> Markup {
    html! {
        @for (name, text) in fields(condition) { input type="hidden" name=(name) value=(text); }
    }
}

/// The address of the page with these choices.
pub(super) fn address(condition: &Condition) -> String {
    let pairs: Vec<String> =
        fields(condition).iter().map(|(name, text)| format!("{name}={}", encode(text))).collect();
    format!("/quiz/read?{}", pairs.join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_from_the_address_that_they_make() {
        let usual = Condition::default();
        assert_eq!(address(&usual), "/quiz/read?speed=200");
        let narrow = Condition {
            word_ms: 0,
            category: Some("Fine Arts".to_owned()),
            misses: true,
            ..usual.clone()
        };
        assert_eq!(address(&narrow), "/quiz/read?speed=hand&category=Fine%20Arts&misses=yes");
        for condition in [usual.clone(), narrow] {
            let address = address(&condition);
            let form = Form::of_query(address.split_once('?').map(|(_, query)| query));
            assert_eq!(read(&form, &usual), condition);
        }
        let form = Form::of_query(Some("speed=7&source="));
        assert_eq!(read(&form, &usual), usual, "what cannot be read is as it was");
    }
}
