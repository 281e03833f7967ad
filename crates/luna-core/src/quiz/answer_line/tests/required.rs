//! Underlining: what is underlined must be said, and the rest may be.

use super::check;

pub(super) const SCRIPT: &str = "
= Jasper <b><u>Johns</u></b>
+ Johns
+ Jasper Johns
+ J Johns
- Jasper
- Jo
- Philip Johns

= Alice Ann <u>Munro</u>
+ Alice Munro
+ munro
- Marilyn Munro
- Ann

= <u>Second Punic</u> War
+ Second Punic
+ 2nd Punic War
- Third Punic War
- War

= Republic of <b>Iraq</b>
+ Iraq
+ the Republic of Iraq
- Iran
- Republic

= Jasper _Johns_
+ Johns
- Jasper

= Jasper **Johns**
+ Johns
- Jasper

= <strong>Iraq</strong>
+ Iraq

= <b><u>slave</u></b>s
+ slave
+ slaves
- slalom

= <b><u>fir</u></b>es [accept <b><u>flam</u></b>es]
+ fire
+ flames
+ flame
- firm
- flamingo

= <b><u>Russia</u></b>n Empire
+ Russia
+ Russian
- empire

= <u>U</u>nited <u>S</u>tates of America
+ US
+ United States
+ USA
+ America
- United Arab Emirates
- U

= <u>W</u>orld <u>T</u>rade <u>O</u>rganization
+ WTO
+ World Trade Organization
- WHO

= <u>Paul</u> <u>Bäumer</u> [accept either name]
+ Paul
+ Baumer
+ Paul Bäumer
- Albert Kropp

= <u>Paul Bäumer</u> [accept either underlined part]
+ Paul
+ Baumer

= William <u>Thomson</u>, 1st Baron Lord <u>Kelvin</u> [accept either underlined portion]
+ Thomson
+ Kelvin
+ Lord Kelvin
- William

= Johann <u>Tserclaes</u>, Graf von <u>Tilly</u> (accept either underlined answer as well as Count of <u>Tilly</u>)
+ Tilly
+ Count of Tilly
- Johann

= <u>Prime Minister</u> of <u>Australia</u> [prompt on partial answers]
+ prime minister of Australia
+ Australian prime minister
? Prime Minister
? Australia
- Prime Minister of Canada

= <u>coagulation</u> or blood <u>clotting</u>
+ coagulation
+ clotting
+ blood clotting
- blood

= <u>Furies</u> or <u>Erinyes</u> [accept <u>Eumenides</u>, <u>Semnai</u>, or <u>Dirae</u>]
+ Furies
+ Erinyes
+ Semnai
+ the Eumenides
- Muses

= The (Holy) <u>Grail</u>
+ grail
+ Holy Grail
- holy

= <u>Zhu Di</u>
+ Zhu Di
- Zhu
- Di

= <u>Vitamin A</u>
+ vitamin A
- vitamin
- vitamin C

= <u>King Lear</u>
+ King Lear
- Lear King of Denmark
- king

= <u>wave function</u>
+ wavefunction
+ wave-function
- wave

= <u>spacewalk</u>s
+ space walk
+ spacewalks
- space

= Pyotr Ilyich <u>Tchaikovsky</u>’s <u>Piano Concerto</u> No. <u>1</u>
+ Tchaikovsky Piano Concerto no 1
+ Tchaikovsky's first piano concerto
- Tchaikovsky's second piano concerto
- piano concerto

= <u>Sahara</u> Desert
+ Sahara
+ the Sahara desert
- desert

= sacramental <u>bread</u> [prompt on <u>Eucharist</u>]
+ Eucharist bread
+ bread
- bread pudding
? rye bread => Can you be less specific?
";

#[test]
fn what_is_underlined_is_required() {
    check(SCRIPT);
}
