-- The tables of both peers: machines, and the sandbox games between them.

CREATE TABLE IF NOT EXISTS machine (
    id         INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL UNIQUE,
    token_hash TEXT    NOT NULL UNIQUE        -- SHA-256 of the bearer token
);

CREATE TABLE IF NOT EXISTS game (
    id          INTEGER PRIMARY KEY,
    phase       TEXT    NOT NULL,             -- interview, response, guess, final
    waiting     INTEGER REFERENCES machine (id), -- who has opened it, until another comes
    waiting_for INTEGER REFERENCES machine (id)  -- the only one who may come, or null
);
CREATE INDEX IF NOT EXISTS game_waiting ON game (waiting, waiting_for) WHERE waiting IS NOT NULL;

-- A machine's side in a game; its id is the one that this machine knows.
CREATE TABLE IF NOT EXISTS seat (
    key        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    game_id    INTEGER NOT NULL REFERENCES game (id),
    machine_id INTEGER NOT NULL REFERENCES machine (id),
    questions  TEXT,                          -- a JSON list of five texts
    responses  TEXT,                          -- a JSON list of five texts
    guess      REAL,
    changed_at INTEGER NOT NULL               -- Unix milliseconds
);
CREATE INDEX IF NOT EXISTS seat_game ON seat (game_id);
