//! Contests from their seats to their results.

mod elsewhere;
mod refusals;
mod rehearsal;

use luna_testkit::contest::ContestRun;
use luna_testkit::instance::TestInstance;

type Run = ContestRun<TestInstance>;
