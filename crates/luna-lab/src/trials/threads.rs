//! Work in pieces, on as many threads as may be; what comes of it does not
//! depend on how many they are.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// Runs pieces of work and returns their results in order, or the error of the first that fails,
/// after which none is started. `progress` is called with the number of pieces done and of all.
pub(crate) fn run_each<T: Send, E: Send>(
    pieces: usize,
    threads: NonZero<usize>,
    progress: &(impl Fn(usize, usize) + Sync + ?Sized),
    piece: impl Fn(usize) -> Result<T, E> + Sync + Send,
) -> Result<Vec<T>, E> {
    let (failed, done) = (AtomicUsize::new(pieces), AtomicUsize::new(0));
    let run = |nth: usize| {
        // Pieces before a failure still run, so that the first one is found on any threads.
        if nth > failed.load(Ordering::Relaxed) {
            return None;
        }
        let one = piece(nth);
        if one.is_ok() {
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, pieces);
        } else {
            failed.fetch_min(nth, Ordering::Relaxed);
        }
        Some(one)
    };
    let all = || (0..pieces).into_par_iter().filter_map(run).collect::<Vec<_>>();
    let found = match ThreadPoolBuilder::new().num_threads(threads.get()).build() {
        Ok(pool) => pool.install(all),
        // Without further threads, on those that there are.
        Err(_) => all(),
    };
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Mutex;

    use super::*;

    fn threads(count: usize) -> NonZero<usize> {
        NonZero::new(count).unwrap()
    }

    #[test]
    fn pieces_come_back_in_their_order() {
        for count in [1, 2, 7, 100] {
            let told = Mutex::new(Vec::new());
            let tell = |done, of| told.lock().unwrap().push((done, of));
            let Ok(found) =
                run_each(40, threads(count), &tell, |nth| Ok::<_, Infallible>(nth * nth));
            assert!(found.into_iter().eq((0..40).map(|nth| nth * nth)));
            let mut told = told.into_inner().unwrap();
            told.sort_unstable();
            assert!(told.into_iter().eq((1..=40).map(|done| (done, 40))));
        }
        let none = run_each(0, threads(3), &|_, _| (), Err::<(), usize>);
        assert_eq!(none, Ok(Vec::new()));
    }

    #[test]
    fn the_first_that_fails_says_why() {
        let odd = |nth: usize| if nth > 20 && nth % 2 == 1 { Err(nth) } else { Ok(nth) };
        for count in [1, 2, 7] {
            assert_eq!(run_each(1_000_000, threads(count), &|_, _| (), odd), Err(21));
        }
    }
}
