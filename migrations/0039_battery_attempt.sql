-- Common sense: machines elsewhere, which are asked one item after another, and the clues of Word
-- Reasoning one after another.

-- A sitting that is not complete yet.
CREATE TABLE battery_attempt (
    id          TEXT   NOT NULL PRIMARY KEY,   -- that of the sitting, once it is complete
    player_id   TEXT   NOT NULL REFERENCES player (id),
    form        TEXT   NOT NULL,
    asked_by    TEXT   NOT NULL REFERENCES player (id),
    begun_at    BIGINT NOT NULL,
    paused_why  TEXT                           -- why it is not asked at the moment; none: it is
);
-- A machine sits one form at a time.
CREATE UNIQUE INDEX battery_attempt_player ON battery_attempt (player_id);
CREATE INDEX battery_attempt_asked_by ON battery_attempt (asked_by);

-- What the machine has been asked in it, with what came of it.
CREATE TABLE battery_question (
    attempt_id TEXT   NOT NULL REFERENCES battery_attempt (id),
    item       TEXT   NOT NULL,
    clues      BIGINT NOT NULL,                -- of the item's clues, the first so many; 0: the whole item
    task_id    TEXT   NOT NULL,                -- may be gone: tasks are deleted after a while
    asked_at   BIGINT NOT NULL,
    ended_at   BIGINT,
    reply      TEXT,                           -- JSON; none: the machine gave no answer
    PRIMARY KEY (attempt_id, item, clues)
);
CREATE INDEX battery_question_task ON battery_question (task_id);

-- The best answer in a sitting to the first clues of an item.
CREATE TABLE battery_clue_reply (
    sitting_id TEXT   NOT NULL REFERENCES battery_sitting (id),
    item       TEXT   NOT NULL,
    clues      BIGINT NOT NULL,
    answer_id  TEXT   NOT NULL REFERENCES battery_answer (id),
    PRIMARY KEY (sitting_id, item, clues)
);
CREATE INDEX battery_clue_reply_answer ON battery_clue_reply (answer_id);
