//! Prompts: plain ones, those with words, and those for something less specific.

use super::check;

pub(super) const SCRIPT: &str = "
= Louis <u>XIV</u> [prompt on <u>Louis</u> alone; prompt on the <u>Sun King</u> or le <u>Roi Soleil</u>]
+ Louis the Fourteenth
+ Louis 14
? Louis
? the Sun King
? Roi Soleil
- Louis XV
! Louis => fourteenth
! Louis => XIV
! Louis => Louis XIV
x Louis => Louis
x Louis => the fifteenth
x Louis =>  .

= <u>olive oil</u> [prompt on oil by asking “what kind of oil?”; prompt on olives with \"what is made from olives?\"]
+ olive oil
? oil => what kind of oil?
? olives => what is made from olives?
- crude oil
! oil => olive
! oil => olive oil
x oil => crude

= <u>binary fission</u> [prompt on <u>fission</u>, <u>fission yeast</u>, <u>cytokinesis</u>, or <u>cell division</u>]
+ binary fission
? cytokinesis
? cell division
? fission yeast
- yeast

= Mayans [prompt on indigenous or natives by asking “from what country?”]
+ Mayans
? natives => from what country?
? indigenous => from what country?
- Aztecs

= heart [prompt on organ, asking for the specific organ]
? organ => for the specific organ
+ heart

= fermions [prompt on electrons, leptons asking ‘what type of statistics do they obey?’; prompt on spinors]
? electrons => what type of statistics do they obey?
? leptons => what type of statistics do they obey?
? spinors
- bosons

= anarchism, prompt on “politics”
+ anarchism
? politics
- monarchism

= Zen Buddhism (prompt on just “Buddhism” or “Chinese Buddhism”; accept Chan Buddhism)
+ Zen Buddhism
? Chan
? Buddhism
? Chinese Buddhism
- Chan Marshall

= New York City [or NYC; anti-prompt [ask “can you be less specific?”] on Manhattan or Greenwich Village]
+ NYC
? Manhattan => can you be less specific?
? Greenwich Village => can you be less specific?
- Boston

= Great Society [antiprompt on War on Poverty by asking “what plan is that part of?”]
? War on Poverty => what plan is that part of?
- Vietnam War
! War on Poverty => the Great Society

= Ramayana [anti-prompt on Sundara Kanda]
? Sundara Kanda => Can you be less specific?
- Mahabharata

= Ramayana [reverse prompt on Sundara Kanda]
? Sundara Kanda => Can you be less specific?

= promoters [anti-prompt (ask “can you be less specific?”) on TATA boxes and transcription initiation sites]
+ promoter
- enhancers

= <u>golden apples </u> [prompt on a partial answer]
+ golden apple
? apples
? apple
- pears

= <u>working memory</u> [prompt on partial answers or on “short-term memory”]
+ working memory
? memory
? short-term memory
- muscle

= abstract expressionism [prompt on partial]
? expressionism
? abstract
- impressionism

= “The Legend of Sleepy Hollow” [do not accept or prompt on partial answers or on “The Headless Horseman”]
+ The Legend of Sleepy Hollow
+ Legend of Sleepy Hollow
- The Headless Horseman
- Hollow

= fluorescence microscopy
+ fluorescence microscopy
? microscopy
- fluoride toxicity

= the atomic bombing of Hiroshima
? bombing of Hiroshima
? Hiroshima
- of

= light pollution [prompt on artificial <u>light</u>]
? light
+ light pollution
- darkness

= Emily [prompt on generic female names like “Anna”]
? Anna
- Otto
";

#[test]
fn answers_are_prompted_on_once() {
    check(SCRIPT);
}
