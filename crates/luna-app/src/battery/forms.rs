//! The forms of the test that come with Luna.

use std::sync::LazyLock;

use luna_core::battery::Form;

/// The letters of the forms, each with its file.
pub const FORMS: [(&str, &str); 2] = [
    ("a", include_str!("../../data/battery/form-a.toml")),
    ("b", include_str!("../../data/battery/form-b.toml")),
];

/// Returns the form with this letter, or says why there is none.
pub fn form(letter: &str) -> Result<&'static Form, String> {
    static CHECKED: LazyLock<Vec<Result<Form, String>>> =
        LazyLock::new(|| FORMS.iter().map(|(letter, text)| read(letter, text)).collect());
    let same = |known: &str| known.eq_ignore_ascii_case(letter);
    let Some(place) = FORMS.iter().position(|(known, _)| same(known)) else {
        return Err(format!("There is no form “{letter}”; there are a and b."));
    };
    CHECKED[place].as_ref().map_err(Clone::clone)
}

fn read(letter: &str, text: &str) -> Result<Form, String> {
    let form: Form = toml::from_str(text).map_err(|why| format!("form {letter}: {why}"))?;
    form.check().map_err(|why| format!("form {letter}: {why}"))?;
    Ok(form)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::provenance::checksum;
    use luna_core::battery::Subtest;
    use luna_machines::common_sense::AnswerKey;
    use serde::Deserialize;

    #[test]
    fn both_forms_have_the_items_of_the_paper() {
        for (letter, _) in FORMS {
            let form = form(letter).unwrap();
            assert!(form.letter.eq_ignore_ascii_case(letter));
            let count = |subtest| form.items.iter().filter(|it| it.subtest == subtest).count();
            assert_eq!(Subtest::ALL.map(count), [18, 13, 22, 10, 12], "form {letter}");
        }
        assert_eq!(form("c"), Err("There is no form “c”; there are a and b.".to_owned()));
    }

    /// Items and keys were there before an answerer ran; a later change has to be listed.
    #[test]
    fn the_files_are_those_that_the_page_about_them_names() {
        let page = include_str!("../../data/battery/README.md");
        for (letter, text) in FORMS {
            let row = format!("| `form-{letter}.toml` | {} |", checksum(text.as_bytes()));
            assert!(page.contains(&row), "{row}");
        }
    }

    /// The examples are what the key's authors would give; the rule reads their forms nearly as
    /// they do.
    #[test]
    fn the_rule_scores_the_examples_as_their_authors_did() {
        let form = form("a").unwrap();
        let (mut same, mut all) = (0, 0);
        for item in &form.items {
            let key = AnswerKey::of(item);
            for example in &item.examples {
                all += 1;
                same += i32::from(key.score(&example.answer).points == example.points);
            }
        }
        assert_eq!((same, all), (530, 533));
    }

    /// Items of both forms that ask for the same kind of thing, with answers that fit both.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Pair {
        a: String,
        b: String,
        #[serde(default)]
        full: Vec<String>,
        part: Vec<String>,
        none: Vec<String>,
    }

    #[test]
    fn the_same_answer_earns_the_same_on_parallel_items() {
        let text = include_str!("../../data/battery/parallel.toml");
        let mut pairs: BTreeMap<String, Vec<Pair>> = toml::from_str(text).unwrap();
        let pairs = pairs.remove("pair").unwrap();
        assert_eq!(pairs.len(), 20);
        let mut wrong = Vec::new();
        for pair in &pairs {
            let item = |letter, id: &str| {
                let items = &form(letter).unwrap().items;
                items.iter().find(|item| item.id == *id).unwrap()
            };
            let both = [item("a", &pair.a), item("b", &pair.b)];
            assert_eq!((both[0].most, both[0].subtest), (both[1].most, both[1].subtest));
            let keys = both.map(AnswerKey::of);
            for (answers, points) in [(&pair.full, both[0].most), (&pair.part, 1), (&pair.none, 0)]
            {
                for answer in answers {
                    let given = keys.each_ref().map(|key| key.score(answer).points);
                    if given != [points; 2] {
                        wrong.push(format!("{} and {}: {answer}: {given:?}", pair.a, pair.b));
                    }
                }
            }
        }
        assert_eq!(wrong, [""; 0]);
    }
}
