//! Answers that the line names as wrong.

use super::check;

pub(super) const SCRIPT: &str = "
= <u>amide</u>s [do not accept or prompt on \"amines\"]
+ amide
+ amides
- amine
- amines

= adsorption [prompt on “sorption”; do not accept or prompt on “absorption”]
+ adsorption
+ adsorbtion
? sorption
- absorption

= <u>resistivity</u> [reject “resistance”]
+ resistivity
- resistance

= China [or People’s Republic of China; do not accept or prompt on “Republic of China”]
+ China
+ People's Republic of China
- Republic of China
- the Republic of China

= <u>Invisible Man</u> [do not accept or prompt on “The Invisible Man”]
+ Invisible Man
- The Invisible Man

= <u>dihydroxylation</u> [prompt on <u>hydroxylation</u>]
+ dihydroxylation
? hydroxylation
- hydration

= Czechoslovakia [Do not accept “Czechia,” “Czech Republic,” or “Slovakia”]
+ Czechoslovakia
- Czechia
- Czech Republic
- Slovakia

= Freyja [don’t accept \"Frey\"]
+ Freya
- Frey

= graphene [NOT graphite; reject graphite]
+ graphene
- graphite

= Andrew Wyeth [prompt on Wyeth; do not accept or prompt on “N.C. Wyeth”]
+ Andrew Wyeth
? Wyeth
- N. C. Wyeth
- NC Wyeth

= human races [do not accept \"ethnic groups\" or \"ethnicities\"]
+ human races
? race
+ human race
- ethnicities
- ethnic groups

= puerto rican nationalism [reject answers about “statehood”]
- Puerto Rican statehood
- statehood
+ Puerto Rican nationalism

= John the Baptist [do NOT accept “John the Evangelist”; prompt on John]
+ John the Baptist
? John
- John the Evangelist

= King <u>Edward III</u> [do not accept “Edward II”]
+ Edward III
+ King Edward the Third
- Edward II
- Edward the Second

= knowledge [do NOT accept or prompt on ‘epistemology’]
+ knowledge
- epistemology

= Uruguay [accept Eastern Bank until “bank”, but reject after]
@ The first sentence.
+ Eastern Bank
@ It names a bank.
- Eastern Bank

= anarchism [accept anarcho-communism, but absolutely do NOT accept “anarcho-capitalism”]
+ anarcho-communism
- anarcho-capitalism
";

#[test]
fn named_wrong_answers_are_rejected_whatever_they_resemble() {
    check(SCRIPT);
}
