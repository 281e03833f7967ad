//! What is read, and what cannot be.
