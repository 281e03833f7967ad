//! What gives no question, and what is vague.

use super::check_all;

#[test]
fn sentences_without_a_statement_give_no_question() {
    check_all(
        r"
The old house on the hill.
0

Go home.
0

Who wrote the letter?
0

What a beautiful day!
0

Close the door.
0

A long history of trade.
0

Is the river deep?
0

Why?
0

Yes.
0

Thank you.
0

No way!
0

The end
0

1. 2. 3.
0

???
0

...
0

- - -
0
",
    );
}

#[test]
fn sentences_about_the_speaker_give_no_question() {
    check_all(
        r"
I like tea.
0

We visited the castle.
0

You should read the book.
0

My brother lives in Leeds.
0

The man gave me a coin.
0

The teacher saw us.
0

Your house is old.
0

I think that the king left.
0
",
    );
}

#[test]
fn pronouns_without_an_antecedent_make_questions_vague() {
    check_all(
        r"
He wrote a book.
~ What did he write?
~ Did he write a book?
! What wrote

She discovered a comet.
~ What did she discover?
! Who discovered

It was built in 1900.
~ When was it built?
! What was built

They left the city.
~ What did they leave?

This caused a war.
~ Did this cause a war?

It attracts visitors.
~ Who does it attract?
! What attracts

He was born in Paris.
~ Where was he born?
! Who was born

These changed the law.
~ Did these change the law?
",
    );
}

#[test]
fn a_pronoun_with_a_sure_antecedent_is_replaced() {
    check_all(
        r"
Marie Curie was a physicist. She discovered radium.
? What did Marie Curie discover?
? Did Marie Curie discover radium?
! What did she

Albert Einstein was born in Ulm. He published a paper in 1905.
? What did Albert Einstein publish in 1905?
? When did Albert Einstein publish a paper?
! did he

The Danube is a river. It crosses ten countries.
? How many countries does the Danube cross?
! does it cross

Isaac Newton was a mathematician. He invented a telescope.
? What did Isaac Newton invent?
! did he

The Louvre is a museum. It attracts visitors.
? Who does the Louvre attract?
! does it attract

Jane Austen was a writer. She died in 1817.
? When did Jane Austen die?
! did she die
",
    );
}

#[test]
fn a_pronoun_with_two_candidates_is_kept() {
    check_all(
        r"
John met Peter. He bought a car.
~ What did he buy?
! What did John buy
! What did Peter buy

The king saw the duke. He left the hall.
~ What did he leave?
! What did the king leave
! What did the duke leave

Mary helped Anna. She wrote a book.
~ What did she write?
! What did Mary write
! What did Anna write

Anna met John. They married in 1900.
~ When did they marry?
",
    );
}

#[test]
fn an_owner_named_in_the_question_is_clear() {
    check_all(
        r"
Einstein published his theory in 1915.
? When did Einstein publish his theory?
? What did Einstein publish in 1915?
? Who published his theory in 1915?

Mary sold her house.
? What did Mary sell?
? Did Mary sell her house?

The city lost its walls.
? What did the city lose?
? Did the city lose its walls?

The farmers sold their land.
? What did the farmers sell?
? Did the farmers sell their land?
",
    );
}

#[test]
fn inverted_and_quoted_sentences_do_not_break() {
    check_all(
        r#"
"Leave the room," said the king.
! Did leave
! What did leave

On the hill stood a castle.
! Did on
! What did on

Never had the city seen a flood.
! Did never
! Never did

Here lies the king.
! Does here
"#,
    );
}

#[test]
fn clauses_as_subjects_are_left_alone() {
    check_all(
        r"
To win the war was difficult.
! Who
! What to

That the earth moves was known.
! Who that

What he said was false.
! Was what he said false
",
    );
}

#[test]
fn a_pronoun_in_the_subject_itself_is_vague() {
    check_all(
        r"
Its author lives in Berlin.
~ Where does its author live?
? Who lives in Berlin?

His brother sold the farm.
~ What did his brother sell?
~ Did his brother sell the farm?
",
    );
}
