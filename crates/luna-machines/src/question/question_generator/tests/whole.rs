//! What cannot be said or is no whole sentence gives no question; what can be mended does.

use super::check_all;

#[test]
fn a_clause_without_its_verb_or_its_object_makes_no_question() {
    check_all(
        r"
A sourdough starter is a mixture of flour and water in which wild yeast and bacteria live.
! which wild yeast?

The stranger knew where it came from.
! come from?
! came from?

How its ancestors came to a lake so far from the sea is not known.
! is not known

Which animal it chooses depends on the predator.
! which animal it chooses
! Which animal it chooses

Ships called cogs, which could carry up to 200 tonnes, brought furs, wax and grain from the east.
! Did ships call
! What called
! What did ships call

The pumps deliver almost three kilowatts of heat for each kilowatt of current.
! three of heat
",
    );
}

#[test]
fn a_subject_is_one_noun_phrase() {
    check_all(
        r"
Instead, the price of clothing fell and demand grew.
! fell and
! Did the price of clothing fell

Below 20 degrees the microbes grow slowly, and above 35 degrees many of them die.
! degrees many

The first machine was built by Karl Thimm, a French tailor, who patented it in 1830.
! Thimm a French tailor patent
",
    );
}

#[test]
fn what_follows_a_colon_is_another_statement() {
    check_all(
        r"
The plan worked: the substitute scored a goal with his first touch.
? Did the plan work?
! :

Many bakeries have kept theirs alive for decades: the bakery in San Francisco uses one that Isidore Boudin began in 1849.
! :

Rubisco is slow; it handles only three molecules a second.
! ;
",
    );
}

#[test]
fn a_clause_at_the_end_that_only_adds_is_left_out() {
    check_all(
        r"
The engineer added a foot pedal, which left both hands free.
? What did the engineer add?
! add, which

The section had been inspected in March, and a report that was seen by the newspaper recommended that it be replaced.
! and a report

The hospital had to close two wards, as it had too few nurses.
? How many wards did the hospital have to close?
! as it had
",
    );
}

#[test]
fn not_all_is_not_all() {
    check_all(
        r"
Not all plants work in the same way.
! Do all plants
! work in the same way?
",
    );
}

#[test]
fn a_conjunct_with_had_is_no_passive() {
    check_all(
        r"
Members were forbidden to marry and had to be back at nine.
! was had
! were had
! Were members had
",
    );
}

#[test]
fn base_forms_keep_their_e() {
    check_all(
        r"
The company declined the offer.
? What did the company decline?

A paper mill polluted the lake.
? What did a paper mill pollute?
",
    );
}

#[test]
fn an_answer_fits_its_question() {
    check_all(
        r"
The stranger stayed until spring.
! What did the stranger stay

In that year the bakery sold more honey than bread.
! When did the bakery

The animal changes its colour in less than a second.
! When does the animal

The town has 21,000 inhabitants.
? How many inhabitants does the town have?
! Who does the town have

Hamburg and Bremen call themselves free cities.
! What calls themselves

The library is open from nine to seven on weekdays and until one on Saturdays.
! open from and

Its delegates met at irregular intervals in the town hall of Lübeck.
! Where did its delegates meet?
",
    );
}

#[test]
fn a_phrase_after_an_apposition_belongs_to_the_verb() {
    check_all(
        r"
Mary Anning was born in Lyme Regis, a small town on the south coast of England, in 1799.
? Where was Mary Anning born in 1799?
? When was Mary Anning born in Lyme Regis?
! Lyme Regis, in 1799
! In which year was Lyme Regis
",
    );
}

#[test]
fn what_somebody_makes_another_do_is_no_part_of_the_object() {
    check_all(
        r"
The stranger taught the girl to read the sky.
? Who did the stranger teach to read the sky?

A landslide nearly buried Mary Anning herself.
! bury herself to
",
    );
}

#[test]
fn the_first_word_has_the_capital_of_its_kind() {
    check_all(
        r"
Photosynthesis takes place in the leaves.
? Does photosynthesis take place in the leaves?
! Does Photosynthesis

Blue light delays the clock.
? What does blue light delay?
! does Blue

The coach Greta Simmons praised the team. Simmons praised the courage of her team.
? Did Simmons praise the courage of her team?
! did simmons
! Did simmons
",
    );
}

#[test]
fn what_is_read_as_an_apposition_has_the_number_of_its_noun() {
    check_all(
        r"
The friends raised the sum through concerts, a sponsored swim and the sale of a cookery book.
! Was concerts
! Is concerts
! What was a sponsored swim
",
    );
}

#[test]
fn an_adjective_keeps_its_measure() {
    check_all(
        r"
In 1811 Joseph found a skull that was more than a metre long.
! Long in
! more than a metre?
",
    );
}

#[test]
fn a_verb_with_a_doubled_l_has_a_past() {
    check_all(
        r"
Goods travelled west in wagons over poor roads.
? What travelled west in wagons over poor roads?
? Did goods travel west in wagons over poor roads?
",
    );
}
