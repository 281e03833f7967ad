//! How sure an interval is that a verdict rests on.

/// Half the width of a measured number's interval, in standard errors: 99.7 % of a normal
/// distribution, so that of the fifty claims of a report chance alone contradicts hardly any.
pub const SURE: f64 = 3.0;

/// The chance that an interval as sure as that misses the number.
pub const WRONG: f64 = 0.0027;
