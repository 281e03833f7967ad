//! The experiments of the papers, and ours: each a function from settings and a
//! seed to tables and figures.
