use super::*;
use crate::predict::dataset::{Person, Question as Asked};

/// An assignment of two questions that all answer, the better the more of the key they say.
fn assignment(nth: usize) -> Problem {
    let keys = [
        ["stack", "list", "tree", "queue"][nth % 4].to_owned() + " keeps items in some fixed order",
        "a pointer holds the address of another thing".to_owned(),
    ];
    let person = |line: usize| {
        let said = |key: &String| {
            let words: Vec<&str> = key.split(' ').collect();
            words[..words.len() * (line % 5) / 4].join(" ")
        };
        let grades = vec![[0.0, 2.0, 3.0, 4.0, 5.0][line % 5]; 2];
        let rating = grades.iter().sum();
        Person { id: line.to_string(), responses: keys.iter().map(said).collect(), rating, grades }
    };
    let asked = |(at, key): (usize, &String)| Asked {
        id: format!("{}.{at}", nth + 1),
        text: "What is it?".to_owned(),
        key: vec![key.clone()],
    };
    Problem {
        name: format!("small {nth}"),
        questions: keys.iter().enumerate().map(asked).collect(),
        people: (0..20).map(person).collect(),
    }
}

#[test]
fn who_says_more_of_the_key_gets_the_better_grade() {
    let all: Vec<Problem> = (0..4).map(assignment).collect();
    let found = grade(&all, None).unwrap();
    assert_eq!((found.responses, found.questions, found.folds), (160, 8, 4));
    assert_eq!(found.graded.len(), 6);
    for graded in &found.graded {
        assert!(graded.r.value > 0.9 && graded.error.value < 0.8, "{graded:?}");
        assert!((0.0..0.1).contains(&graded.r.error) && graded.each.len() == 4, "{graded:?}");
        assert!(graded.means().0 > 0.9 && graded.means().1 < 0.8, "{graded:?}");
    }
}

#[test]
fn what_the_paper_left_out_is_left_out() {
    let mut all: Vec<Problem> = (0..3).map(assignment).collect();
    UNUSED[0].clone_into(&mut all[1].questions[0].id);
    assert_eq!(grade(&all, None).unwrap().questions, 5);
}

#[test]
fn there_is_nothing_to_learn_from_one_assignment_or_without_grades() {
    assert!(grade(&[assignment(0)], None).is_err() && grade(&[], None).is_err());
    let mut all: Vec<Problem> = (0..3).map(assignment).collect();
    all[0].people[0].grades.clear();
    assert_eq!(grade(&all, None).unwrap_err().to_string(), "There are responses without a grade.");
    let nowhere = grade(&all[1..], Some(Path::new("/nowhere"))).unwrap_err();
    assert!(nowhere.to_string().starts_with("/nowhere"), "{nowhere}");
}

#[test]
fn empty_answers_and_an_empty_key_are_numbers_too() {
    let mut all: Vec<Problem> = (0..3).map(assignment).collect();
    for problem in &mut all {
        problem.questions[1].key.clear();
        problem.people[2].responses = vec![String::new(), "日本語 🎉".to_owned()];
    }
    for graded in grade(&all, None).unwrap().graded {
        let numbers = [graded.r, graded.error].map(|it| it.value + it.error);
        assert!(numbers.iter().all(|it| it.is_finite()), "{graded:?}");
    }
}
