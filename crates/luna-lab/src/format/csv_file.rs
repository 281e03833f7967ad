//! CSV files in memory.

pub(crate) struct CsvFile(csv::Writer<Vec<u8>>);

impl CsvFile {
    pub(crate) fn new() -> CsvFile {
        CsvFile(csv::WriterBuilder::new().flexible(true).from_writer(Vec::new()))
    }

    pub(crate) fn record<T: AsRef<[u8]>>(&mut self, fields: impl IntoIterator<Item = T>) {
        #[expect(clippy::expect_used, reason = "memory takes every byte, and lengths may differ")]
        self.0.write_record(fields).expect("a record in memory");
    }

    /// Returns the records, each on a line of its own.
    pub(crate) fn text(self) -> String {
        let bytes = self.0.into_inner().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let mut file = CsvFile::new();
        file.record(["name", "said"]);
        file.record(["ann", "yes, \"no\""]);
        assert_eq!(file.text(), "name,said\nann,\"yes, \"\"no\"\"\"\n");
    }
}
