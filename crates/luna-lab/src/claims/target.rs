//! Targets: the numbers that a claim allows.

/// The numbers that a claim allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// A number and its tolerance.
    Near(f64, f64),
    AtLeast(f64),
    AtMost(f64),
    Between(f64, f64),
}

impl Target {
    /// The least and the greatest that is allowed.
    pub fn bounds(self) -> (f64, f64) {
        match self {
            Target::Near(number, tolerance) => (number - tolerance, number + tolerance),
            Target::AtLeast(least) => (least, f64::INFINITY),
            Target::AtMost(most) => (f64::NEG_INFINITY, most),
            Target::Between(low, high) => (low, high),
        }
    }

    pub fn words(self) -> String {
        match self {
            Target::Near(number, tolerance) => {
                format!("{}, tolerance {}", decimal(number), decimal(tolerance))
            }
            Target::AtLeast(least) => format!("at least {}", decimal(least)),
            Target::AtMost(most) => format!("at most {}", decimal(most)),
            Target::Between(low, high) => format!("{} to {}", decimal(low), decimal(high)),
        }
    }
}

/// With as many digits as it has, and one at the least.
fn decimal(number: f64) -> String {
    let text = number.to_string();
    if text.contains('.') { text } else { text + ".0" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_said_as_exactly_as_they_are() {
        let words = [Target::Near(3.9, 0.05), Target::AtLeast(99.0), Target::Between(94.0, 96.0)];
        let expected = ["3.9, tolerance 0.05", "at least 99.0", "94.0 to 96.0"];
        assert_eq!(words.map(Target::words), expected);
        assert_eq!(Target::AtMost(0.25).words(), "at most 0.25");
    }
}
