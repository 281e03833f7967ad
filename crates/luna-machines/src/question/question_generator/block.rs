//! The blocks of a text: paragraphs of prose, and what is no prose.

use std::ops::Range;

use super::language;
use super::question::{SkipReason, SkippedText};

/// A part of a text between blank lines.
#[derive(Clone, Debug)]
pub(super) enum Block {
    Prose(Range<usize>),
    Skipped(SkippedText),
}

/// The blocks in order. Lines of a list or a table that touch prose are blocks of their own.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut lines: Vec<(Range<usize>, &str)> = Vec::new();
    let mut fence: Option<Range<usize>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let place = at..at + line.len();
        at = place.end;
        let bare = line.trim();
        let is_fence = bare.starts_with("```") || bare.starts_with("~~~");
        if let Some(start) = &mut fence {
            start.end = place.end;
            if is_fence {
                let place = start.clone();
                found.push(Block::Skipped(SkippedText { reason: SkipReason::Code, place }));
                fence = None;
            }
            continue;
        }
        if is_fence {
            close(text, &mut lines, &mut found);
            fence = Some(place);
        } else if bare.is_empty() {
            close(text, &mut lines, &mut found);
        } else {
            lines.push((place, bare));
        }
    }
    close(text, &mut lines, &mut found);
    if let Some(place) = fence {
        found.push(Block::Skipped(SkippedText { reason: SkipReason::Code, place }));
    }
    found
}

/// Ends a block, whose lines of one kind stay together.
fn close(text: &str, lines: &mut Vec<(Range<usize>, &str)>, found: &mut Vec<Block>) {
    let lines = std::mem::take(lines);
    if lines.is_empty() {
        return;
    }
    let place = |part: &[(Range<usize>, &str)]| {
        let start = part.first().map_or(0, |(range, _)| range.start);
        start..part.last().map_or(start, |(range, _)| range.end)
    };
    let bare: Vec<&str> = lines.iter().map(|(_, line)| *line).collect();
    let whole = |reason| Block::Skipped(SkippedText { reason, place: place(&lines) });
    match whole_block(&bare) {
        Some(SkipReason::Dialogue) => {
            for (range, line) in &lines {
                // The line has lost the spaces around it.
                let raw = text.get(range.clone()).unwrap_or_default();
                speech(range.start + raw.len() - raw.trim_start().len(), line, found);
            }
            return;
        }
        Some(reason) => {
            found.push(whole(reason));
            return;
        }
        None => {}
    }
    let mut from = 0;
    while from < lines.len() {
        let reason = line_reason(bare[from]);
        let same = bare[from..].iter().take_while(|line| {
            let other = line_reason(line);
            // A line without a mark of its own goes on with the item of the list before it.
            other == reason || reason == Some(SkipReason::List) && other.is_none()
        });
        let to = from + same.count().max(1);
        let place = place(&lines[from..to]);
        found.push(match reason {
            Some(reason) => Block::Skipped(SkippedText { reason, place }),
            None if language::is_other(&bare[from..to].join(" ")) => {
                Block::Skipped(SkippedText { reason: SkipReason::OtherLanguage, place })
            }
            None => Block::Prose(place),
        });
        from = to;
    }
}

/// Bytes of a dateline at the start of a paragraph: *LONDON (Reuters) – *.
pub(super) fn dateline(text: &str) -> usize {
    let Some((at, dash)) = [" — ", " – ", " - ", " -- ", "—"]
        .iter()
        .filter_map(|dash| text.find(dash).map(|at| (at, dash)))
        .min_by_key(|(at, dash)| (*at, std::cmp::Reverse(dash.len())))
    else {
        return 0;
    };
    let (place, rest) = (&text[..at], &text[at + dash.len()..]);
    let mut words = place.split_whitespace();
    let is_place = words.next().is_some_and(|first| {
        let letters = first.chars().filter(|c| c.is_alphabetic());
        letters.clone().count() > 2 && letters.clone().all(char::is_uppercase)
    });
    let is_short = place.chars().count() <= 50
        && words.all(|word| {
            let word = word.trim_start_matches('(');
            word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        });
    if is_place && is_short && rest.starts_with(char::is_uppercase) { at + dash.len() } else { 0 }
}

/// The reason to skip a block that only all of its lines together tell.
fn whole_block(lines: &[&str]) -> Option<SkipReason> {
    let many = |test: &dyn Fn(&str) -> bool| {
        lines.iter().filter(|line| test(line)).count() * 3 >= lines.len() * 2
    };
    if is_code(lines) {
        return Some(SkipReason::Code);
    }
    if lines.len() == 1 && line_reason(lines[0]).is_none() && is_heading(lines[0]) {
        return Some(SkipReason::Heading);
    }
    if lines.len() >= 2 && many(&|line| line.contains('\t') || line.matches('|').count() >= 2) {
        return Some(SkipReason::Table);
    }
    if many(&is_speech) {
        return Some(SkipReason::Dialogue);
    }
    let short = |line: &str| line.chars().count() < 60 && line.starts_with(char::is_uppercase);
    let open = lines.iter().filter(|line| !line.ends_with(['.', '!', '?'])).count();
    if lines.len() >= 3 && lines.iter().all(|line| short(line)) && open * 2 >= lines.len() {
        return Some(SkipReason::Verse);
    }
    None
}

/// A line of dialogue: sentences beside those that are spoken are prose.
fn speech(start: usize, line: &str, found: &mut Vec<Block>) {
    let mut parts: Vec<(bool, Range<usize>)> = Vec::new();
    let mut is_open = false;
    for part in luna_text::sentences(line) {
        let sentence = line.get(part.clone()).unwrap_or_default();
        let mut is_spoken = is_open || sentence.contains('—') || is_named(line);
        for c in sentence.chars() {
            match c {
                '“' | '„' | '«' => is_open = true,
                '”' | '»' => is_open = false,
                '"' => is_open = !is_open,
                _ => continue,
            }
            is_spoken = true;
        }
        is_spoken |= is_heading(sentence) || language::is_other(sentence);
        match parts.last_mut() {
            Some((last, place)) if *last == is_spoken => place.end = part.end,
            _ => parts.push((is_spoken, part)),
        }
    }
    found.extend(parts.into_iter().map(|(is_spoken, part)| {
        let place = start + part.start..start + part.end;
        match is_spoken {
            true => Block::Skipped(SkippedText { reason: SkipReason::Dialogue, place }),
            false => Block::Prose(place),
        }
    }));
}

fn line_reason(line: &str) -> Option<SkipReason> {
    if line.starts_with('#') {
        Some(SkipReason::Heading)
    } else if is_item(line) {
        Some(SkipReason::List)
    } else if line.starts_with('|') || line.matches('\t').count() >= 2 {
        Some(SkipReason::Table)
    } else {
        None
    }
}

fn is_item(line: &str) -> bool {
    let mark = line.split_whitespace().next().unwrap_or_default();
    let number = mark.trim_end_matches(['.', ')']);
    matches!(mark, "-" | "*" | "+" | "•" | "–" | "◦")
        || number.len() < mark.len()
            && !number.is_empty()
            && number.len() <= 3
            && number.chars().all(|c| c.is_ascii_digit())
}

fn is_heading(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ends = line.ends_with(['.', '!', '?', '"', '”', '…', ':', ';', ')', '’', '。', '！', '？']);
    line.starts_with('#') || !ends && words.len() <= 12 && !language::is_other(line)
}

/// A line that somebody speaks: it opens with a quotation mark or dash, or with a name and a colon.
fn is_speech(line: &str) -> bool {
    let quoted = line.starts_with(['"', '“', '„', '«', '—'])
        && line.contains(['”', '"', '—', '»', '“'])
        && (line.contains(",”") || line.contains(",\"") || line.ends_with(['”', '"', '»']));
    quoted || is_named(line)
}

/// *ANNA: The king has come.*
fn is_named(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(name, _)| {
        name.split(' ').count() <= 3
            && name.chars().any(char::is_alphabetic)
            && name.chars().all(|c| c.is_uppercase() || !c.is_alphabetic())
    })
}

fn is_code(lines: &[&str]) -> bool {
    let code = |line: &&&str| {
        line.ends_with(['{', '}', ';'])
            || [
                "fn ", "def ", "import ", "return ", "#include", "let ", "var ", "class ", "</",
                "<?",
            ]
            .iter()
            .any(|start| line.starts_with(start))
                && !line.ends_with('.')
            || line.contains("();")
            || line.contains(" == ")
    };
    lines.iter().filter(code).count() * 2 > lines.len()
}
