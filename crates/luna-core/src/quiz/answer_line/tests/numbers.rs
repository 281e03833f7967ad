//! Numbers: digits, words, ordinals and Roman numerals.

use super::check;

pub(super) const SCRIPT: &str = "
= <u>Louis XIV</u>
+ Louis 14
+ Louis the 14th
+ Louis the Fourteenth
+ louis xiv
- Louis XIII
- Louis IV

= Nineteen Eighty-Four
+ 1984
+ nineteen eighty four
- 1985
- 84

= <u>1980s</u> [prompt on <u>80s</u>]
+ 1980s
+ 1980
+ the nineteen eighties
? 80s
? 80
- 90s
- 1990s

= <u>0</u>
+ zero
+ 0
- o
- 1

= zero
+ 0

= <u>21</u> cm line
+ 21 cm
+ 21 centimeter
+ twenty-one centimetre line
- 12 cm

= <u>World War two</u>
+ World War 2
+ second world war
+ ww2
+ WWII
- ww1
- World War III

= Symphony No. 5 in C minor
+ Symphony number 5 in C minor
+ Fifth Symphony in C minor
- Symphony No. 6 in C minor

= Henry IV, Part 1
+ Henry IV Part One
+ Henry the Fourth, part 1
- Henry I, Part 4
- Henry IV Part 2

= The Seven Samurai
+ 7 Samurai
+ Seven Samurai
- Eight Samurai

= One Hundred Years of Solitude
+ 100 Years of Solitude
- 1000 Years of Solitude

= Malcolm <u>X</u>
+ Malcolm X
+ X
- Malcolm

= Twenty Thousand Leagues Under the Sea
+ 20,000 Leagues Under the Sea
- 2,000 Leagues Under the Sea

= September 1, 1939
+ September 1st 1939
- September 2, 1939

= six [accept sixth]
+ 6
+ sixth
- seven
";

#[test]
fn a_number_is_the_same_however_it_is_written() {
    check(SCRIPT);
}
