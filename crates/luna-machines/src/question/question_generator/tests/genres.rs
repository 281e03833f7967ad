//! What texts of many genres have: datelines, kings with numbers, clocks, vehicles, fixed phrases.

use super::check_all;

#[test]
fn a_number_of_a_king_or_a_war_and_a_country_do_not_speak() {
    check_all(
        r"
The war ended under Queen Elizabeth I.
? What ended under Queen Elizabeth I?

World War I began in 1914.
? When did World War I begin?

The US sent troops to Korea in 1950.
? What did the US send to Korea in 1950?

The king and I left the city.
0

They gave us a house.
0
",
    );
}

#[test]
fn a_dateline_is_no_part_of_the_sentence() {
    check_all(
        r"
LEETON (Tuesday) — The river destroyed 40 houses on Monday.
? What did the river destroy on Monday?
? How many houses did the river destroy on Monday?
! LEETON

LONDON (Reuters) - The queen opened the new bridge.
? What did the queen open?
! Reuters

NEW YORK, May 3 — The company sold two ships.
? What did the company sell?
! NEW YORK
",
    );
}

#[test]
fn a_fixed_phrase_keeps_its_object() {
    check_all(
        r"
The manager took charge in August.
? Who took charge in August?
! What did the manager take

The woman gave birth to a girl on Tuesday.
? Who gave birth to a girl on Tuesday?
! What did the woman give

The shed caught fire in 1921.
? When did the shed catch fire?
! What did the shed catch

The drought took its toll in 1921.
! What did the drought take

The man took the chair.
? What did the man take?
",
    );
}

#[test]
fn parts_of_a_whole_are_not_counted() {
    check_all(
        r"
Two thirds of the customers want a refund.
! How many thirds

Three quarters of the houses have a garden.
! How many quarters
",
    );
}

#[test]
fn a_phrase_about_the_way_of_a_deed_belongs_to_the_verb() {
    check_all(
        r"
The crew rescued 37 people by boat.
? Who did the crew rescue by boat?
? How many people did the crew rescue by boat?
! How many people by boat

The enzyme fixes carbon dioxide into sugar.
? What does the enzyme fix into sugar?

The bakery opened its doors at four in the morning.
? When did the bakery open its doors?
! open in the morning

The mayor promised 2,000 pounds to every household.
? How much did the mayor promise to every household?

The team lost the game shortly before midnight.
! shortly?
",
    );
}

#[test]
fn who_is_asked_for_the_parties_of_a_contract() {
    check_all(
        r"
The landlord may sell the house.
? Who may sell the house?

The tenant must pay the rent.
? Who must pay the rent?

Insurers paid the bill.
? Who paid the bill?

Guerrillas attacked the town in 1965.
? Who attacked the town in 1965?
",
    );
}

#[test]
fn half_a_statement_is_given_up() {
    check_all(
        r"
By the time the old woman reached the window, the lane was full.
! by the time?

The idea is that visitors send pictures.
! What is that

The Steelyard stood where Cannon Street station is today.
! Is the Steelyard?
! What is?
",
    );
}

#[test]
fn a_participle_after_an_object_does_not_describe_the_subject() {
    check_all(
        r"
The merchants kept offices, known as Kontore, in Bruges.
! Who was known
! Were the merchants known
",
    );
}

#[test]
fn a_statement_that_ends_in_an_abbreviation_has_one_full_stop() {
    let questions = super::questions("The bridge was closed at 11 p.m.");
    assert!(!questions.is_empty());
    for question in questions {
        assert!(!question.statement.ends_with(".."), "{}", question.statement);
    }
}
