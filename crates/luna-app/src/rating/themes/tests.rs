use luna_store::export::Party;

use super::*;

const SUBJECTS: [(&str, [&str; 6]); 4] = [
    ("music", ["song", "singer", "guitar", "concert", "melody", "piano"]),
    ("food", ["soup", "cheese", "recipe", "bread", "kitchen", "dinner"]),
    ("sport", ["football", "stadium", "goal", "athlete", "marathon", "referee"]),
    ("sums", ["multiply", "fraction", "triangle", "algebra", "equation", "prime"]),
];
const PLAYERS: usize = 28;

/// Questions of two words of a subject and one of somebody alone.
fn question(subject: usize, nth: usize, asker: usize) -> String {
    let (name, words) = SUBJECTS[subject];
    let [one, other] = [words[nth % 6], words[(nth + 1 + nth / 6) % 6]];
    format!("Which {one} and {other} of {name} does cousin secret{asker} prefer?")
}

/// Games in which everybody asks everybody five questions. Each player is better at one subject by so
/// many points.
fn asked(better: i64) -> AskedQuestions {
    let mut asked = AskedQuestions::default();
    for judge in 0..PLAYERS {
        for player in (0..PLAYERS).filter(|&it| it != judge) {
            for nth in 0..5 {
                asked.add(&response(judge, player, nth, better));
            }
        }
    }
    asked
}

fn response(judge: usize, player: usize, nth: usize, better: i64) -> Response {
    let subject = (judge + nth) % SUBJECTS.len();
    let noise = i64::try_from((7 * judge + 5 * player + 3 * nth) % 11).unwrap() - 5;
    let own = if player % SUBJECTS.len() == subject { better } else { 0 };
    let points = Points::from_millionths((50 + noise + own) * 1_000_000).unwrap();
    let party = |id: String, machine| Party { id, machine };
    Response {
        game_id: format!("{}-{}", judge.min(player), judge.max(player)),
        at: if judge < 6 { 0 } else { 40 * 86_400_000 },
        part: i64::try_from(nth).unwrap() + 1,
        judge: party(format!("p{judge}"), judge == 0),
        player: party(format!("p{player}"), player == 0),
        inherited: false,
        question: question(subject, player + nth, judge),
        response: "Hm".to_owned(),
        mark: Some(points),
        guess: points,
        counts: judge != 0,
        typing: Vec::new(),
    }
}

fn found(asked: &AskedQuestions, previous: &[Theme]) -> Computed {
    computed(asked, previous, 7 + i64::try_from(previous.len()).unwrap())
}

#[test]
fn questions_about_the_same_are_a_theme_with_words_that_several_use() {
    let asked = asked(0);
    let found = found(&asked, &[]);
    assert!(found.themes.len() >= 3, "{:?}", found.themes);
    for theme in &found.themes {
        let subjects = SUBJECTS
            .iter()
            .filter(|(_, all)| theme.words.iter().any(|word| all.contains(&&**word)));
        assert!(subjects.count() <= 1, "{:?}", theme.words);
        let shown = theme.words.iter().chain(theme.terms.iter().map(|(stem, _)| stem));
        assert!(shown.into_iter().all(|word| !word.contains("secret")), "{theme:?}");
    }
    let months = |by: fn(&ThemeMonth) -> i64| -> i64 {
        found.themes.iter().flat_map(|it| &it.months).map(by).sum()
    };
    let [people, machines] = [months(|it| it.by_people), months(|it| it.by_machines)];
    assert!(people > 20 * machines && machines > 90, "{people} {machines}");
    assert!(found.themes.iter().flat_map(|it| &it.months).all(|it| it.month.starts_with("1970-0")));
}

#[test]
fn themes_that_go_on_keep_their_ids() {
    let mut asked = asked(0);
    let first = found(&asked, &[]).themes;
    asked.add(&Response {
        question: "Which cheese is best with bread?".to_owned(),
        ..response(1, 2, 3, 0)
    });
    let second = found(&asked, &first).themes;
    let kept = second.iter().filter(|it| first.iter().any(|old| old.id == it.id)).count();
    assert!(kept + 1 >= second.len(), "{kept} of {}", second.len());
    let same = |it: &&Theme| first.iter().any(|old| old.id == it.id && old.words[0] == it.words[0]);
    assert!(second.iter().filter(same).count() + 2 >= kept, "{second:?}");
}

#[test]
fn ratings_by_theme_are_there_when_they_say_more_than_one_number() {
    let alike = found(&asked(0), &[]);
    assert!(alike.particular.is_empty() && alike.by_chance.unwrap() > LEVEL);
    let differ = found(&asked(25), &[]);
    assert!(differ.by_chance.unwrap() <= LEVEL);
    let is_own = |player: usize, words: &[String]| {
        let (_, own) = SUBJECTS[player % SUBJECTS.len()];
        words.iter().all(|word| own.contains(&&**word))
    };
    for player in 1..PLAYERS {
        let all = differ.particular.iter().filter(|it| it.0 == format!("p{player}"));
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for (_, theme, it) in all {
            assert!(it.marks >= MARKS);
            let words = &differ.themes.iter().find(|of| of.id == *theme).unwrap().words;
            if is_own(player, words) { own.push(it.points) } else { others.push(it.points) }
        }
        let mean =
            |all: &[f64]| all.iter().sum::<f64>() / f64::from(u32::try_from(all.len()).unwrap());
        assert!(mean(&own) > mean(&others) + 10.0, "{player}: {own:?} {others:?}");
    }
}

#[test]
fn few_questions_are_not_grouped() {
    let mut asked = AskedQuestions::default();
    for nth in 0..5 {
        asked.add(&response(1, 2, nth, 0));
    }
    let found = found(&asked, &[]);
    assert!(found.themes.is_empty() && found.by_chance.is_none());
}
