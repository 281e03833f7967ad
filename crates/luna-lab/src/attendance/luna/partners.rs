//! Partners: people who meet, and machines.

use std::convert::Infallible;

use luna_core::arrival::{Arrivals, people_per_ms};
use luna_core::game::{Move, Seat};
use luna_core::meeting::{self, AWAY_MS};
use luna_core::pairing::{self, Merge};
use luna_core::timing::{MACHINE_PERCENT, MACHINE_WAIT_MS, SILENCE_MS};

use super::{Event, LunaSite, Person, Place, Who, texts};

impl LunaSite {
    /// Draws if two who meet are each given a machine. Somebody who would take over the questions of a
    /// person who has gone gets a machine that waits with such questions, if there is one.
    pub(super) fn is_with_machines(&mut self, into: usize) -> bool {
        self.rules.machines
            && !self.rules.fill_in
            && !(self.takes_over(into) && self.pool.is_empty())
            && meeting::is_with_machines(&mut self.chance, MACHINE_PERCENT)
    }

    fn takes_over(&self, into: usize) -> bool {
        self.tables[into].game.vacancy_has_questions()
    }

    /// Gives each of two who meet a machine: the one who waits in this game, and the one who would
    /// have moved into it.
    pub(super) fn give_machines(&mut self, into: usize, mover: usize) {
        for game in [into, mover] {
            self.leave_queue(game);
        }
        let left = if self.takes_over(into) { self.pool.pop_front() } else { None };
        let [waits, comes] = [into, mover].map(|game| self.waits_in(game));
        self.is_given_machine(into, comes);
        match left {
            Some(left) => {
                if let Some(seat) = self.tables[left].game.vacancy()
                    && let Some(machine) = &mut self.tables[left].seats[seat.other().index()]
                {
                    stand_in(machine, waits);
                }
                self.meet(left, mover);
            }
            None => self.is_given_machine(mover, waits),
        }
    }

    /// The one who waits in a game.
    fn waits_in(&self, game: usize) -> Option<Place> {
        self.tables[game].seats.iter().flatten().copied().next()
    }

    /// A machine comes that plays the part of a person.
    fn is_given_machine(&mut self, game: usize, person: Option<Place>) {
        if let Some(seat) = self.tables[game].game.vacancy() {
            let mut machine = Place::new(Who::Machine, self.now, self.now);
            stand_in(&mut machine, person);
            self.joins(game, seat, machine);
        }
    }

    /// The game that a person is paired into.
    pub(super) fn find(&self, person: usize) -> Option<usize> {
        let me = &self.people[person];
        let mut waiting: Vec<(usize, &Person)> = Vec::new();
        for &(_, game) in &self.queue {
            let person =
                self.tables[game].seats.iter().flatten().find_map(|place| place.who.person());
            waiting.extend(person.map(|person| (game, &self.people[person])));
        }
        if !self.rules.fill_in {
            let away = |them: &Person| them.away_since.is_some_and(|at| self.now - at > AWAY_MS);
            waiting.sort_by_key(|(_, them)| (away(them), away(them) && !them.mailed));
        }
        if self.rules.interview_games > 1 {
            let now = self.partners_now(person);
            waiting.retain(|(_, them)| !now.contains(&them.name.as_str()));
        }
        let queue: Vec<pairing::Waiting<'_>> =
            waiting.iter().map(|(_, them)| them.waiting()).collect();
        let others_play = || {
            let plays = |them: &Person| {
                let here = them.away_since.is_none_or(|since| self.now - since < SILENCE_MS);
                here && them.interview > 0
                    && them.name != me.name
                    && !me.partners.contains(&them.name)
            };
            Ok::<bool, Infallible>(self.people.iter().any(plays))
        };
        let Ok(chosen) = pairing::choose(me.waiting(), &queue, others_play);
        chosen.first().map(|&nth| waiting[nth].0)
    }

    fn partners_now(&self, person: usize) -> Vec<&str> {
        let partner = |&(game, seat): &(usize, Seat)| {
            let place = self.tables[game].seats[seat.other().index()]?;
            let person = place.who.person().or(place.instead_of)?;
            Some(self.people[person].name.as_str())
        };
        self.people[person].seats.iter().filter_map(partner).collect()
    }

    /// Sits down, and asks unless there are questions of somebody who has gone.
    pub(super) fn joins(&mut self, game: usize, seat: Seat, place: Place) {
        let table = &mut self.tables[game];
        let asks = !table.game.vacancy_has_questions();
        let before = table.game.clone();
        table.seats[seat.index()] =
            Some(Place { came_at: self.now, left_before: table.left, ..place });
        table.met_machine |= place.who == Who::Machine;
        if let Who::Person(person) = place.who {
            self.people[person].seats.push((game, seat));
        }
        let both = self.tables[game].seats.map(|place| place.and_then(|place| place.who.person()));
        if let [Some(one), Some(other)] = both {
            for (one, other) in [(one, other), (other, one)] {
                let name = self.people[other].name.clone();
                let partners = &mut self.people[one].partners;
                *partners = pairing::with_partner(partners, &name);
            }
        }
        self.makes(game, seat, &Move::Join);
        let ask = Move::Ask(texts());
        if asks {
            self.makes(game, seat, &ask);
        }
        self.follows(game, seat, &before, if asks { &ask } else { &Move::Join });
    }

    /// Two who wait play each other.
    pub(super) fn meet(&mut self, one: usize, other: usize) {
        let merged = pairing::merge(&self.tables[one].game, &self.tables[other].game);
        let (from, leaves, into, seat) = match merged {
            Some(Merge::One { from, into }) => (one, from, other, into),
            Some(Merge::Other { from, into }) => (other, from, one, into),
            None => return,
        };
        self.leave_queue(from);
        self.pool.retain(|&game| game != from);
        let table = &mut self.tables[from];
        table.epoch[leaves.index()] += 1;
        let Some(place) = table.seats[leaves.index()].take() else { return };
        if let Ok(closed) = table.game.clone().play(leaves, &Move::Leave) {
            table.game = closed;
        }
        if let Who::Person(person) = place.who {
            self.people[person].seats.retain(|&it| it != (from, leaves));
        }
        self.joins(into, seat, place);
    }

    pub(super) fn leave_queue(&mut self, game: usize) {
        let table = &mut self.tables[game];
        if let Some(key) = table.waiting.replace(i64::MAX) {
            self.queue.remove(&(key, game));
        }
    }

    /// A game that a partner has left looks for another one at once.
    pub(super) fn pair_again(&mut self, game: usize, person: usize) {
        let found = self.find(person).filter(|&found| found != game);
        let Some(found) = found else { return };
        let (into, mover) = match pairing::merge(&self.tables[game].game, &self.tables[found].game)
        {
            None => return,
            Some(Merge::One { .. }) => (found, game),
            Some(Merge::Other { .. }) => (game, found),
        };
        if self.is_with_machines(into) {
            self.give_machines(into, mover);
        } else {
            self.meet(game, found);
        }
    }

    /// A machine that fills in comes to the player who has waited longest, and any other to the one
    /// that it was sent for.
    pub(super) fn machine_comes(&mut self, mut game: usize) {
        if self.tables[game].waiting.is_none() {
            return;
        }
        if self.rules.fill_in {
            let first = self.queue.first().map(|&(_, first)| first);
            if let Some(first) = first.filter(|&first| first != game) {
                self.in_ms(MACHINE_WAIT_MS / 3, Event::MachineComes { game });
                game = first;
            }
        }
        let Some(seat) = self.tables[game].game.vacancy() else { return };
        if self.rules.fill_in
            && let Some(left) = self.pool.pop_front()
        {
            return self.meet(left, game);
        }
        self.joins(game, seat, Place::new(Who::Machine, self.now, self.now));
    }

    pub(super) fn arrivals(&self) -> Arrivals {
        let asked: Vec<i64> = self.asked_at.iter().rev().copied().collect();
        Arrivals {
            percent: MACHINE_PERCENT,
            people_per_ms: people_per_ms(self.now, &asked),
            longest_ms: MACHINE_WAIT_MS,
        }
    }
}

fn stand_in(machine: &mut Place, person: Option<Place>) {
    if let Some(person) = person {
        (machine.moved_at, machine.instead_of) = (person.moved_at, person.who.person());
    }
}
