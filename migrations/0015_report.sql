-- Reports, blocks, and what moderators do.

-- Moderators read reports; administrators do everything.
ALTER TABLE player ADD COLUMN role TEXT;      -- moderator, administrator
UPDATE player SET role = 'administrator' WHERE admin;
ALTER TABLE player DROP COLUMN admin;
-- Other players are not shown this player's rating.
ALTER TABLE player ADD COLUMN rating_hidden BOOLEAN NOT NULL DEFAULT FALSE;

-- The parts of a move that a moderator has hidden, counted from 1: '2' or '1,4'.
-- The move itself stays as it was written.
ALTER TABLE game_move ADD COLUMN hidden TEXT;

CREATE TABLE report (
    id         TEXT   NOT NULL PRIMARY KEY,
    at         BIGINT NOT NULL,
    reporter   TEXT   NOT NULL REFERENCES player (id),
    seat_id    TEXT   NOT NULL,               -- the reporter's
    game_id    TEXT   NOT NULL,
    subject    TEXT   NOT NULL REFERENCES player (id),
    passage    TEXT   NOT NULL,               -- SEQ.PART of a move, or player
    category   TEXT   NOT NULL,
    urgency    BIGINT NOT NULL,               -- lowest is read first
    text       TEXT   NOT NULL,
    decided_at BIGINT,                        -- none: open
    decided_by TEXT   REFERENCES player (id),
    decision   TEXT,                          -- dismiss, or some of hide,warn,ban,stop
    told_at    BIGINT                         -- when the reporter has read the outcome
);
CREATE INDEX report_open ON report (urgency, at, id) WHERE decided_at IS NULL;
CREATE UNIQUE INDEX report_once ON report (reporter, seat_id, subject, passage);
CREATE INDEX report_subject ON report (subject, at);
CREATE INDEX report_game ON report (game_id);

-- Two players who are never paired again.
CREATE TABLE block (
    id        TEXT   NOT NULL PRIMARY KEY,
    by_player TEXT   NOT NULL REFERENCES player (id),
    of_player TEXT   NOT NULL REFERENCES player (id),  -- of a machine: its first version, for all of them
    met       TEXT   NOT NULL REFERENCES player (id),  -- the version that was met
    seat_id   TEXT   NOT NULL,                -- the game in which it was asked for
    at        BIGINT NOT NULL
);
CREATE UNIQUE INDEX block_pair ON block (by_player, of_player, seat_id);
CREATE INDEX block_other ON block (of_player);

-- What a moderator tells a player, shown until it is read.
CREATE TABLE warning (
    id        TEXT   NOT NULL PRIMARY KEY,
    at        BIGINT NOT NULL,
    player_id TEXT   NOT NULL REFERENCES player (id),
    by_player TEXT   REFERENCES player (id),
    why       TEXT   NOT NULL,
    read_at   BIGINT
);
CREATE INDEX warning_player ON warning (player_id, at);

-- Who has read whose game, and why.
CREATE TABLE reading (
    id        TEXT   NOT NULL PRIMARY KEY,
    at        BIGINT NOT NULL,
    by_player TEXT   NOT NULL REFERENCES player (id),
    game_id   TEXT   NOT NULL,
    why       TEXT   NOT NULL
);
CREATE INDEX reading_newest ON reading (at, id);
CREATE INDEX reading_game ON reading (game_id, by_player, at);
