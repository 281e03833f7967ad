//! Tables: the numbers of a chart, for readers who cannot see it and for other programs.

/// A table. Every row has as many cells as there are headers.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub headers: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(headers: &[&str]) -> Table {
        let headers = headers.iter().map(|&header| header.to_owned()).collect();
        Table { headers, rows: Vec::new() }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Returns CSV by RFC 4180: with commas, and lines that end in CR LF.
    pub fn csv(&self) -> String {
        let line = |cells: &Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|cell| csv_cell(cell)).collect();
            cells.join(",") + "\r\n"
        };
        self.lines().map(line).collect()
    }

    /// Returns lines of text, with spaces between aligned columns.
    pub fn text(&self) -> String {
        let width = |at: usize| {
            let cells = self.lines().filter_map(|row| row.get(at));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let line = |row: &Vec<String>| {
            let cells = row.iter().enumerate().map(|(at, cell)| format!("{cell:<0$}", width(at)));
            format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        self.lines().map(line).collect()
    }

    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.headers).chain(&self.rows)
    }
}

/// Returns a text as a cell of a CSV, in quotation marks if it needs them.
pub fn csv_cell(cell: &str) -> String {
    if cell.contains([',', '"', '\r', '\n']) {
        return format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell.to_owned()
}

/// Formats a number to the last digit that tells it from its neighbours. Returns nothing for
/// one that is not finite.
pub(crate) fn exact(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        1e-6..1e16 => value.to_string(),
        size if size.is_finite() => format!("{value:e}"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&["name", "said \"how\", often"]);
        table.row(["<ann>".to_owned(), exact(1.5)]);
        table
    }

    #[test]
    fn columns_of_a_text_are_aligned() {
        let mut table = Table::new(&["name", "n"]);
        table.row(["Zoë".to_owned(), "12".to_owned()]);
        table.row(["a longer one".to_owned(), String::new()]);
        assert_eq!(table.text(), "name          n\nZoë           12\na longer one\n");
    }

    #[test]
    fn cells_with_commas_or_quotes_are_quoted() {
        assert_eq!(table().csv(), "name,\"said \"\"how\"\", often\"\r\n<ann>,1.5\r\n");
    }

    #[test]
    fn numbers_are_exact() {
        let shown = [0.1 + 0.2, -0.0, 50.0, 1e300, 1e-9, f64::NAN].map(exact);
        assert_eq!(shown, ["0.30000000000000004", "0", "50", "1e300", "1e-9", ""]);
    }
}
