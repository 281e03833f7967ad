//! The consequences of moves, carried out as the store does, and absence.

use luna_core::absence::{Absence, silence_ms};
use luna_core::game::consequences::{Effect, Waiting};
use luna_core::game::{Duty, Move, Seat};
use luna_core::machine_delay::{NEVER, delay_ms, delay_or_never};
use luna_core::meeting::{self, Idle};
use luna_core::pairing;
use luna_core::timing::{MACHINE_PACE_MS, PHASE_MS, SILENCE_MS};

use super::{Event, LunaSite, TIMES, Who};

impl LunaSite {
    pub(super) fn carry_out(&mut self, game: usize, effect: Effect) {
        match effect {
            Effect::NotePace { seat, duty, took_ms } => self.note_pace(game, seat, duty, took_ms),
            Effect::Game { waiting, .. } => self.waits(game, waiting),
            Effect::Seat { seat, opened_at, due_at, .. } => {
                if let Some(place) = &mut self.tables[game].seats[seat.index()] {
                    (place.opened_at, place.due_at) = (opened_at, due_at);
                }
            }
            Effect::StartMachine { seat, duty } => self.start_machine(game, seat, duty),
            Effect::StopMachine { seat } => self.tables[game].epoch[seat.index()] += 1,
            Effect::SetDeadline { seat, due_at } => {
                let epoch = self.tables[game].epoch[seat.index()];
                let at =
                    if self.rules.silence { due_at.min(self.now + SILENCE_MS) } else { due_at };
                self.in_ms(at - self.now, Event::Look { game, seat, epoch });
            }
            Effect::Notify { seat, .. } => self.notify(game, seat),
            Effect::Count { .. }
            | Effect::Vacate { .. }
            | Effect::Lose { .. }
            | Effect::Tell { .. }
            | Effect::LeaveSandbox
            | Effect::ClearDrafts { .. }
            | Effect::DropDeadline { .. }
            | Effect::SetDraftsAside { .. } => {}
        }
    }

    fn note_pace(&mut self, game: usize, seat: Seat, duty: Duty, took_ms: i64) {
        let times = self.times.entry(self.idle(game, seat).times(duty)).or_default();
        if times.len() < TIMES {
            times.push(took_ms);
        } else {
            times[self.chance.below(TIMES)] = took_ms;
        }
    }

    fn idle(&self, game: usize, seat: Seat) -> Idle {
        let place = self.tables[game].seats[seat.index()];
        let idle_ms = place.map_or(0, |place| place.opened_at - place.moved_at);
        Idle::of(idle_ms, self.rules.fill_in)
    }

    fn start_machine(&mut self, game: usize, seat: Seat, duty: Duty) {
        if self.tables[game].seats[seat.other().index()].is_none() {
            return;
        }
        let idle = self.idle(game, seat);
        let times = self.times.get(idle.times(duty));
        let times = times.map_or(&[][..], Vec::as_slice);
        let (chance, pace) = (&mut self.chance, MACHINE_PACE_MS);
        let delay = match self.rules.fill_in {
            true => Some(delay_ms(chance, times, pace, PHASE_MS)),
            false => delay_or_never(chance, times, idle, pace, PHASE_MS),
        };
        let Some(delay) = delay else { return self.never_comes(game, seat) };
        let epoch = self.tables[game].epoch[seat.index()];
        self.in_ms(delay, Event::MachineActs { game, seat, epoch });
    }

    /// The seat of a machine that plays somebody who never comes back is given away as theirs is.
    fn never_comes(&mut self, game: usize, seat: Seat) {
        let Some(place) = &mut self.tables[game].seats[seat.index()] else { return };
        place.silent = true;
        place.due_at = Some(place.opened_at + PHASE_MS);
    }

    fn waits(&mut self, game: usize, waiting: Waiting) {
        match waiting {
            Waiting::No => {}
            Waiting::Over => {
                if let Some(key) = self.tables[game].waiting.take() {
                    self.queue.remove(&(key, game));
                }
                self.pool.retain(|&it| it != game);
            }
            Waiting::InPool { .. } => {
                self.tables[game].waiting = Some(i64::MAX);
                self.pool.push_back(game);
            }
            Waiting::InQueue { seat, first } => {
                let key = pairing::queue_key(self.now, first);
                self.tables[game].waiting = Some(key);
                self.queue.insert((key, game));
                if self.rules.machines && self.rules.fill_in {
                    let arrivals = self.arrivals();
                    let alone = self.queue.len() == 1;
                    let wait_ms = match alone && arrivals.at_once(&mut self.chance) {
                        true => 0,
                        false => arrivals.wait_ms(&mut self.chance),
                    };
                    self.in_ms(wait_ms, Event::MachineComes { game });
                }
                let who = self.tables[game].seats[seat.index()].map(|place| place.who);
                if let (true, Some(Who::Person(person))) = (first, who) {
                    self.pair_again(game, person);
                }
            }
        }
    }

    fn notify(&mut self, game: usize, seat: Seat) {
        let Some(Who::Person(person)) = self.tables[game].seats[seat.index()].map(|it| it.who)
        else {
            return;
        };
        let them = &self.people[person];
        if them.mailed && them.away_since.is_some() {
            let back = self.some(self.visits.back);
            self.later(back, Event::Returns { person });
        }
    }

    pub(super) fn look(&mut self, game: usize, seat: Seat, epoch: u32) {
        let table = &self.tables[game];
        let Some(place) = table.seats[seat.index()].filter(|_| table.epoch[seat.index()] == epoch)
        else {
            return;
        };
        let Some(due_at) = place.due_at.filter(|_| table.game.duty(seat).is_some()) else { return };
        let seen_at = match place.who {
            Who::Person(person) => self.people[person].away_since.unwrap_or(self.now),
            Who::Machine if place.silent => place.opened_at,
            Who::Machine => self.now,
        };
        let person = place.who.person().or(place.instead_of);
        let returns =
            !self.rules.fill_in && person.is_some_and(|person| self.people[person].mailed);
        let silence_ms = silence_ms(returns, SILENCE_MS);
        let opened_at = place.opened_at;
        let absence = Absence { opened_at, due_at, seen_at, silence_ms };
        let partner_waits =
            table.seats[seat.other().index()].is_some() && table.game.duty(seat.other()).is_none();
        let gone = self.rules.silence
            && self.now >= absence.gone_at()
            && partner_waits
            && self.has_successor(game, seat);
        if gone || self.now >= due_at {
            return self.expires(game, seat, self.now < due_at);
        }
        let next = if self.rules.silence { absence.look_again_at(self.now) } else { due_at };
        self.in_ms(next - self.now, Event::Look { game, seat, epoch });
    }

    /// Unless machines fill in, a seat is given away only to somebody who is there.
    fn has_successor(&self, game: usize, gone: Seat) -> bool {
        if self.rules.fill_in {
            return true;
        }
        let absent = self.tables[game].seats[gone.index()].map(|place| place.who);
        self.queue.iter().any(|&(_, waiting)| {
            let seats = &self.tables[waiting].seats;
            let waits = seats.iter().flatten().find_map(|place| place.who.person());
            waits.is_some_and(|person| {
                Some(Who::Person(person)) != absent && self.people[person].away_since.is_none()
            })
        })
    }

    /// The seat is empty; the interview of somebody who can be told goes on waiting.
    fn expires(&mut self, game: usize, seat: Seat, in_time: bool) {
        let place = self.tables[game].seats[seat.index()];
        let view = self.tables[game].game.view(seat);
        if let Some(Who::Person(_)) = place.map(|place| place.who)
            && !self.rules.fill_in
            && let Some(duty) = self.tables[game].game.duty(seat)
        {
            self.note_pace(game, seat, duty, NEVER);
        }
        self.plays(game, seat, &Move::Expire);
        if let Some(Who::Person(person)) = place.map(|place| place.who)
            && in_time
            && !self.rules.fill_in
            && meeting::unused_interview(view, self.people[person].mailed).is_some()
        {
            self.sends(person);
        }
    }
}
