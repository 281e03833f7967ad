-- Drafts, notices, receipts and spending belong to a subject: a seat in a game, or a task outside one.
ALTER TABLE draft RENAME COLUMN seat_id TO subject_id;
ALTER TABLE notice RENAME COLUMN seat_id TO subject_id;
ALTER TABLE receipt RENAME COLUMN seat_id TO subject_id;
ALTER TABLE spent RENAME COLUMN seat_id TO subject_id;
DROP INDEX spent_seat;
CREATE INDEX spent_subject ON spent (subject_id);
-- The skill that a task outside a game took; none for a game, which takes several.
ALTER TABLE spent ADD COLUMN skill TEXT;

-- The tasks that a machine takes, as it declares.
ALTER TABLE machine ADD COLUMN skills TEXT NOT NULL DEFAULT 'ask answer guess';

-- Limits of a skill outside games, where its owner has set any, and its alarm.
CREATE TABLE machine_skill (
    player_id    TEXT   NOT NULL REFERENCES player (id),
    skill        TEXT   NOT NULL,             -- ask, answer, guess
    most_daily   BIGINT,                      -- tasks a day; none: as many as is usual
    tokens_daily BIGINT,                      -- tokens a day; none: no limit of its own
    alarm_at     BIGINT,                      -- too many replies could not be read
    alarm_why    TEXT,
    PRIMARY KEY (player_id, skill)
);

-- What a machine is asked outside a game, and its reply.
CREATE TABLE task (
    id         TEXT   NOT NULL PRIMARY KEY,
    machine_id TEXT   NOT NULL REFERENCES player (id),
    asked_by   TEXT   NOT NULL REFERENCES player (id),
    skill      TEXT   NOT NULL,
    body       TEXT   NOT NULL,               -- JSON: the task as the machine is sent it
    created_at BIGINT NOT NULL,
    due_at     BIGINT NOT NULL,
    ended_at   BIGINT,
    reply      TEXT,                          -- JSON, if there is one
    problem    TEXT                           -- why there is none
);
CREATE INDEX task_machine ON task (machine_id, skill, created_at, id);
CREATE INDEX task_asked_by ON task (asked_by, created_at, id);
CREATE INDEX task_open ON task (machine_id, created_at, id) WHERE ended_at IS NULL;
CREATE INDEX task_age ON task (created_at, id);
