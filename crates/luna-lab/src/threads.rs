//! Work in pieces, on as many threads as may be; what comes of it does not
//! depend on how many they are.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs pieces of work and returns their results in order, or the error of the first that fails,
/// after which none is started. `progress` is called with the number of pieces done and of all.
pub(crate) fn each<T: Send, E: Send>(
    pieces: usize,
    threads: NonZero<usize>,
    progress: &(impl Fn(usize, usize) + Sync + ?Sized),
    piece: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut found = Vec::new();
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= pieces {
                return found;
            }
            let one = piece(nth);
            if one.is_ok() {
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, pieces);
            } else {
                next.fetch_max(pieces, Ordering::Relaxed);
            }
            found.push((nth, one));
        }
    };
    let mut found = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.get().min(pieces)).map(|_| scope.spawn(work)).collect();
        let mut found = work();
        for other in others {
            found.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        found
    });
    // All before the first that fails were begun before it.
    found.sort_unstable_by_key(|&(nth, _)| nth);
    found.into_iter().map(|(_, one)| one).collect()
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
            let Ok(found) = each(40, threads(count), &tell, |nth| Ok::<_, Infallible>(nth * nth));
            assert!(found.into_iter().eq((0..40).map(|nth| nth * nth)));
            let mut told = told.into_inner().unwrap();
            told.sort_unstable();
            assert!(told.into_iter().eq((1..=40).map(|done| (done, 40))));
        }
        let none = each(0, threads(3), &|_, _| (), Err::<(), usize>);
        assert_eq!(none, Ok(Vec::new()));
    }

    #[test]
    fn the_first_that_fails_says_why() {
        let odd = |nth: usize| if nth > 20 && nth % 2 == 1 { Err(nth) } else { Ok(nth) };
        for count in [1, 2, 7] {
            assert_eq!(each(1_000_000_000, threads(count), &|_, _| (), odd), Err(21));
        }
    }
}
