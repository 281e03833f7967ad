// Sandbox games of two machines on Express 5 and better-sqlite3, with which
// `machines` compares Luna. What it obeys comes from the environment: PORT,
// DATABASE (a path), SYNCHRONOUS (FULL or NORMAL) and WORKERS (processes).
'use strict';

const cluster = require('node:cluster');
const { createHash, randomBytes } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const Database = require('better-sqlite3');
const express = require('express');

const { PORT, DATABASE, SYNCHRONOUS = 'FULL', WORKERS = '1' } = process.env;
const RULES = { questions: 5, max_chars: 5000 };

class Refusal extends Error {
  constructor(status, key, message) {
    super(message);
    Object.assign(this, { status, key });
  }
}

const database = () => {
  const db = new Database(DATABASE, { timeout: 30_000 });
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${SYNCHRONOUS === 'NORMAL' ? 'NORMAL' : 'FULL'}`);
  return db;
};

const hash = (token) => createHash('sha256').update(token).digest('hex');

const newId = () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  return Array.from(randomBytes(26), (byte) => letters[byte & 31]).join('');
};

const fits = (text) => typeof text === 'string' && text.length > 0
  // A character beyond the basic plane counts as one, not as two.
  && (text.length <= RULES.max_chars || [...text].length <= RULES.max_chars);

const fiveTexts = (texts) => {
  if (!Array.isArray(texts) || texts.length !== RULES.questions || !texts.every(fits)) {
    throw new Refusal(422, 'invalid', 'Five texts of 1 to 5000 characters are needed.');
  }
  return JSON.stringify(texts);
};

const points = (guess) => {
  if (typeof guess !== 'number' || !(guess >= 0 && guess <= 100)) {
    throw new Refusal(422, 'invalid', 'A guess is a number from 0 to 100.');
  }
  return guess;
};

// What is sent in each phase, the duty it fulfils, and the phase that follows
// once both have sent it.
const MOVES = {
  questions: { phase: 'interview', next: 'response', duty: 'ask', read: fiveTexts },
  responses: { phase: 'response', next: 'guess', duty: 'answer', read: fiveTexts },
  guess: { phase: 'guess', next: 'final', duty: 'guess', read: points },
};

// The game as one of its two machines may see it.
const view = (mine, theirs, phase) => {
  const over = phase === 'final';
  const due = Object.entries(MOVES).find(([, move]) => move.phase === phase);
  const texts = (json) => (json === null ? null : JSON.parse(json));
  return {
    id: mine.id,
    mode: 'sandbox',
    phase,
    duty: due && mine[due[0]] === null ? due[1].duty : null,
    due_at: null,
    rules: RULES,
    my_questions: texts(mine.questions),
    their_questions: phase === 'interview' ? null : texts(theirs.questions),
    my_responses: texts(mine.responses),
    their_responses: phase === 'guess' || over ? texts(theirs.responses) : null,
    my_guess: mine.guess,
    ending: over ? 'final' : null,
    result: !over ? null : {
      outcome: 'tied', // as between any two who have no rating
      my_guess: mine.guess,
      their_guess: theirs.guess,
      their_rating: null,
      my_rating_then: null,
      my_rating_now: null,
      their_guess_counts: false,
    },
    partner: over ? theirs.name : null,
    changed_at: new Date(Math.max(mine.changed_at, theirs?.changed_at ?? 0)).toISOString(),
  };
};

const serve = () => {
  const db = database();
  const sql = {
    register: db.prepare('INSERT INTO machine (name, token_hash) VALUES (?, ?)'),
    byToken: db.prepare('SELECT id FROM machine WHERE token_hash = ?').pluck(),
    byName: db.prepare('SELECT id FROM machine WHERE name = ?').pluck(),
    waitingOf: db.prepare(`SELECT id FROM game WHERE waiting = ?
      AND (waiting_for IS NULL OR waiting_for = ?) ORDER BY id LIMIT 1`).pluck(),
    waitingAny: db.prepare(`SELECT id FROM game WHERE waiting IS NOT NULL AND waiting <> :me
      AND (waiting_for IS NULL OR waiting_for = :me) ORDER BY id LIMIT 1`).pluck(),
    open: db.prepare(`INSERT INTO game (phase, waiting, waiting_for)
      VALUES ('interview', ?, ?)`),
    join: db.prepare('UPDATE game SET waiting = NULL, waiting_for = NULL WHERE id = ?'),
    sit: db.prepare(`INSERT INTO seat (id, game_id, machine_id, changed_at)
      VALUES (?, ?, ?, ?)`),
    seats: db.prepare(`SELECT seat.*, game.phase, machine.name FROM seat AS own
      JOIN seat ON seat.game_id = own.game_id JOIN game ON game.id = own.game_id
      JOIN machine ON machine.id = seat.machine_id WHERE own.id = ?`),
    turn: db.prepare('UPDATE game SET phase = ? WHERE id = ?'),
    questions: db.prepare('UPDATE seat SET questions = ?, changed_at = ? WHERE key = ?'),
    responses: db.prepare('UPDATE seat SET responses = ?, changed_at = ? WHERE key = ?'),
    guess: db.prepare('UPDATE seat SET guess = ?, changed_at = ? WHERE key = ?'),
  };

  const caller = (request) => {
    const [scheme, token] = (request.get('authorization') ?? '').split(' ');
    const machine = scheme === 'Bearer' && token ? sql.byToken.get(hash(token)) : undefined;
    if (machine === undefined) {
      throw new Refusal(401, 'unauthorized', 'A token of a machine is needed.');
    }
    return machine;
  };

  const register = db.transaction((request) => {
    const token = `luna_${newId()}`;
    sql.register.run(request.body.name, hash(token));
    return { token };
  });

  const open = db.transaction((request) => {
    const machine = caller(request);
    const { mode, opponent = null } = request.body ?? {};
    if (mode !== 'sandbox' || (opponent !== null && typeof opponent !== 'string')) {
      throw new Refusal(422, 'invalid', 'Only sandbox games, with a named opponent or anyone.');
    }
    const wanted = opponent === null ? null : sql.byName.get(opponent);
    if (wanted === undefined || wanted === machine) {
      throw new Refusal(409, 'refused', 'There is no such opponent.');
    }
    const waiting = wanted === null
      ? sql.waitingAny.get({ me: machine }) : sql.waitingOf.get(wanted, machine);
    const game = waiting ?? sql.open.run(machine, wanted).lastInsertRowid;
    if (waiting !== undefined) sql.join.run(game);
    const [id, now] = [newId(), Date.now()];
    sql.sit.run(id, game, machine, now);
    const seat = { id, questions: null, responses: null, guess: null, changed_at: now };
    return view(seat, undefined, 'interview');
  });

  const play = (kind) => db.transaction((request) => {
    const machine = caller(request);
    const { phase, next, read } = MOVES[kind];
    const sent = read(request.body?.[kind]);
    const seats = sql.seats.all(request.params.id);
    const mine = seats.find((seat) => seat.id === request.params.id);
    const theirs = seats.find((seat) => seat !== mine);
    if (mine?.machine_id !== machine) {
      throw new Refusal(404, 'not_found', 'You have no such game.');
    }
    if (mine.phase !== phase || mine[kind] !== null) {
      throw new Refusal(409, 'refused', 'This is not yours to do now.');
    }
    Object.assign(mine, { [kind]: sent, changed_at: Date.now() });
    sql[kind].run(sent, mine.changed_at, mine.key);
    const bothSent = theirs !== undefined && theirs[kind] !== null;
    if (bothSent) sql.turn.run(next, mine.game_id);
    return view(mine, theirs, bothSent ? next : phase);
  });

  const app = express().disable('etag').disable('x-powered-by');
  app.get('/healthz', (request, response) => response.send('ok'));
  app.use(express.json({ limit: '512kb' }));
  app.post('/api/v1/machines', (request, response) => {
    response.status(201).json(register.immediate(request));
  });
  app.post('/api/v1/games', (request, response) => {
    response.status(201).json(open.immediate(request));
  });
  for (const kind of Object.keys(MOVES)) {
    const move = play(kind);
    app.post(`/api/v1/games/:id/${kind}`, (request, response) => {
      response.json(move.immediate(request));
    });
  }
  // Express knows by the four arguments that this one answers errors.
  app.use((error, request, response, next) => {
    if (error.status === undefined) console.error(error);
    const { status = 500, key = status < 500 ? 'bad_json' : 'internal', message } = error;
    response.status(status).json({ error: { key, message } });
  });
  app.listen(Number(PORT), '127.0.0.1');
};

process.on('SIGTERM', () => process.exit(0));
if (cluster.isPrimary) {
  database().exec(readFileSync(join(__dirname, '../schema.sql'), 'utf8')).close();
}
if (cluster.isPrimary && Number(WORKERS) > 1) {
  for (let worker = 0; worker < Number(WORKERS); worker += 1) cluster.fork();
} else {
  serve();
}
