//! Phrases before, after and within a statement, and how a question is written.

use super::check_all;

#[test]
fn leading_phrases_are_dropped_or_moved() {
    check_all(
        r"
In 1905, Einstein published a paper.
? When did Einstein publish a paper?
? What did Einstein publish in 1905?
? Who published a paper in 1905?
! In 1905,

In Paris, the painter met Picasso.
? Where did the painter meet Picasso?
? Who did the painter meet in Paris?

During the war, the factory made weapons.
? What did the factory make during the war?
? When did the factory make weapons?

However, the plan failed.
? Did the plan fail?
? What failed?
! However

Finally, the army reached the coast.
? What did the army reach?
! inally

In 1969, Neil Armstrong walked on the moon.
? When did Neil Armstrong walk on the moon?
? Who walked on the moon in 1969?

On Monday, the court opened the trial.
? When did the court open the trial?
? What did the court open on Monday?

After the war, the city grew.
? When did the city grow?
? Did the city grow after the war?

For example, the whale is a mammal.
? Is the whale a mammal?
! example

As a result, the price fell.
? Did the price fall?
! result

By 1900, the town had a railway.
? What did the town have by 1900?
? Did the town have a railway by 1900?

In the 19th century, the port expanded.
? When did the port expand?
? In which century did the port expand?

In winter, the lake freezes.
? When does the lake freeze?
? What freezes in winter?

According to the report, the river is polluted.
! According to the report, 

In addition, the company sells tea.
? What does the company sell?
! addition

Last year, the museum bought a painting.
? When did the museum buy a painting?
? What did the museum buy last year?

Today, the city has two airports.
? How many airports does the city have today?
? When does the city have two airports?

Then the king left the hall.
? What did the king leave?
? Who left the hall?
! Then

And the crowd cheered.
? Did the crowd cheer?
! And the

But the engine stopped.
? Did the engine stop?
? What stopped?
! But the

Unfortunately, the library burned.
? Did the library burn?
! nfortunately

In Rome, in 1510, Raphael painted the fresco.
? Who painted the fresco in Rome in 1510?
? When did Raphael paint the fresco in Rome?
",
    );
}

#[test]
fn parentheticals_are_dropped() {
    check_all(
        r"
The whale (a mammal) breathes air.
? What does the whale breathe?
? What breathes air?
! (

Berlin (the capital of Germany) is large.
? Is Berlin large?
! (
! )

The bridge, however, survived.
? Did the bridge survive?
! however

The king, of course, refused.
? Did the king refuse?
! course

Newton (1643-1727) studied light.
? What did Newton study?
? Who studied light?
! (

The lake, for example, is deep.
? Is the lake deep?
! example

Mercury – the smallest planet – has no moons.
? What has no moons?
! –
",
    );
}

#[test]
fn conjunctions_and_adverbs_at_the_start_do_not_remain() {
    check_all(
        r"
Moreover, the law protects workers.
? Who does the law protect?
? Does the law protect workers?
! Moreover
! moreover

Therefore, the judge freed the man.
? Who did the judge free?
! herefore

Nevertheless, the team won the game.
? What did the team win?
! evertheless

Thus, the empire collapsed.
? Did the empire collapse?
! hus,

Eventually, the child found the path.
? What did the child find?
! ventually

Similarly, the cat sleeps.
? Does the cat sleep?
! imilarly
",
    );
}

#[test]
fn articles_agree_with_the_next_word() {
    check_all(
        r"
The man bought an old car.
? What did the man buy?
? Did the man buy an old car?

Anna, an engineer, built a bridge.
? Was Anna an engineer?
? Who was an engineer?

The hen laid an egg.
? What did the hen lay?
? Did the hen lay an egg?
",
    );
}

#[test]
fn capitals_follow_the_place_of_the_word() {
    check_all(
        r"
The Thames flows through London.
? What flows through London?
? Does the Thames flow through London?
! Does The

A storm hit the coast.
? Did a storm hit the coast?
! Did A

His mother was a nurse.
? Was his mother a nurse?
! His mother was

London is a city.
? Is London a city?
? What is London?
! london

American soldiers freed the town.
? Did American soldiers free the town?
! american

These animals eat grass.
? What do these animals eat?
! These animals eat?
",
    );
}

#[test]
fn particles_stay_with_their_verbs() {
    check_all(
        r"
The company gave up the plan.
? What did the company give up?
? Did the company give up the plan?

The army took over the city.
? What did the army take over?

The workers set up a camp.
? What did the workers set up?
? Who set up a camp?

The pilot turned off the engine.
? What did the pilot turn off?

The man put on a coat.
? What did the man put on?
",
    );
}

#[test]
fn adverbs_stay_before_the_verb() {
    check_all(
        r"
The king often visited the abbey.
? What did the king often visit?
? Did the king often visit the abbey?

The bird rarely leaves the nest.
? What does the bird rarely leave?
! Does rarely

The river quickly flooded the town.
? What did the river quickly flood?
? What quickly flooded the town?

The council has recently approved the plan.
? What has the council recently approved?
? Has the council recently approved the plan?

The women also worked.
? Did the women work?
! did also

The scientist later became a minister.
? What did the scientist later become?
? Who later became a minister?
",
    );
}

#[test]
fn words_joined_by_hyphens_stay_joined() {
    check_all(
        r"
The company opened a well-known shop.
? What did the company open?
? Did the company open a well-known shop?
! well - known

The self-taught painter sold a picture.
? What did the self-taught painter sell?
! self - taught
",
    );
}

#[test]
fn amounts_and_signs_are_spaced_as_before() {
    check_all(
        r#"
The firm lost $30 million in 2008.
? How much did the firm lose in 2008?
? When did the firm lose $30 million?
! $ 30

The rate rose to 5% in May.
! 5 %

The king's son killed the king's enemy.
! king 's

The "Titanic" sank in 1912.
? When did the "Titanic" sink?
! " Titanic
"#,
    );
}
