//! What people do: they ask, wait, write what they owe, leave and return.

use luna_core::game::{Duty, Game, Move, Seat};
use luna_core::meeting::games_of_interview;
use luna_core::timing::MACHINE_PERCENT;

use super::{ASKS, Event, LunaSite, Place, RULES, Table, Who, in_minutes, texts};

impl LunaSite {
    /// The interview is sent to as many partners as the instance gives it.
    pub(super) fn asks(&mut self, person: usize) {
        self.outcome.asked += 1;
        self.judged.asks(person, in_minutes(self.now));
        self.asked_at.push_back(self.now);
        if self.asked_at.len() > ASKS {
            self.asked_at.pop_front();
        }
        let them = &mut self.people[person];
        (them.busy, them.away_since) = (false, None);
        them.interview += 1;
        let percent = if self.rules.machines && !self.rules.fill_in { MACHINE_PERCENT } else { 0 };
        let games = games_of_interview(&mut self.chance, self.rules.interview_games, percent);
        for _ in 0..games {
            self.sends(person);
        }
        self.attend(person);
    }

    /// One game of an interview, which joins one that waits.
    pub(super) fn sends(&mut self, person: usize) {
        let found = self.find(person);
        let with_machines = found.is_some_and(|found| self.is_with_machines(found));
        if let Some(found) = found.filter(|_| !with_machines) {
            let Some(seat) = self.tables[found].game.vacancy() else { return };
            return self.joins(found, seat, self.place(person));
        }
        let game = self.tables.len();
        self.outcome.begun += 1;
        self.tables.push(Table {
            game: Game::new(RULES),
            seats: [Some(self.place(person)), None],
            waiting: None,
            epoch: [0; 2],
            met_machine: false,
            left: 0,
        });
        self.people[person].seats.push((game, Seat::A));
        self.plays(game, Seat::A, &Move::Ask(texts()));
        if let Some(found) = found {
            self.give_machines(found, game);
        }
    }

    pub(super) fn place(&self, person: usize) -> Place {
        let interview = self.people[person].interview;
        Place { interview, ..Place::new(Who::Person(person), self.now, self.now) }
    }

    /// What somebody at the page does next: the oldest of what they owe, or they wait.
    pub(super) fn attend(&mut self, person: usize) {
        let them = &self.people[person];
        if them.busy || them.away_since.is_some() {
            return;
        }
        let owed = |&(game, seat): &(usize, Seat)| {
            let table: &Table = &self.tables[game];
            let place = table.seats[seat.index()].filter(|_| table.game.duty(seat).is_some())?;
            Some((place.opened_at, game, seat))
        };
        let Some((_, game, seat)) = them.seats.iter().filter_map(owed).min() else {
            return self.wait(person);
        };
        let (leaves, takes) = (self.chance.unit() < self.visits.leave, self.some(self.visits.pace));
        let (now, epoch) = (self.now, self.next_epoch(person));
        self.judged.has_work(person, in_minutes(now));
        let them = &mut self.people[person];
        if let Some(since) = them.waits_since.take() {
            self.outcome.waits.push(in_minutes(now - since));
        }
        if leaves {
            them.away_since = Some(now);
        } else {
            them.busy = true;
            self.later(takes, Event::Acts { person, game, seat, epoch });
        }
    }

    fn wait(&mut self, person: usize) {
        if self.people[person].waits_since.is_none() {
            let (epoch, patience) = (self.next_epoch(person), self.some(self.visits.patience));
            self.people[person].waits_since = Some(self.now);
            self.later(patience, Event::Tires { person, epoch });
        }
    }

    fn next_epoch(&mut self, person: usize) -> u32 {
        self.people[person].epoch += 1;
        self.people[person].epoch
    }

    pub(super) fn acts(&mut self, person: usize, game: usize, seat: Seat, epoch: u32) {
        let them = &mut self.people[person];
        if them.epoch != epoch {
            return;
        }
        them.busy = false;
        if them.seats.contains(&(game, seat)) {
            let guesses = self.tables[game].game.duty(seat) == Some(Duty::Guess);
            let interview = self.tables[game].seats[seat.index()].map_or(0, |it| it.interview);
            self.makes_move(game, seat);
            if guesses {
                self.again(person, interview);
            }
        }
        self.attend(person);
    }

    /// After the first guess of an interview, or a wait that was too long, some play again.
    fn again(&mut self, person: usize, interview: usize) {
        let again = self.chance.unit() < self.visits.again;
        let them = &mut self.people[person];
        if them.decided >= interview || them.busy {
            return;
        }
        them.decided = interview;
        if again {
            them.busy = true;
            let takes = self.some(self.visits.pace);
            self.later(takes, Event::Asks { person });
        }
    }

    pub(super) fn tires(&mut self, person: usize, epoch: u32) {
        let now = self.now;
        let them = &mut self.people[person];
        if them.epoch != epoch || them.busy || them.away_since.is_some() {
            return;
        }
        them.away_since = Some(now);
        them.waits_since = None;
        self.outcome.given_up += 1;
        if !them.mailed {
            let interview = them.interview;
            self.again(person, interview);
        }
    }

    pub(super) fn returns(&mut self, person: usize) {
        if self.people[person].away_since.take().is_some() {
            self.attend(person);
        }
    }
}
