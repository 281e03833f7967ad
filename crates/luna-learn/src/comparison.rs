//! Ratings from comparisons of two players.

pub mod bradley_terry;
pub mod elo;
pub mod glicko;
pub mod match_log;
pub mod rank;
pub mod trueskill;

/// A test log of four players, each pair compared, with ties.
#[cfg(test)]
pub(crate) const SMALL: &str = "left,right,winner\nZoë,Ann,left\nAnn,Bob,left\nBob,Zoë,tie\nCy D,Zoë,left\n\
    Ann,Cy D,tie\nBob,Ann,left\nZoë,Cy D,left\nCy D,Bob,right\nBob,Cy D,left\nAnn,Zoë,right\n\
    Zoë,Bob,left\nAnn,Cy D,left\nBob,Zoë,left\nCy D,Ann,right\nZoë,Ann,tie\nBob,Ann,tie\n";
