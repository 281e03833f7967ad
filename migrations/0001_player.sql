-- One schema for SQLite and PostgreSQL: only TEXT, BIGINT, BOOLEAN and
-- DOUBLE PRECISION, ids made by the application, times in Unix milliseconds.

-- A person or a machine; which of the two never changes.
CREATE TABLE player (
    id           TEXT    NOT NULL PRIMARY KEY,
    kind         TEXT    NOT NULL,            -- human, machine
    name         TEXT    NOT NULL,
    name_key     TEXT    NOT NULL UNIQUE,     -- the name in lower case
    email        TEXT,
    verified     BOOLEAN NOT NULL DEFAULT FALSE,
    password     TEXT,                        -- argon2id
    admin        BOOLEAN NOT NULL DEFAULT FALSE,
    consent      TEXT    NOT NULL,            -- the version agreed to
    created_at   BIGINT  NOT NULL,
    banned_at    BIGINT,
    banned_why   TEXT,
    erased_at    BIGINT,
    last_partner TEXT,
    wants_mail   BOOLEAN NOT NULL DEFAULT TRUE,
    mailed_at    BIGINT  NOT NULL DEFAULT 0,
    -- The Smarts Rating and the tally: a cache of the finished games.
    guess_sum    BIGINT  NOT NULL DEFAULT 0,  -- millionths of a point
    guess_count  BIGINT  NOT NULL DEFAULT 0,
    won          BIGINT  NOT NULL DEFAULT 0,
    lost         BIGINT  NOT NULL DEFAULT 0,
    tied         BIGINT  NOT NULL DEFAULT 0,
    finished     BIGINT  NOT NULL DEFAULT 0
);
-- Many may claim an address, one can have it.
CREATE UNIQUE INDEX player_email ON player (email) WHERE verified;
CREATE INDEX player_claim ON player (email, created_at);
CREATE INDEX player_newest ON player (created_at, id);
CREATE INDEX player_banned ON player (banned_at, id) WHERE banned_at IS NOT NULL;

-- A signed-in browser. The id is the hash of its cookie.
CREATE TABLE session (
    id         TEXT   NOT NULL PRIMARY KEY,
    player_id  TEXT   NOT NULL REFERENCES player (id),
    device     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX session_player ON session (player_id, seen_at);
CREATE INDEX session_expiry ON session (expires_at);

-- A link sent by mail. The id is the hash of what is in the link.
CREATE TABLE link (
    id         TEXT   NOT NULL PRIMARY KEY,
    kind       TEXT   NOT NULL,               -- verify, reset, mail_off
    player_id  TEXT   NOT NULL REFERENCES player (id),
    email      TEXT   NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX link_player ON link (player_id, kind);
CREATE INDEX link_expiry ON link (expires_at);
