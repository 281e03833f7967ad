//! The judge's screen: the lines that have ended, and below them the two that are being typed.

use luna_core::contest::conversation::Speaker;
use luna_core::typing::stroke::Stroke;

/// The two open lines of a conversation.
#[derive(Default)]
pub(super) struct Display {
    open: [String; 2],
    /// True if the open lines are on the screen.
    drawn: bool,
}

/// Moves to the first of two lines and clears both.
const CLEAR: &str = "\r\x1b[1A\x1b[J";

impl Display {
    /// Takes a key, and returns the line that it ends, if it ends one.
    pub(super) fn take(&mut self, by: Speaker, stroke: Stroke) -> Option<String> {
        let open = &mut self.open[by.index()];
        match stroke {
            Stroke::Character(c) => open.push(c),
            Stroke::Backspace => drop(open.pop()),
            Stroke::Return => return Some(std::mem::take(open)),
        }
        None
    }

    /// Removes the open lines from the screen, so that something can be printed above them.
    pub(super) fn clear(&mut self) -> &'static str {
        if std::mem::take(&mut self.drawn) { CLEAR } else { "" }
    }

    /// Draws the open lines, cut to the width of the screen so that each takes one row.
    pub(super) fn draw(&mut self, columns: usize) -> String {
        let clear = self.clear();
        self.drawn = true;
        let [judge, entry] = [Speaker::Judge, Speaker::Party].map(|by| {
            let line = &self.open[by.index()];
            let label = label(by);
            let room = columns.saturating_sub(label.len() + 3);
            let hidden = line.chars().count().saturating_sub(room);
            let end: String = line.chars().skip(hidden).map(visible).collect();
            format!("{label}: {end}")
        });
        format!("{clear}{entry}\r\n{judge}")
    }
}

pub(super) fn label(by: Speaker) -> &'static str {
    match by {
        Speaker::Judge => "judge",
        Speaker::Party => "entry",
    }
}

/// A tab would move the cursor by more than one column.
fn visible(c: char) -> char {
    if c == '\t' { ' ' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn type_all(display: &mut Display, by: Speaker, text: &str) -> Vec<String> {
        let strokes = text.chars().map(|c| Stroke::from_char(c).unwrap());
        strokes.filter_map(|stroke| display.take(by, stroke)).collect()
    }

    #[test]
    fn both_open_lines_are_shown_as_they_are_typed() {
        let mut display = Display::default();
        assert_eq!(display.clear(), "");
        assert_eq!(type_all(&mut display, Speaker::Judge, "Hi!\nHow x\u{8}"), ["Hi!"]);
        type_all(&mut display, Speaker::Party, "I\tam");
        assert_eq!(display.draw(80), "entry: I am\r\njudge: How ");
        assert_eq!(display.draw(80), format!("{CLEAR}entry: I am\r\njudge: How "));
        assert_eq!(display.clear(), CLEAR);
        assert_eq!(display.clear(), "");
    }

    #[test]
    fn a_long_line_shows_its_end() {
        let mut display = Display::default();
        type_all(&mut display, Speaker::Party, "0123456789abcdef");
        assert_eq!(display.draw(18), "entry: 6789abcdef\r\njudge: ");
        assert_eq!(display.draw(3), format!("{CLEAR}entry: \r\njudge: "));
    }
}
