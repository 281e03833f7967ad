use super::declaration::{Declaration, Problem};
use super::presets::Preset;
use super::*;

const COMPLETE: &str = r#"
name = "Evening of imitation"
judges = 2
entries = 2
confederates = 2
starts = "19:30"
review_seconds = 60
break_seconds = 0
opening = "line"
missing_verdict = "void"
missing_ranking = "middle"
unranked_entry = "first"
last_tie = "lot"
rounds = [["J1E1C1", "J2E2C2"], ["J1E2C1", "J2E1C2"]]
medals = [{ name = "Gold", judges_percent = 100, confederates_percent = 0 }]
questioning = { sides = "at_once", seconds = 90 }
limits = { line_characters = 200, window_keys = 500, window_seconds = 5 }
"#;

/// Replaces the line of a key in [`COMPLETE`], or removes it, and compares the problems.
#[track_caller]
fn check(changes: &[(&str, &str)], expected: &[&str]) {
    let mut text = COMPLETE.to_owned();
    for (key, value) in changes {
        let line = COMPLETE.lines().find(|line| line.starts_with(&format!("{key} ="))).unwrap();
        let new = if value.is_empty() { String::new() } else { format!("{key} = {value}") };
        text = text.replace(line, &new);
    }
    let declaration: Declaration = toml::from_str(&text).unwrap();
    let found = match declaration.check() {
        Ok(_) => Vec::new(),
        Err(problems) => problems.0.iter().map(Problem::to_string).collect(),
    };
    assert_eq!(found, expected, "{changes:?}");
}

#[test]
fn rules_are_read_from_toml() {
    let rules: Rules = toml::from_str(COMPLETE).unwrap();
    assert_eq!(rules.starts, TimeOfDay::new(19, 30).unwrap());
    assert_eq!(rules.questioning, Questioning::AtOnce { seconds: 90 });
    assert_eq!(rules.missing_verdict, MissingVerdict::Void);
    assert_eq!(rules.rounds.as_ref().map(Vec::len), Some(2));
    let stored = serde_json::to_string(&rules).unwrap();
    assert_eq!(serde_json::from_str::<Rules>(&stored).unwrap(), rules);
}

#[test]
fn each_gap_is_a_sentence_with_its_choices() {
    check(&[], &[]);
    check(
        &[("missing_verdict", "")],
        &["The rules do not say how a pair without a verdict counts; write missing_verdict = \
           \"zero\", \"one\" or \"void\"."],
    );
    check(
        &[("last_tie", ""), ("medals", "")],
        &[
            "The rules do not say what decides between equal totals and equal mean ranks; write \
             last_tie = \"shared\" or \"lot\".",
            "The rules do not say which medals there are; write medals = [] for none.",
        ],
    );
    let all = Declaration::default().check().unwrap_err().0;
    assert_eq!(all.len(), 14, "{all:#?}");
    assert!(all.iter().all(|problem| matches!(problem, Problem::Missing { .. })));
}

#[test]
fn only_rounds_and_limits_may_be_left_out() {
    check(&[("limits", ""), ("rounds", "")], &[]);
    let keys = COMPLETE.lines().filter_map(|line| line.split(" =").next());
    let keys: Vec<&str> = keys.filter(|key| !key.is_empty()).collect();
    assert_eq!(keys.len(), 16);
    for key in keys {
        let rest: Vec<&str> =
            COMPLETE.lines().filter(|line| !line.starts_with(&format!("{key} ="))).collect();
        let optional = ["limits", "rounds"].contains(&key);
        assert_eq!(toml::from_str::<Rules>(&rest.join("\n")).is_ok(), optional, "{key}");
    }
}

#[test]
fn each_mistake_is_a_sentence() {
    check(&[("name", "\" \"")], &["The name of the contest is empty."]);
    check(&[("judges", "0")], &["There are 0 judges; a contest has 1 to 64."]);
    check(&[("confederates", "65")], &["There are 65 confederates; a contest has 1 to 64."]);
    for time in ["10", "24:00", "7:30", "07:60", "+1:00", "10:00:00"] {
        let sentence =
            format!("The contest starts at “{time}”, which is not a time of day such as 10:00.");
        check(&[("starts", &format!("\"{time}\""))], &[&sentence]);
    }
    check(&[("review_seconds", "0")], &["review_seconds is 0; it must be 1 to 86400."]);
    check(&[("break_seconds", "86401")], &["break_seconds is 86401; it must be 0 to 86400."]);
    check(
        &[("questioning", "{ sides = \"in_turn\", left_seconds = 0, right_seconds = 90000 }")],
        &[
            "questioning.left_seconds is 0; it must be 1 to 86400.",
            "questioning.right_seconds is 90000; it must be 1 to 86400.",
        ],
    );
    check(
        &[("limits", "{ line_characters = 0, window_keys = 1, window_seconds = 1 }")],
        &["limits.line_characters is 0, so nobody could type."],
    );
    check(
        &[("rounds", "[[\"J1E1C1\", \"J2E2C1\"], [\"J1E2C2\", \"J2E1C2\"]]")],
        &["C1 is in two pairs of round 1.", "C2 is in two pairs of round 2."],
    );
}

#[test]
fn medals_are_sorted_and_can_be_won() {
    let medals = |text: &str, expected: &[&str]| check(&[("medals", text)], expected);
    medals("[]", &[]);
    medals(
        "[{ name = \"\", judges_percent = 101, confederates_percent = 0 }]",
        &["Medal 1 has no name.", "The medal “” requires 101 % of the judges; the maximum is 100."],
    );
    medals(
        "[{ name = \"Bronze\", judges_percent = 0, confederates_percent = 0 }, \
          { name = \"Silver\", judges_percent = 50, confederates_percent = 50 }]",
        &["The medal “Silver” can never be won, because one above it requires no more."],
    );
    medals(
        "[{ name = \"Gold\", judges_percent = 50, confederates_percent = 50 }, \
          { name = \"Silver\", judges_percent = 50, confederates_percent = 50 }]",
        &["The medal “Silver” can never be won, because one above it requires no more."],
    );
    medals(
        "[{ name = \"Gold\", judges_percent = 50, confederates_percent = 50 }, \
          { name = \"Silver\", judges_percent = 50, confederates_percent = 49 }]",
        &[],
    );
}

#[test]
fn a_wrong_word_is_refused_with_the_right_ones() {
    let text = COMPLETE.replace("\"void\"", "\"half\"");
    let error = toml::from_str::<Rules>(&text).unwrap_err().to_string();
    assert!(error.contains("`zero`, `one`, `void`"), "{error}");
    let error = toml::from_str::<Rules>("nmae = \"x\"").unwrap_err().to_string();
    assert!(error.contains("unknown field `nmae`"), "{error}");
}

#[test]
fn presets_pass_their_own_check() {
    for preset in Preset::ALL {
        let rules = preset.rules();
        let stored = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<Rules>(&stored).unwrap(), rules);
        assert!(rules.name.ends_with(preset.name()));
        assert_eq!(Preset::from_name(preset.name()), Some(preset));
    }
    assert_eq!(Preset::from_name("1991"), None);
}
