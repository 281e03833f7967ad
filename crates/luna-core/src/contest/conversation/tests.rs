use super::*;
use crate::contest::clock::{Clock, Command};
use crate::contest::rules::presets::Preset;
use crate::rng::Chance;

/// Milliseconds of `10:05` or `10:05:30`.
fn time(text: &str) -> i64 {
    let parts: Vec<i64> = text.split(':').map(|part| part.parse().unwrap()).collect();
    (parts[0] * 3_600 + parts[1] * 60 + parts.get(2).unwrap_or(&0)) * 1_000
}

/// The keys of a script: `_` is a space, `/` Return, `<` Backspace.
fn keys(text: &str) -> Vec<Stroke> {
    let key = |c| match c {
        '/' => Stroke::Return,
        '<' => Stroke::Backspace,
        '_' => Stroke::Character(' '),
        c => Stroke::Character(c),
    };
    text.chars().map(key).collect()
}

fn started(year: &str) -> (Rules, Clock) {
    let rules = Preset::from_name(year).unwrap().rules();
    let rounds = rules.rounds.as_ref().map_or(4, Vec::len);
    let clock = Clock::new(&rules, rounds).command(time("10:00"), Command::Start).unwrap();
    (rules, clock)
}

fn small() -> Limits {
    Limits { line_characters: 8, window_keys: 12, window_seconds: 10 }
}

/// Shows lines such as `J hello, P hi…`, with dots where a line has not ended.
fn show(conversation: &Conversation) -> String {
    let line = |line: ConversationLine| {
        let name = if line.by == Speaker::Judge { "J" } else { "P" };
        let dots = if line.complete { "" } else { "…" };
        format!("{name} {}{dots}", line.text)
    };
    let lines: Vec<String> = conversation.lines().into_iter().map(line).collect();
    lines.join(", ")
}

/// Plays `10:01 J:hello/ P:hi/ …` on a side of round 1 and shows the lines, or the first refusal.
/// `J3:lo` sends keys from number 3.
#[track_caller]
fn check(rules: &Rules, side: Side, script: &str, expected: &str) {
    let mut clock = Clock::new(rules, 7).command(time("10:00"), Command::Start).unwrap();
    let mut conversation = Conversation::new(rules, 1, 1, side);
    let mut now = time("10:00");
    let mut shown = None;
    for word in script.split_whitespace() {
        let Some((speaker, text)) = word
            .split_once(':')
            .filter(|(_, text)| word.starts_with(['J', 'P']) && !text.is_empty())
        else {
            match word {
                "pause" => clock = clock.command(now, Command::Pause).unwrap(),
                "resume" => clock = clock.command(now, Command::Resume).unwrap(),
                at => now = time(at),
            }
            continue;
        };
        let (by, first) = speaker.split_at(1);
        let by = if by == "J" { Speaker::Judge } else { Speaker::Party };
        let first = first.parse().unwrap_or(conversation.next_number(by));
        let position = clock.position(now);
        let before = conversation.clone();
        if let Err(refusal) = conversation.receive(&position, now, by, first, &keys(text)) {
            assert_eq!(conversation, before, "a refusal changes nothing: {word}");
            shown = Some(format!("{word}: {refusal}"));
            break;
        }
    }
    let shown = shown.unwrap_or_else(|| show(&conversation));
    assert_eq!(shown, expected, "{script}");
}

#[track_caller]
fn left(script: &str, expected: &str) {
    check(&Preset::Loebner2009.rules(), Side::Left, script, expected);
}

#[test]
fn every_key_appears_as_it_is_typed() {
    left("J:Hi/ P:Hello/", "J Hi, P Hello");
    left("J:Hi P:He J:_you/ P:llo", "J Hi you, P Hello…");
    left("J:Hi/ P:Helo<lo", "J Hi, P Hello…");
    left("J:a<<<b/", "J b");
    left("J:a/ J:<<b/", "J a, J b");
    left("J:a<", "");
    left("J:Hi/ P:/", "J Hi, P ");
    left("J:é語🌙<!/", "J é語!");
}

#[test]
fn the_judge_speaks_first() {
    left("P:Hello", "P:Hello: The judge speaks first.");
    left("J:_ P:Hello", "P:Hello: The judge speaks first.");
    left("J:/ P:Hello", "P:Hello: The judge speaks first.");
    left("J:< P:Hello", "P:Hello: The judge speaks first.");
    left("J:H P:Hello", "J H…, P Hello…");
    left("J:H< P:Hello", "P Hello…");
    let by_line = Rules { opening: Opening::Line, ..Preset::Loebner2009.rules() };
    let line = |script, expected| check(&by_line, Side::Left, script, expected);
    line("J:H P:Hello", "P:Hello: The judge speaks first.");
    line("J:_/ P:Hello", "P:Hello: The judge speaks first.");
    line("J:H</ P:Hello", "P:Hello: The judge speaks first.");
    line("J:H/ P:Hello", "J H, P Hello…");
}

#[test]
fn each_side_has_its_time() {
    let right =
        |script, expected| check(&Preset::Loebner2009.rules(), Side::Right, script, expected);
    let both =
        |script, expected| check(&Preset::Loebner2008.rules(), Side::Right, script, expected);
    left("9:59 J:H", "J H…");
    left("10:04 J:H 10:05 J:i", "J:i: This conversation is over.");
    left("10:04 J:H 10:05 P:i", "P:i: This conversation is over.");
    left("10:26 J:H", "J:H: This conversation is over.");
    left("12:50 J:H", "J:H: This conversation is over.");
    right("10:04 J:H", "J:H: This conversation has not begun.");
    right("10:05 P:H", "P:H: The judge speaks first.");
    right("10:05 J:H P:i", "J H…, P i…");
    right("10:10 J:H", "J:H: This conversation is over.");
    both("10:00 J:H P:i", "J H…, P i…");
    both("10:05 J:H", "J:H: This conversation is over.");
}

#[test]
fn nothing_is_typed_in_a_pause_or_for_another_round() {
    left("J:H pause J:i", "J:i: The contest is paused.");
    left("J:H pause 10:30 P:i", "P:i: The contest is paused.");
    left("J:H pause 10:30 resume J:i", "J Hi…");
    left("10:12 pause J:H", "J:H: This conversation is over.");
    let (rules, clock) = started("2009");
    for (round, attempt, at, expected) in [
        (2, 1, "10:02", Refusal::NotBegun),
        (1, 2, "10:02", Refusal::NotBegun),
        (1, 1, "10:26", Refusal::Over),
        (7, 1, "12:50", Refusal::Over),
    ] {
        let conversation = Conversation::new(&rules, round, attempt, Side::Left);
        let found = conversation.check_floor(&clock.position(time(at)), Speaker::Judge);
        assert_eq!(found, Err(expected), "{round} {attempt} {at}");
    }
    let before = Clock::new(&rules, 7).position(time("9:00"));
    let conversation = Conversation::new(&rules, 1, 1, Side::Left);
    assert_eq!(conversation.check_floor(&before, Speaker::Judge), Err(Refusal::NotBegun));
    let again = clock.command(time("10:03"), Command::Restart).unwrap();
    let position = again.position(time("10:04"));
    assert_eq!(conversation.check_floor(&position, Speaker::Judge), Err(Refusal::Over));
    let second = Conversation::new(&rules, 1, 2, Side::Left);
    assert_eq!(second.check_floor(&position, Speaker::Judge), Ok(()));
}

#[test]
fn a_flood_and_a_monster_line_are_refused() {
    let rules = Rules { limits: small(), ..Preset::Loebner2009.rules() };
    let small = |script: &str, expected: &str| check(&rules, Side::Left, script, expected);
    let long = "A line has at most 8 characters.";
    let flood = "Nobody types more than 12 keys in 10 seconds; wait before you send more.";
    small("J:12345678/", "J 12345678");
    small("J:123456789", &format!("J:123456789: {long}"));
    small("J:12345678 J:9", &format!("J:9: {long}"));
    small("J:12345678 J:<9", "J 12345679…");
    small("J:12345678 J:/9/", "J 12345678, J 9");
    small("J:12345678/1234", &format!("J:12345678/1234: {flood}"));
    small("J:12345678/ 10:00:09 J:1234", &format!("J:1234: {flood}"));
    small("J:12345678/ 10:00:10 J:1234", "J 12345678, J 1234…");
    // The other speaker is not silenced by it.
    small("J:12345678/123 P:hello", "J 12345678, J 123…, P hello…");
    let conversation = Conversation::new(&rules, 1, 1, Side::Left);
    let refused = |text: &str| conversation.strokes(text).unwrap_err().to_string();
    assert_eq!(refused(&"x".repeat(50_000_000)), long);
    assert_eq!(refused(&"x\n".repeat(25_000_000)), flood);
    assert!(refused("a\u{202e}b").starts_with("The character U+202E cannot be typed here"));
    assert_eq!(conversation.strokes("a\n"), Ok(keys("a/")));
}

#[test]
fn a_sender_resumes_where_it_was() {
    left("J:Hel J3:lo/", "J Hello");
    left("J:Hel J0:Hel J3:lo/", "J Hello");
    left("J:Hel J0:Hello/", "J Hello");
    left("J:Hel J2:llo/ J2:llo/", "J Hello");
    left("J:Hel J4:o", "J4:o: The keys from number 3 on have not arrived. Send them first.");
    left("J:Hel J0:Hal", "J0:Hal: Another key has already arrived as number 1.");
    left("J:H P:abc J:i P0:abcd J0:Hi!", "J Hi!…, P abcd…");
    // What has arrived is confirmed even after the end.
    left("J:Hel 10:07 J0:Hel", "J Hel…");
    left("J:Hel 10:07 J0:Hello", "J0:Hello: This conversation is over.");
}

#[test]
fn times_never_run_backwards() {
    let (rules, clock) = started("2009");
    let mut conversation = Conversation::new(&rules, 1, 1, Side::Left);
    for (nth, second) in [3, 1, 5].into_iter().enumerate() {
        let at = time("10:01") + second * 1_000;
        let position = clock.position(at);
        conversation.receive(&position, at, Speaker::Judge, nth, &keys("x")).unwrap();
    }
    let seconds: Vec<i64> =
        conversation.keystrokes().iter().map(|key| (key.at - time("10:01")) / 1_000).collect();
    assert_eq!(seconds, [3, 3, 5]);
}

#[test]
fn keys_of_one_millisecond_keep_their_order() {
    let (rules, clock) = started("2009");
    let mut conversation = Conversation::new(&rules, 1, 1, Side::Left);
    let at = time("10:01");
    let position = clock.position(at);
    for (by, text) in [(Speaker::Judge, "a"), (Speaker::Party, "b/"), (Speaker::Judge, "c/")] {
        let first = conversation.next_number(by);
        conversation.receive(&position, at, by, first, &keys(text)).unwrap();
    }
    // As the store has them.
    let mut stored = conversation.keystrokes().to_vec();
    stored.sort_by_key(|key| (key.at, key.by));
    assert_eq!(stored, conversation.keystrokes());
}

/// Two speakers over a line that loses and repeats messages, with a reader that comes and goes:
/// every key arrives once and in order.
#[test]
fn no_key_is_lost_or_doubled_on_a_bad_line() {
    let (rules, clock) = started("2009");
    let mut chance = Chance::from_seed(1991);
    for _ in 0..200 {
        let mut conversation = Conversation::new(&rules, 1, 1, Side::Left);
        let typed: [Vec<Stroke>; 2] = ["J", "P"].map(|name| {
            let text: Vec<char> = format!("{name}-abcdefghij/<_").chars().collect();
            let pick = |_| *chance.pick(&text).unwrap();
            let text: String = std::iter::once('x').chain((0..60).map(pick)).collect();
            keys(&text)
        });
        let mut confirmed = [0, 0];
        let mut seen: Vec<Keystroke> = Vec::new();
        let mut now = time("10:01");
        while confirmed != [typed[0].len(), typed[1].len()] {
            now += 7;
            let by = Speaker::BOTH[chance.below(2)];
            let mine = &typed[by.index()];
            let first = confirmed[by.index()];
            let end = (first + 1 + chance.below(5)).min(mine.len());
            let position = clock.position(now);
            let lost = chance.below(3) == 0;
            // The request may be lost, and so may the reply; the sender then sends it again.
            let taken = if lost {
                Err(Refusal::Paused)
            } else {
                conversation.receive(&position, now, by, first, &mine[first..end])
            };
            if taken.is_ok() && chance.below(3) > 0 {
                confirmed[by.index()] = end;
            }
            if chance.below(4) == 0 {
                seen.extend_from_slice(conversation.after(seen.len()));
            }
        }
        seen.extend_from_slice(conversation.after(seen.len()));
        for by in Speaker::BOTH {
            let arrived: Vec<Stroke> =
                seen.iter().filter(|key| key.by == by).map(|key| key.stroke).collect();
            assert_eq!(arrived, typed[by.index()]);
        }
        assert!(conversation.after(seen.len() + 5).is_empty());
        // A server that restarts has the same conversation again.
        let stored = conversation.keystrokes().iter().copied();
        let restored = Conversation::new(&rules, 1, 1, Side::Left).restore(stored);
        assert_eq!(restored, conversation);
    }
}
