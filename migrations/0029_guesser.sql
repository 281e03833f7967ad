-- Registered machines that watch a question under writing, and their guesses at its beginnings.

-- The owner lets writers of trivia ask the machine.
ALTER TABLE machine_skill ADD COLUMN for_writers BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX machine_skill_writers ON machine_skill (skill, player_id) WHERE for_writers = TRUE;

-- Ids of machines with spaces between: those that the writer sees besides the search guesser.
ALTER TABLE quiz_question ADD COLUMN watching TEXT NOT NULL DEFAULT '';
ALTER TABLE quiz_revision ADD COLUMN watching TEXT NOT NULL DEFAULT '';
-- Until now there was no other machine to see.
UPDATE quiz_question SET condition = 'search';

CREATE TABLE quiz_guess (
    question_id TEXT   NOT NULL REFERENCES quiz_question (id),
    machine_id  TEXT   NOT NULL REFERENCES player (id),
    heard       TEXT   NOT NULL,              -- SHA-256 of the text up to the end of a sentence
    seq         BIGINT NOT NULL,              -- the revision that it was asked about
    task_id     TEXT,                         -- none: it could not be asked
    asked_at    BIGINT NOT NULL,
    ended_at    BIGINT,
    reply       TEXT,                         -- JSON, if there is one
    problem     TEXT,                         -- why there is none
    PRIMARY KEY (question_id, machine_id, heard)
);
CREATE INDEX quiz_guess_task ON quiz_guess (task_id) WHERE task_id IS NOT NULL;
CREATE INDEX quiz_guess_machine ON quiz_guess (machine_id, question_id);
