//! Machines: the skills that they declare, when they come, their delays, and what is measured of them.

pub mod arrival;
pub mod machine_delay;
pub mod measure;
pub mod skill;
