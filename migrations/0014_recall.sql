-- Responses that their authors lend to Recall. The words stay in the moves they
-- were sent in; here is where, and what an operator has decided.
CREATE TABLE recall_line (
    id         TEXT   NOT NULL PRIMARY KEY,
    author_id  TEXT   NOT NULL REFERENCES player (id),
    asker_id   TEXT   NOT NULL REFERENCES player (id),  -- of the question it answers
    game_id    TEXT   NOT NULL REFERENCES game (id),
    asked_seq  BIGINT NOT NULL,               -- the move with the question
    seq        BIGINT NOT NULL,               -- the move with the response
    part       BIGINT NOT NULL,               -- its place in both, from 0
    state      TEXT   NOT NULL,               -- pending, approved, rejected
    added_at   BIGINT NOT NULL,
    decided_by TEXT   REFERENCES player (id),
    decided_at BIGINT,
    why        TEXT   NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX recall_line_place ON recall_line (game_id, seq, part);
CREATE INDEX recall_line_state ON recall_line (state, added_at, id);
CREATE INDEX recall_line_author ON recall_line (author_id, id);
CREATE INDEX recall_line_asker ON recall_line (asker_id);

-- Texts of house machines that hold words of a person, and whose. Erasing the
-- author erases these texts too.
CREATE TABLE derived (
    game_id   TEXT   NOT NULL REFERENCES game (id),
    seq       BIGINT NOT NULL,                -- the machine's move
    part      BIGINT NOT NULL,                -- which of its texts, from 0
    author_id TEXT   NOT NULL REFERENCES player (id),
    PRIMARY KEY (game_id, seq, part)
);
CREATE INDEX derived_author ON derived (author_id, game_id, seq, part);

-- In games that began no later than this nobody noted whose words they are.
INSERT INTO setting (name, value)
SELECT 'derived_since', CAST(latest.started_at AS TEXT)
FROM (SELECT MAX(started_at) AS started_at FROM game) AS latest
WHERE latest.started_at IS NOT NULL;

-- A machine that plays no rated games, for lack of anything to say.
ALTER TABLE machine ADD COLUMN practice_only BOOLEAN NOT NULL DEFAULT FALSE;
