-- Work to do later. To claim a job is to push its due_at past the lease; a job
-- that was given up has none.
CREATE TABLE job (
    id       TEXT   NOT NULL PRIMARY KEY,     -- what it is about: scheduling again replaces it
    kind     TEXT   NOT NULL,
    body     TEXT   NOT NULL,
    due_at   BIGINT,
    attempts BIGINT NOT NULL,
    problem  TEXT
);
CREATE INDEX job_due ON job (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX job_failed ON job (id) WHERE due_at IS NULL;

CREATE TABLE mail (
    id         TEXT   NOT NULL PRIMARY KEY,
    player_id  TEXT   NOT NULL REFERENCES player (id),
    kind       TEXT   NOT NULL,
    address    TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    plain      TEXT   NOT NULL,
    html       TEXT   NOT NULL,
    off_url    TEXT,                          -- one-click unsubscribe
    created_at BIGINT NOT NULL,
    sent_at    BIGINT,
    problem    TEXT
);
CREATE INDEX mail_newest ON mail (created_at, id);
CREATE INDEX mail_player ON mail (player_id);

-- What a player is to be told by mail, gathered until they may be written to.
CREATE TABLE notice (
    player_id TEXT   NOT NULL REFERENCES player (id),
    seat_id   TEXT   NOT NULL,
    kind      TEXT   NOT NULL,                -- turn, reminder, again, over
    at        BIGINT NOT NULL,
    PRIMARY KEY (player_id, seat_id, kind)
);

-- How often something about a topic has changed. Pages wait for the next.
CREATE TABLE topic (name TEXT NOT NULL PRIMARY KEY, seq BIGINT NOT NULL);

-- Counted as it happens, in a few slots each so that writers do not queue.
CREATE TABLE tally (
    day   BIGINT NOT NULL,                    -- since 1970
    what  TEXT   NOT NULL,
    slot  BIGINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (day, what, slot)
);

-- How many players' ratings lie in each bin of five points, by kind.
CREATE TABLE rating_bin (
    kind  TEXT   NOT NULL,
    bin   BIGINT NOT NULL,
    slot  BIGINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (kind, bin, slot)
);

CREATE TABLE setting (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
