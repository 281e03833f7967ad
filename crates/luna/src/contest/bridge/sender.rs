//! The keys of a program on their way to the site: in batches, as a browser sends them, and again
//! after a cut, without losing or doubling one.

use std::collections::VecDeque;
use std::time::Duration;

use luna_core::typing::stroke::Stroke;
use luna_machines::contest_seat::{Batch, Reason, Receipt, Seat, SeatError};
use tokio::sync::mpsc::{Sender, UnboundedReceiver};
use tokio::time::sleep;

/// An order to the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// A conversation begins, in which the program's next key has a number.
    Begin {
        place: (usize, usize),
        next: usize,
    },
    /// The site has the keys before a number.
    Taken(usize),
    Type(Stroke),
    /// The conversation is over; keys that have not arrived are late.
    End,
}

/// Keys that wait to be sent.
#[derive(Debug, Default)]
struct Queue {
    place: Option<(usize, usize)>,
    /// The number of the first key that waits.
    next: usize,
    keys: VecDeque<Stroke>,
    /// The number of keys of a batch.
    batch: usize,
    /// The rest of a line that is too long is left out.
    skips_line: bool,
    /// Keys that were dropped because too many wait.
    flooded: bool,
}

/// A browser collects keys for this time as well, so that the traffic of both is alike.
const COLLECTED_FOR: Duration = Duration::from_millis(5);
const RETRY: Duration = Duration::from_secs(1);
const LARGEST_BATCH: usize = 100;
/// The most keys that wait.
const MOST_WAITING: usize = 10_000;

/// Sends what is ordered. Each outcome is a sentence for the person who runs the bridge; an error
/// ends the bridge.
pub(super) async fn run(
    seat: Seat,
    mut orders: UnboundedReceiver<Order>,
    outcomes: Sender<Result<String, String>>,
) {
    let mut queue = Queue { batch: LARGEST_BATCH, ..Queue::default() };
    loop {
        if queue.keys.is_empty() {
            let Some(order) = orders.recv().await else { return };
            tell(&outcomes, queue.take(order)).await;
        }
        sleep(COLLECTED_FOR).await;
        while let Ok(order) = orders.try_recv() {
            tell(&outcomes, queue.take(order)).await;
        }
        let Some(batch) = queue.next_batch() else { continue };
        match seat.send(&batch).await {
            Ok(receipt) => {
                let is_flood = receipt.reason == Some(Reason::Flood);
                tell(&outcomes, queue.receipt(&batch, receipt)).await;
                if is_flood {
                    sleep(RETRY).await;
                }
            }
            Err(SeatError::Passing(why) | SeatError::Taken(why)) => {
                tell(&outcomes, Some(format!("{why} The keys wait."))).await;
                sleep(RETRY).await;
            }
            Err(SeatError::Final(why)) => return drop(outcomes.send(Err(why)).await),
        }
    }
}

async fn tell(outcomes: &Sender<Result<String, String>>, sentence: Option<String>) {
    if let Some(sentence) = sentence {
        drop(outcomes.send(Ok(sentence)).await);
    }
}

impl Queue {
    fn take(&mut self, order: Order) -> Option<String> {
        match order {
            Order::Begin { place, next } => {
                *self =
                    Queue { place: Some(place), next, batch: LARGEST_BATCH, ..Queue::default() };
            }
            Order::Taken(next) => self.arrived(next),
            Order::End => *self = Queue { batch: LARGEST_BATCH, ..Queue::default() },
            Order::Type(_) if self.keys.len() >= MOST_WAITING => {
                let is_news = !std::mem::replace(&mut self.flooded, true);
                return is_news.then(|| {
                    format!("The program floods: {MOST_WAITING} keys wait, and more are dropped.")
                });
            }
            Order::Type(stroke) => {
                self.skips_line &= !matches!(stroke, Stroke::Return | Stroke::Backspace);
                if !self.skips_line {
                    self.keys.push_back(stroke);
                }
            }
        }
        None
    }

    fn arrived(&mut self, next: usize) {
        let taken = next.saturating_sub(self.next).min(self.keys.len());
        self.keys.drain(..taken);
        self.next = self.next.max(next);
        self.flooded &= self.keys.len() >= MOST_WAITING;
    }

    fn next_batch(&self) -> Option<Batch> {
        let (round, attempt) = self.place?;
        let keys = self.keys.iter().take(self.batch);
        let text: String = keys.map(|stroke| stroke.to_char()).collect();
        (!text.is_empty()).then_some(Batch { round, attempt, first: self.next, text })
    }

    /// Takes the answer to a batch: what has arrived no longer waits, and what is refused for good is
    /// dropped.
    fn receipt(&mut self, batch: &Batch, receipt: Receipt) -> Option<String> {
        let Receipt { next, refusal, reason } = receipt;
        let Some(why) = refusal else {
            self.arrived(next);
            self.batch = (2 * self.batch).min(LARGEST_BATCH);
            return None;
        };
        let length = batch.text.chars().count();
        match reason {
            Some(Reason::Flood) => Some(format!("{why} The keys wait.")),
            // Another program had the seat before.
            Some(Reason::Numbers) => {
                self.next = next;
                None
            }
            // Of a batch that is refused, only some keys are at fault.
            Some(Reason::LongLine | Reason::NotText) if length > 1 => {
                self.batch = length / 2;
                None
            }
            Some(Reason::LongLine) => {
                let ends = |stroke: &Stroke| *stroke != Stroke::Return;
                let rest = self.keys.iter().take_while(|stroke| ends(stroke)).count();
                self.skips_line = rest == self.keys.len();
                self.keys.drain(..rest);
                Some(format!("{why} The rest of it is dropped."))
            }
            Some(Reason::NotText) => {
                self.keys.pop_front();
                Some(why)
            }
            Some(Reason::Closed | Reason::JudgeFirst | Reason::Unknown) | None => {
                self.keys.clear();
                Some(format!("{why} What the program has typed is dropped."))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(keys: &str) -> Queue {
        let mut queue = Queue { batch: LARGEST_BATCH, ..Queue::default() };
        queue.take(Order::Begin { place: (2, 1), next: 5 });
        types(&mut queue, keys);
        queue
    }

    fn types(queue: &mut Queue, keys: &str) {
        for c in keys.chars() {
            assert_eq!(queue.take(Order::Type(Stroke::from_char(c).unwrap())), None);
        }
    }

    /// The next batch gets this answer; returns the batch and the sentence.
    fn answered(queue: &mut Queue, next: usize, reason: Option<Reason>) -> (String, String) {
        let batch = queue.next_batch().unwrap();
        let refusal = reason.map(|_| "No.".to_owned());
        let told = queue.receipt(&batch, Receipt { next, refusal, reason });
        (batch.text, told.unwrap_or_default())
    }

    #[test]
    fn keys_are_sent_until_they_have_arrived() {
        let mut queue = queue("Hello\n");
        let batch = Batch { round: 2, attempt: 1, first: 5, text: "Hello\n".to_owned() };
        assert_eq!(queue.next_batch(), Some(batch));
        // The answer was lost, and the screen tells how much has arrived.
        queue.take(Order::Taken(8));
        assert_eq!(answered(&mut queue, 11, None), ("lo\n".to_owned(), String::new()));
        assert_eq!(queue.next_batch(), None);
        types(&mut queue, "x");
        assert_eq!(queue.next_batch().unwrap().first, 11);
        queue.take(Order::End);
        assert_eq!(queue.next_batch(), None);
    }

    #[test]
    fn only_the_rest_of_a_long_line_is_dropped() {
        let mut queue = queue("abcdef");
        assert_eq!(answered(&mut queue, 5, Some(Reason::LongLine)).0, "abcdef");
        assert_eq!(answered(&mut queue, 8, None).0, "abc");
        assert_eq!(answered(&mut queue, 8, Some(Reason::LongLine)).0, "def");
        let (key, told) = answered(&mut queue, 8, Some(Reason::LongLine));
        assert_eq!((key.as_str(), told.as_str()), ("d", "No. The rest of it is dropped."));
        types(&mut queue, "ghi");
        assert_eq!(queue.next_batch(), None);
        types(&mut queue, "\nHi");
        assert_eq!(answered(&mut queue, 9, None).0, "\n");
        assert_eq!(answered(&mut queue, 11, None).0, "Hi");
    }

    #[test]
    fn a_program_that_types_first_or_too_much_loses_its_keys_and_goes_on() {
        let mut queue = queue("Hi");
        let (_, told) = answered(&mut queue, 5, Some(Reason::JudgeFirst));
        assert_eq!(told, "No. What the program has typed is dropped.");
        assert_eq!(queue.next_batch(), None);
        types(&mut queue, &"x".repeat(MOST_WAITING));
        let typed = Order::Type(Stroke::Return);
        let told = queue.take(typed).unwrap();
        assert!(told.contains("floods: 10000 keys wait"), "{told}");
        assert_eq!(queue.take(typed), None);
        let (batch, told) = answered(&mut queue, 5, Some(Reason::Flood));
        assert_eq!((batch.len(), told.as_str()), (LARGEST_BATCH, "No. The keys wait."));
        answered(&mut queue, 105, None);
        types(&mut queue, "y");
        answered(&mut queue, 100, Some(Reason::Numbers));
        assert_eq!(queue.next_batch().unwrap().first, 100);
    }
}
