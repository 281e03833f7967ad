CREATE TABLE game (
    id            TEXT    NOT NULL PRIMARY KEY,
    questions     BIGINT  NOT NULL,           -- the rules this game is played by
    max_chars     BIGINT  NOT NULL,
    practice      BOOLEAN NOT NULL,
    phase         TEXT    NOT NULL,
    queue_key     BIGINT,                     -- while a seat is empty: lowest is paired first
    waiting_since BIGINT,
    started_at    BIGINT  NOT NULL,
    ended_at      BIGINT
);
CREATE INDEX game_queue ON game (queue_key, id) WHERE queue_key IS NOT NULL;
CREATE INDEX game_newest ON game (started_at, id);
CREATE INDEX game_ended ON game (ended_at, id);

-- A player's side in a game. Its id is what the player's URL shows: the two
-- players of a game share no id.
CREATE TABLE seat (
    id         TEXT    NOT NULL PRIMARY KEY,
    game_id    TEXT    NOT NULL REFERENCES game (id),
    side       TEXT    NOT NULL,              -- A, B
    player_id  TEXT    NOT NULL REFERENCES player (id),
    here       BOOLEAN NOT NULL,              -- false once they have gone away
    state      TEXT    NOT NULL,              -- move, wait, over
    ending     TEXT,                          -- final, left, expired, closed
    outcome    TEXT,                          -- won, lost, tied, no_loss
    opened_at  BIGINT  NOT NULL,              -- when what is to do became so
    due_at     BIGINT,
    changed_at BIGINT  NOT NULL
);
CREATE UNIQUE INDEX seat_taken ON seat (game_id, side) WHERE here;
CREATE INDEX seat_game ON seat (game_id);
CREATE INDEX seat_list ON seat (player_id, state, changed_at, id);

-- A game is its moves. The primary key is the lock as well: two writers who
-- read the same moves cannot both add one.
CREATE TABLE game_move (
    game_id   TEXT   NOT NULL REFERENCES game (id),
    seq       BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    side      TEXT   NOT NULL,
    player_id TEXT   NOT NULL REFERENCES player (id),
    took_ms   BIGINT,                         -- since it became this player's to do
    paced_ms  BIGINT,                         -- of which a machine's move was held back
    body      TEXT   NOT NULL,
    PRIMARY KEY (game_id, seq)
);

-- What was guessed of whom in finished games, and the rating after it.
CREATE TABLE guess (
    game_id      TEXT    NOT NULL REFERENCES game (id),
    side         TEXT    NOT NULL,            -- of whoever guessed
    by_player    TEXT    NOT NULL REFERENCES player (id),
    of_player    TEXT    NOT NULL REFERENCES player (id),
    points       BIGINT  NOT NULL,            -- millionths
    counts       BOOLEAN NOT NULL,            -- a person's, in a rated game
    rating_sum   BIGINT  NOT NULL,            -- of of_player, after this guess
    rating_count BIGINT  NOT NULL,
    answer_chars BIGINT  NOT NULL,            -- length of all responses judged
    at           BIGINT  NOT NULL,
    PRIMARY KEY (game_id, side)
);
CREATE INDEX guess_of ON guess (of_player, counts, at, game_id);
CREATE INDEX guess_newest ON guess (counts, at, game_id);

-- What somebody has typed and not sent.
CREATE TABLE draft (
    player_id TEXT   NOT NULL REFERENCES player (id),
    seat_id   TEXT   NOT NULL,                -- or 'next': kept for the next game
    field     TEXT   NOT NULL,
    body      TEXT   NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (player_id, seat_id, field)
);

-- The last 512 times people took for each phase; machines are as slow.
CREATE TABLE pace (
    phase   TEXT   NOT NULL,
    slot    BIGINT NOT NULL,
    took_ms BIGINT NOT NULL,
    PRIMARY KEY (phase, slot)
);
