//! Questions about objects, predicates and clauses.

use super::check_all;

#[test]
fn things_as_objects_become_what() {
    check_all(
        r"
The company sells shoes.
? What does the company sell?
? Does the company sell shoes?
! Who does

Shakespeare wrote many plays.
? What did Shakespeare write?
? Who wrote many plays?

The Romans built roads.
? What did the Romans build?
? Did the Romans build roads?

The engineer has designed a bridge.
? What has the engineer designed?
? Has the engineer designed a bridge?
! did the engineer has

The boy is eating an apple.
? What is the boy eating?
? Is the boy eating an apple?

The dog must follow the trail.
? What must the dog follow?
? Must the dog follow the trail?

The team had won the game.
? What had the team won?
? Had the team won the game?

The tree produces fruit.
? What does the tree produce?
? What produces fruit?

The queen wore a crown.
? What did the queen wear?
? Did the queen wear a crown?

The explorer found a cave.
? What did the explorer find?

The bird caught a fish.
? What did the bird catch?
? Did the bird catch a fish?

The author spent the money.
? What did the author spend?

The students read the book.
? What did the students read?

The judge could change the sentence.
? What could the judge change?
? Could the judge change the sentence?

The factory makes paper.
? What does the factory make?
? What makes paper?

The girl has a horse.
? What does the girl have?
? Does the girl have a horse?
! Has the girl a

The castle had four towers.
? What did the castle have?
? How many towers did the castle have?
? Did the castle have four towers?

The house has a garden.
? What does the house have?
? What has a garden?
",
    );
}

#[test]
fn people_as_objects_become_who() {
    check_all(
        r"
The voters elected Abraham Lincoln.
? Who did the voters elect?
? Did the voters elect Abraham Lincoln?
! What did the voters elect

The duke married a princess.
? Who did the duke marry?
! What did the duke

The police arrested the man.
? Who did the police arrest?
! What did the police arrest

The artist painted his wife.
? Who did the artist paint?

The university hired the professor.
? Who did the university hire?
? Did the university hire the professor?

John met Mary.
? Who did John meet?
? Who met Mary?
? Did John meet Mary?

The general defeated the emperor.
? Who did the general defeat?
? Who defeated the emperor?
",
    );
}

#[test]
fn numbers_before_objects_become_how_many() {
    check_all(
        r"
The city has twelve bridges.
? How many bridges does the city have?
? Does the city have twelve bridges?

Beethoven wrote nine symphonies.
? How many symphonies did Beethoven write?
? What did Beethoven write?

The woman raised seven children.
? How many children did the woman raise?

The army lost 3,000 men.
? How many men did the army lose?

The spider has eight legs.
? How many legs does the spider have?
? What has eight legs?

The library holds 40,000 books.
? How many books does the library hold?

The ship carried two hundred passengers.
? How many passengers did the ship carry?

The team has won six titles.
? How many titles has the team won?

The novel has 300 pages.
? How many pages does the novel have?
",
    );
}

#[test]
fn money_becomes_how_much() {
    check_all(
        r"
The painting cost $5 million.
? How much did the painting cost?
? Did the painting cost $5 million?

The company paid $20,000.
? How much did the company pay?

The ticket costs ten dollars.
? How much does the ticket cost?

The stone weighs 40 kilograms.
? How much does the stone weigh?
? What weighs 40 kilograms?
? Does the stone weigh 40 kilograms?

The farmer paid 50 pounds.
? How much did the farmer pay?

The bank lost $3 billion.
? How much did the bank lose?
? Did the bank lose $3 billion?
",
    );
}

#[test]
fn a_definite_object_with_a_modifier_becomes_which() {
    check_all(
        r"
The general captured the northern town.
? Which town did the general capture?
? What did the general capture?

The boy chose the blue hat.
? Which hat did the boy choose?
? Did the boy choose the blue hat?

The critics praised the second novel.
? Which novel did the critics praise?

The committee rejected the first plan.
? Which plan did the committee reject?
",
    );
}

#[test]
fn the_owner_in_an_object_becomes_whose() {
    check_all(
        r"
The thief stole Mary's necklace.
? Whose necklace did the thief steal?
? What did the thief steal?

The army burned the farmer's house.
? Whose house did the army burn?

The museum bought Rembrandt's house.
? Whose house did the museum buy?
",
    );
}

#[test]
fn indirect_objects_leave_the_direct_one_free() {
    check_all(
        r"
The teacher gave the students a book.
? What did the teacher give the students?
? Who gave the students a book?
? Did the teacher give the students a book?

The king gave the city a charter.
? What did the king give the city?
! What did the king give?

The company offered John a job.
? What did the company offer John?
? Who did the company offer a job to?
",
    );
}

#[test]
fn predicates_become_what_and_who() {
    check_all(
        r"
Paris is the capital of France.
? What is the capital of France?
? What is Paris?
? Is Paris the capital of France?
! Who is Paris

Mount Everest is the highest mountain.
? What is the highest mountain?
? Is Mount Everest the highest mountain?

The whale is a mammal.
? What is the whale?
! What is a mammal
? Is the whale a mammal?

Mozart was a composer.
? Who was Mozart?
? Who was a composer?
? Was Mozart a composer?
! What was Mozart

Gold is a metal.
? What is gold?
? Is gold a metal?

George Washington was the first president.
? Who was the first president?
? Who was George Washington?
? Was George Washington the first president?

The village became a city.
? What did the village become?
? Did the village become a city?

Elizabeth became a queen.
? What did Elizabeth become?
? Did Elizabeth become a queen?

The party remained a minority.
? What did the party remain?
? Did the party remain a minority?
",
    );
}

#[test]
fn objects_of_infinitives_move() {
    check_all(
        r"
The king wanted to conquer the island.
? What did the king want to conquer?
? Did the king want to conquer the island?
! What did the king wanted

The workers began to build a canal.
? What did the workers begin to build?
? Did the workers begin to build a canal?

The company plans to open a factory.
? What does the company plan to open?
? Does the company plan to open a factory?

The queen refused to sign the treaty.
? What did the queen refuse to sign?
? Who refused to sign the treaty?

The scientists tried to measure the distance.
? What did the scientists try to measure?
",
    );
}

#[test]
fn clauses_as_objects_become_what() {
    check_all(
        r"
The mayor said that the bridge was safe.
? What did the mayor say?
? Did the mayor say that the bridge was safe?
! Was the bridge safe
! What did the mayor say that

Galileo believed that the earth moves.
? What did Galileo believe?
! Does the earth move

The report claims that the water is clean.
? What does the report claim?
! Is the water clean

The author thought that the plan would fail.
? What did the author think?
! Would the plan fail
",
    );
}
