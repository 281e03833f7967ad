-- Writers of trivia questions who may not submit any.
CREATE TABLE quiz_block (
    writer_id  TEXT   NOT NULL PRIMARY KEY REFERENCES player (id),
    blocked_at BIGINT NOT NULL,
    why        TEXT   NOT NULL
);
