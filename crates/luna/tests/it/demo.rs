//! A database that is filled for a demonstration.

use luna_testkit::people::Person;
use luna_testkit::server::{Server, sqlite};

use crate::command::run;

#[test]
fn a_demonstration_is_filled_once_and_says_so_on_every_page() {
    let database = sqlite();
    let fill = ["demo", "--seed", "7", "--days", "2", "--database", &database];
    let (code, said, words) = run(&fill);
    assert_eq!(code, Some(0), "{said}{words}");
    let games = said.split_whitespace().nth(5).and_then(|count| count.parse::<u32>().ok());
    assert!(said.starts_with("18 made-up people have finished "), "{said}");
    assert!(games.is_some_and(|count| count >= 10), "{said}");
    let (code, _, words) = run(&fill);
    assert_eq!(code, Some(1), "{words}");
    assert!(words.contains("has been filled for a demonstration already"), "{words}");
    let server = Server::start(&database, &[]);
    let mut visitor = Person::guest(&server.address);
    for path in ["/", "/machines", "/today"] {
        let page = visitor.get(path).unwrap();
        assert!(page.contains("A demonstration: the people here"), "{path}: {page}");
    }
}

#[test]
fn a_database_with_people_is_not_filled() {
    let database = sqlite();
    {
        let server = Server::start(&database, &[]);
        Person::guest(&server.address);
    }
    let (code, _, words) = run(&["demo", "--database", &database]);
    assert_eq!(code, Some(1), "{words}");
    assert!(words.contains("There are people in this database"), "{words}");
}
