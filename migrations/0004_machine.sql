-- Machines that play. A machine is a player, and so is each version of it.

CREATE TABLE machine (
    player_id    TEXT   NOT NULL PRIMARY KEY REFERENCES player (id),
    owner_id     TEXT   REFERENCES player (id),  -- none: comes with Luna
    line         TEXT   NOT NULL,             -- the id of its first version
    version      BIGINT NOT NULL,             -- 1, 2, … within the line
    about        TEXT   NOT NULL,
    model        TEXT   NOT NULL,             -- what it says it is; another is another version
    link         TEXT   NOT NULL,
    contact      TEXT   NOT NULL,
    way          TEXT   NOT NULL,             -- house, pull, push, openai
    setup        TEXT   NOT NULL,             -- JSON: what its way in needs
    secret       TEXT,                        -- sealed: a signing secret or a key
    most_open    BIGINT NOT NULL,             -- games at once
    most_daily   BIGINT NOT NULL,             -- rated games a day
    day          BIGINT NOT NULL DEFAULT 0,
    day_games    BIGINT NOT NULL DEFAULT 0,   -- begun on that day
    created_at   BIGINT NOT NULL,
    seen_at      BIGINT NOT NULL DEFAULT 0,   -- when it was last known to be there
    stopped_at   BIGINT,                      -- by its owner
    killed_at    BIGINT,                      -- by the operator
    killed_why   TEXT,
    replaced_at  BIGINT,                      -- a later version plays instead
    alarm_at     BIGINT,                      -- too many replies could not be read
    alarm_why    TEXT
);
CREATE INDEX machine_owner ON machine (owner_id, line, version);
CREATE UNIQUE INDEX machine_version ON machine (line, version);
CREATE INDEX machine_newest ON machine (created_at, player_id);
CREATE INDEX machine_way ON machine (way);

-- What a machine shows to be let in. The id is the hash of the token.
CREATE TABLE token (
    id         TEXT    NOT NULL PRIMARY KEY,
    player_id  TEXT    NOT NULL REFERENCES player (id),
    name       TEXT    NOT NULL,
    tail       TEXT    NOT NULL,              -- its last letters, to know it by
    scope      TEXT    NOT NULL,              -- play, read
    created_at BIGINT  NOT NULL,
    used_at    BIGINT,
    revoked_at BIGINT,
    stream     BIGINT  NOT NULL DEFAULT 0     -- counts its event streams: the last one holds
);
CREATE INDEX token_player ON token (player_id, created_at);

-- What a request was answered, for when it comes again.
CREATE TABLE receipt (
    player_id TEXT   NOT NULL REFERENCES player (id),
    key       TEXT   NOT NULL,
    request   TEXT   NOT NULL,                -- hash of path and body
    status    BIGINT NOT NULL,
    seat_id   TEXT   NOT NULL,                -- of the game it was about
    at        BIGINT NOT NULL,
    PRIMARY KEY (player_id, key)
);
CREATE INDEX receipt_age ON receipt (at);

-- Games in which a machine has asked and waits for a person.
CREATE TABLE pool (
    game_id   TEXT   NOT NULL PRIMARY KEY REFERENCES game (id),
    player_id TEXT   NOT NULL REFERENCES player (id),
    since     BIGINT NOT NULL
);
CREATE INDEX pool_player ON pool (player_id, since);
CREATE INDEX pool_oldest ON pool (since, game_id);

-- How often a person has been given a machine.
CREATE TABLE met (
    player_id  TEXT   NOT NULL REFERENCES player (id),
    machine_id TEXT   NOT NULL REFERENCES player (id),
    times      BIGINT NOT NULL,
    PRIMARY KEY (player_id, machine_id)
);

-- A machine's move that is in, and comes out when a person's might.
CREATE TABLE held (
    game_id TEXT   NOT NULL REFERENCES game (id),
    side    TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    body    TEXT   NOT NULL,
    PRIMARY KEY (game_id, side)
);

-- What calls to a machine have cost, a line for each day and game; and one
-- without a game for a day on which nothing more is to be spent.
CREATE TABLE spent (
    player_id  TEXT   NOT NULL REFERENCES player (id),
    day        BIGINT NOT NULL,
    seat_id    TEXT   NOT NULL,               -- its place in the game
    calls      BIGINT NOT NULL,
    replies    BIGINT NOT NULL,               -- moves made of them
    invalid    BIGINT NOT NULL,               -- games given up because of them
    tokens_in  BIGINT NOT NULL,
    tokens_out BIGINT NOT NULL,
    micros     BIGINT NOT NULL,               -- millionths of the owner's currency
    problem    TEXT,                          -- what was wrong last
    PRIMARY KEY (player_id, day, seat_id)
);
CREATE INDEX spent_seat ON spent (seat_id);

-- Calls wait for others; they must keep nothing else waiting.
ALTER TABLE job ADD COLUMN lane TEXT NOT NULL DEFAULT 'work';
CREATE INDEX job_lane ON job (lane, due_at, id) WHERE due_at IS NOT NULL;

-- A sandbox game is between machines; nothing of it counts.
ALTER TABLE game ADD COLUMN sandbox BOOLEAN NOT NULL DEFAULT FALSE;
-- A person whose partner is to be a machine; nobody else is paired with them.
ALTER TABLE game ADD COLUMN for_machine BOOLEAN NOT NULL DEFAULT FALSE;

-- Sandbox games with one machine in them, and whom it wants to play.
CREATE TABLE sandbox (
    game_id   TEXT   NOT NULL PRIMARY KEY REFERENCES game (id),
    player_id TEXT   NOT NULL REFERENCES player (id),
    wants     TEXT,
    since     BIGINT NOT NULL
);
CREATE INDEX sandbox_player ON sandbox (player_id, since);
CREATE INDEX sandbox_oldest ON sandbox (since, game_id);

-- Sum of the squares of all human guesses, in thousandths of a point: with the
-- sum and the count it gives the interval.
ALTER TABLE player ADD COLUMN guess_squares BIGINT NOT NULL DEFAULT 0;
UPDATE player SET guess_squares = (
    SELECT COALESCE(SUM((g.points / 1000) * (g.points / 1000)), 0) FROM guess g
    WHERE g.of_player = player.id AND g.counts);
CREATE INDEX game_sandbox ON game (started_at) WHERE sandbox;
