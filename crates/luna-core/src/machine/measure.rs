//! Measures: what each test says of a version of a machine, with how sure it is.

/// What is measured. Each test declares its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasureKind {
    /// The name under which it is stored.
    pub name: &'static str,
    pub title: &'static str,
    /// The title where there is little room, as in the head of a column.
    pub short: &'static str,
    pub scale: Scale,
    /// What it is the mean of: "guess", "question", "verdict", "item".
    pub unit: &'static str,
    /// The page that tells more.
    pub page: &'static str,
    /// The reason why a machine has none, after "not measured yet: ".
    pub missing: &'static str,
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Points of a rating, with one digit.
    Points,
    /// A number with two digits.
    Number,
    /// A share of one, in percent.
    Share,
}

/// A measure with the ends of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    pub kind: MeasureKind,
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// The number of units that it is the mean of.
    pub count: i64,
}

impl Scale {
    /// The highest value that there can be; a number has none.
    pub fn end(self) -> Option<f64> {
        match self {
            Scale::Points => Some(100.0),
            Scale::Share => Some(1.0),
            Scale::Number => None,
        }
    }

    pub fn write(self, value: f64) -> String {
        match self {
            Scale::Points => format!("{value:.1}"),
            Scale::Number => format!("{value:.2}"),
            Scale::Share => format!("{:.0} %", 100.0 * value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_scale_has_its_digits() {
        let written = [Scale::Points, Scale::Number, Scale::Share].map(|it| it.write(0.256));
        assert_eq!(written, ["0.3", "0.26", "26 %"]);
    }
}
