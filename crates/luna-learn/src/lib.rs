//! Fitting and statistics: ratings from comparisons, ratings from guesses, and who
//! guesses in earnest. Pure functions of data and seed.
