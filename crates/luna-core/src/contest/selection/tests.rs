use std::collections::BTreeSet;

use super::*;

fn drawn(set: Set) -> Vec<Script> {
    (0..200).map(|seed| set.draw(&mut Chance::from_seed(seed))).collect()
}

#[test]
fn each_conversation_has_five_to_seven_questions_and_no_line_twice() {
    for set in Set::ALL {
        for script in drawn(set) {
            let texts: BTreeSet<&str> = script.lines.iter().map(|it| it.text.as_str()).collect();
            assert_eq!(texts.len(), script.lines.len(), "{script:?}");
            let keyed = script.lines.iter().filter(|it| it.key.is_some()).count();
            assert!((5..=7).contains(&keyed), "{script:?}");
        }
    }
}

#[test]
fn the_same_seed_draws_the_same_and_another_one_others() {
    for set in Set::ALL {
        let all = drawn(set);
        assert_eq!(all[7], set.draw(&mut Chance::from_seed(7)));
        let different: BTreeSet<String> = all.iter().map(|it| format!("{it:?}")).collect();
        assert!(different.len() > 190, "{set:?}: {}", different.len());
    }
}

#[test]
fn each_right_phrase_is_taken_by_itself_and_no_question_answers_itself_wrongly() {
    for set in Set::ALL {
        for script in drawn(set) {
            for line in &script.lines {
                let Some(key) = &line.key else { continue };
                assert!(!key.takes(""), "{line:?}");
                assert!(!key.takes("I do not know."), "{line:?}");
                for right in &key.right {
                    assert!(key.takes(&format!("I think it is {right}.")), "{line:?}");
                }
                for wrong in &key.wrong {
                    assert!(!key.takes(&format!("Surely {wrong}!")), "{line:?}");
                }
            }
        }
    }
}

#[test]
fn a_key_takes_endings_phrases_and_a_contrast_behind() {
    let key = |right: &[&str], wrong: &[&str]| Line::question("?", right, wrong).key.unwrap();
    let hammer = key(&["nail"], &[]);
    assert!(hammer.takes("For NAILS, of course"));
    assert!(!hammer.takes("a nailbrush"));
    let bigger = key(&["horse"], &["mouse"]);
    assert!(bigger.takes("A horse is bigger than a mouse."));
    assert!(!bigger.takes("The mouse, not the horse."));
    let time = key(&["11:20"], &[]);
    assert!(time.takes("at 11:20"));
    assert!(!time.takes("at 11:00"));
    assert!(key(&["fire truck"], &[]).takes("Two fire trucks"));
    assert!(!key(&["fire truck"], &[]).takes("fire"));
}

#[test]
fn the_clock_of_the_day_is_right() {
    for script in drawn(Set::Time) {
        let told = &script.lines[0].text;
        let round: usize = told.split("round ").nth(1).unwrap()[..1].parse().unwrap();
        let minutes = (round - 1) * 20;
        let now = format!("{}:{:02}", 10 + minutes / 60, minutes % 60);
        assert!(told.contains(&now), "{told}");
        let after = script.lines.iter().find(|it| it.text.starts_with("How many rounds"));
        if let Some(line) = after {
            assert!(line.key.as_ref().unwrap().takes(&(7 - round).to_string()), "{told} {line:?}");
        }
    }
}

#[test]
fn who_is_the_tallest_follows_from_what_was_told() {
    let three = |script: Script| script.lines.into_iter().filter(|it| it.text.contains(" than "));
    let mut seen = 0;
    for line in drawn(Set::Relationships).into_iter().flat_map(three) {
        let names: Vec<&str> = line
            .text
            .split([' ', ',', '.'])
            .filter(|it| {
                it.chars().next().is_some_and(char::is_uppercase) && !["Who", "Which"].contains(it)
            })
            .collect();
        // The name that is never behind "than" has the most, the one that is only there the least.
        let behind: BTreeSet<&str> = line
            .text
            .split(" than ")
            .skip(1)
            .map(|rest| rest.split([',', '.']).next().unwrap())
            .collect();
        let before: BTreeSet<&str> = names
            .iter()
            .copied()
            .filter(|name| line.text.contains(&format!("{name} is ")))
            .collect();
        let most: Vec<&&str> = names.iter().filter(|it| !behind.contains(**it)).collect();
        let least: Vec<&&str> = names.iter().filter(|it| !before.contains(**it)).collect();
        let is_most = ["tallest", "oldest", "fastest", "strongest", "richest"]
            .iter()
            .any(|word| line.text.contains(word));
        let right = if is_most { most[0] } else { least[0] };
        assert!(line.key.unwrap().takes(right), "{}", line.text);
        seen += 1;
    }
    assert_eq!(seen, 400);
}
