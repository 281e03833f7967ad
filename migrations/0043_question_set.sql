-- Questions about a text that somebody keeps for interviews, in sets.
CREATE TABLE question_set (
    id         TEXT   NOT NULL PRIMARY KEY,
    player_id  TEXT   NOT NULL REFERENCES player (id),
    name       TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX question_set_latest ON question_set (player_id, created_at, id);

CREATE TABLE question_set_item (
    set_id   TEXT   NOT NULL REFERENCES question_set (id),
    place    BIGINT NOT NULL,                -- from 1
    question TEXT   NOT NULL,
    answer   TEXT   NOT NULL,
    sentence TEXT   NOT NULL,                -- the sentence that it is about
    PRIMARY KEY (set_id, place)
);

-- Questions of an interview that were taken from suggestions.
ALTER TABLE typing_mark ADD COLUMN suggested BIGINT;       -- characters
ALTER TABLE typing_mark ADD COLUMN is_suggested BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX typing_mark_suggested ON typing_mark (at, game_id, seq, part) WHERE is_suggested;
