//! The line on which a record of a CSV file begins.

use csv::Position;

/// Returns the line of a record, from 1.
///
/// The reader's position is that of the end of the record before. The line feed of a CRLF and empty
/// lines come between the two.
pub fn line_of(text: &[u8], position: Option<&Position>) -> u64 {
    let Some(position) = position else { return 1 };
    let at = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let between = text.get(at..).unwrap_or_default().iter();
    let breaks = between.take_while(|byte| b"\r\n".contains(byte)).filter(|&&byte| byte == b'\n');
    position.line() + u64::try_from(breaks.count()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<u64> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let lines = reader.records().map(|it| line_of(text.as_bytes(), it.unwrap().position()));
        lines.collect()
    }

    #[test]
    fn a_record_is_on_the_same_line_whatever_ends_the_lines() {
        for text in ["a,b\n1,2\n\n3,4\n\"5\n6\",7\n8,9", "a,b\n1,2\n\n3,4\n\"5\n6\",7\n8,9\n"] {
            assert_eq!(lines(text), [2, 4, 5, 7]);
            assert_eq!(lines(&text.replace('\n', "\r\n")), [2, 4, 5, 7]);
        }
    }
}
