-- Common sense: who has taken the battery, with which answers, and what people say of the answers.

-- One player's sitting of one form.
CREATE TABLE battery_sitting (
    id        TEXT   NOT NULL PRIMARY KEY,
    player_id TEXT   NOT NULL REFERENCES player (id),
    form      TEXT   NOT NULL,             -- a, b
    knowledge TEXT   NOT NULL,             -- what the answers draw on; empty: Luna does not know
    taken_at  BIGINT NOT NULL
);
CREATE INDEX battery_sitting_player ON battery_sitting (player_id, taken_at, id);
CREATE INDEX battery_sitting_form ON battery_sitting (form, taken_at, id);

-- A different answer to an item. It is scored once, for all sittings that have it.
CREATE TABLE battery_answer (
    id             TEXT    NOT NULL PRIMARY KEY,
    form           TEXT    NOT NULL,
    item           TEXT    NOT NULL,
    text           TEXT    NOT NULL,
    points         BIGINT  NOT NULL,       -- by the key
    confidence     DOUBLE PRECISION NOT NULL,
    is_recognized  BOOLEAN NOT NULL,
    is_unchildlike BOOLEAN NOT NULL,
    waiting_since  BIGINT,                 -- when it was put to scorers; none: it was not
    settled_at     BIGINT,
    people_points  BIGINT,                 -- by the scorers, as soon as they have settled it
    people_nonsense    BOOLEAN,
    people_unchildlike BOOLEAN
);
CREATE INDEX battery_answer_waiting ON battery_answer (waiting_since, id)
    WHERE settled_at IS NULL AND waiting_since IS NOT NULL;
CREATE INDEX battery_answer_settled ON battery_answer (settled_at, id) WHERE settled_at IS NOT NULL;

-- The answers of a sitting to an item, the best first. An item without a row was not answered.
CREATE TABLE battery_reply (
    sitting_id TEXT   NOT NULL REFERENCES battery_sitting (id),
    item       TEXT   NOT NULL,
    rank       BIGINT NOT NULL,            -- from 1
    answer_id  TEXT   NOT NULL REFERENCES battery_answer (id),
    PRIMARY KEY (sitting_id, item, rank)
);
CREATE INDEX battery_reply_answer ON battery_reply (answer_id);
