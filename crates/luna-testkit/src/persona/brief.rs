//! Pages in brief, for snapshots: lines that follow from those before them are folded into one.
//!
//! Nothing is lost. Each folded line stands for one list of lines, and a page that differs from it
//! in a single letter is not folded.

use luna_app::consent;
use luna_store::consent::Purpose;

/// Players ask five questions, and get five responses.
const ALL: usize = 5;
/// The most lines that belong to one question.
const MOST_LINES: usize = 4;

pub fn brief(text: &str) -> String {
    let mut rest: &[&str] = &text.lines().collect::<Vec<_>>();
    let mut shown = Vec::new();
    while let Some(first) = rest.first() {
        let folded = consent_text(rest).or_else(|| numbered(rest)).or_else(|| bins(rest));
        let (line, count) = folded.unwrap_or_else(|| ((*first).to_owned(), 1));
        shown.push(line);
        rest = &rest[count..];
    }
    shown.join("\n")
}

/// The points of a text that people agree to.
fn consent_text(lines: &[&str]) -> Option<(String, usize)> {
    Purpose::ALL.into_iter().find_map(|purpose| {
        let points = consent::text(purpose).points;
        let count = points.len();
        let same =
            lines.iter().zip(points).all(|(line, point)| line.strip_prefix("- ") == Some(point));
        let found = count > 0 && lines.len() >= count && same;
        found.then(|| (format!("- (the text on {}, word for word)", purpose.name()), count))
    })
}

/// Lines about the first question, and the same for the others.
fn numbered(lines: &[&str]) -> Option<(String, usize)> {
    (1..=MOST_LINES).find_map(|count| {
        let block = lines.get(..count)?;
        let same =
            |(at, line): (usize, &&str)| with_number(block[at % count], at / count + 1) == **line;
        let found = lines.get(..ALL * count)?.iter().enumerate().all(same)
            && block.iter().any(|line| with_number(line, 2) != **line);
        found.then(|| (format!("{}\n(and so on to {ALL})", block.join("\n")), ALL * count))
    })
}

/// A line with another number in place of 1.
fn with_number(line: &str, number: usize) -> String {
    let mut shown = String::new();
    let mut digits = String::new();
    for letter in line.chars().chain([' ']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        shown.push_str(&if digits == "1" { number.to_string() } else { digits });
        digits = String::new();
        shown.push(letter);
    }
    shown.pop();
    shown
}

/// Rows of a histogram that follow each other and have the same count.
fn bins(lines: &[&str]) -> Option<(String, usize)> {
    let parsed = |line: &str| -> Option<[u32; 3]> {
        let (range, count) = line.split_once(" | ")?;
        let (low, high) = range.split_once(" to ")?;
        Some([low.parse().ok()?, high.parse().ok()?, count.parse().ok()?])
    };
    let [mut low, high, many] = parsed(lines.first()?)?;
    let mut count = 1;
    while let Some([next, top, same]) = lines.get(count).and_then(|line| parsed(line))
        && (top, same) == (low, many)
    {
        low = next;
        count += 1;
    }
    (count > 2).then(|| (format!("{low} to {high} | {many} (in each of {count} rows)"), count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn questions(count: usize) -> String {
        (1..=count).map(|nth| format!("ann asks {nth}?\nResponse {nth} of 10\n")).collect()
    }

    #[test]
    fn five_alike_are_folded() {
        let folded = "# Ask\nann asks 1?\nResponse 1 of 10\n(and so on to 5)";
        assert_eq!(brief(&format!("# Ask\n{}", questions(5))), folded);
        assert_eq!(brief(folded), folded);
    }

    #[test]
    fn nothing_is_folded_where_a_letter_differs() {
        for page in [questions(4), questions(5).replace("asks 4", "ask 4"), "same\n".repeat(5)] {
            assert_eq!(brief(&page), page.trim_end());
        }
        let points = consent::text(Purpose::Recall).points;
        let points: Vec<String> = points.iter().map(|point| format!("- {point}")).collect();
        let points = points.join("\n");
        assert_eq!(brief(&points), "- (the text on recall, word for word)");
        assert_eq!(brief(&points.replace("once", "last")), points.replace("once", "last"));
    }

    #[test]
    fn rows_of_a_histogram_are_folded_where_they_are_equal() {
        let rows = "15 to 20 | 1\n10 to 15 | 0\n5 to 10 | 0\n0 to 5 | 0";
        assert_eq!(brief(rows), "15 to 20 | 1\n0 to 15 | 0 (in each of 3 rows)");
        assert_eq!(brief("10 to 15 | 0\n5 to 9 | 0\n0 to 5 | 0").lines().count(), 3);
    }
}
