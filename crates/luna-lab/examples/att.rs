//! scratch
#![allow(warnings)]
use luna_lab::attendance::*;
fn main() {
    print!("{}", csv(&attendance(&Visits::paper(), 100, 1)));
}
