-- Trivia: imported tossups and answers, questions under writing, their reviews, and plays.

-- What was imported from where, and what comes with Luna or was written here.
CREATE TABLE quiz_source (
    id          TEXT   NOT NULL PRIMARY KEY,
    name        TEXT   NOT NULL,             -- the file, or what it calls itself
    format      TEXT   NOT NULL,             -- luna, qanta, qbreader, packet, csv, answers, written
    checksum    TEXT   NOT NULL,             -- SHA-256 of the file
    licence     TEXT   NOT NULL,
    imported_at BIGINT NOT NULL,
    tossups     BIGINT NOT NULL,
    answers     BIGINT NOT NULL
);
CREATE UNIQUE INDEX quiz_source_checksum ON quiz_source (checksum);

-- The answers that a writer picks from.
CREATE TABLE quiz_answer (
    title     TEXT NOT NULL PRIMARY KEY,
    kind      TEXT NOT NULL,                 -- person, place, work, idea, ...; empty: not known
    category  TEXT NOT NULL,
    aliases   TEXT NOT NULL,                 -- JSON list
    source_id TEXT NOT NULL REFERENCES quiz_source (id)
);
CREATE INDEX quiz_answer_source ON quiz_answer (source_id, title);

CREATE TABLE tossup (
    id           TEXT    NOT NULL PRIMARY KEY,
    source_id    TEXT    NOT NULL REFERENCES quiz_source (id),
    number       BIGINT  NOT NULL,           -- the row in its source, from 1
    packet       TEXT    NOT NULL,           -- tournament, packet and number as the source has them
    text         TEXT    NOT NULL,           -- with the power mark (*), if there is one
    answer_line  TEXT    NOT NULL,
    page         TEXT,                       -- the answer it maps to
    category     TEXT    NOT NULL,
    subcategory  TEXT    NOT NULL,
    difficulty   TEXT    NOT NULL,
    draw         BIGINT  NOT NULL,           -- a random place, for drawing without order
    withdrawn_at BIGINT
);
CREATE UNIQUE INDEX tossup_source ON tossup (source_id, number);
CREATE INDEX tossup_draw ON tossup (draw, id) WHERE withdrawn_at IS NULL;
CREATE INDEX tossup_category ON tossup (category, draw, id) WHERE withdrawn_at IS NULL;
CREATE INDEX tossup_difficulty ON tossup (difficulty, draw, id) WHERE withdrawn_at IS NULL;
CREATE INDEX tossup_of_source ON tossup (source_id, draw, id) WHERE withdrawn_at IS NULL;

-- One person's play of one tossup in the reading room.
CREATE TABLE quiz_play (
    id          TEXT    NOT NULL PRIMARY KEY,
    player_id   TEXT    NOT NULL REFERENCES player (id),
    tossup_id   TEXT    NOT NULL REFERENCES tossup (id),
    started_at  BIGINT  NOT NULL,
    word_ms     BIGINT  NOT NULL,            -- 0: words are asked for and nothing is timed
    turned      BIGINT  NOT NULL,            -- words shown by hand
    condition   TEXT    NOT NULL,            -- JSON: the filters it was drawn by
    buzzed_at   BIGINT,
    position    BIGINT,                      -- words heard at the buzz
    words       BIGINT  NOT NULL,            -- words of the question
    prompted_at BIGINT,
    answer      TEXT,                        -- the first answer
    more        TEXT,                        -- the answer to a prompt
    outcome     TEXT,                        -- power, right, neg, wrong, silent
    ended_at    BIGINT,
    appealed_at BIGINT                       -- "I was right"
);
CREATE UNIQUE INDEX quiz_play_open ON quiz_play (player_id) WHERE outcome IS NULL;
CREATE INDEX quiz_play_player ON quiz_play (player_id, tossup_id, started_at);
CREATE INDEX quiz_play_latest ON quiz_play (player_id, started_at, id);
CREATE INDEX quiz_play_tossup ON quiz_play (tossup_id, started_at, id);
CREATE INDEX quiz_play_appeal ON quiz_play (appealed_at, id) WHERE appealed_at IS NOT NULL;

-- An editor's ruling about one answer to one tossup; it holds for every play.
CREATE TABLE quiz_ruling (
    tossup_id  TEXT    NOT NULL REFERENCES tossup (id),
    answer     TEXT    NOT NULL,             -- in small letters, without accents and punctuation
    is_right   BOOLEAN NOT NULL,
    reason     TEXT    NOT NULL,
    ruled_by   TEXT    NOT NULL REFERENCES player (id),
    ruled_at   BIGINT  NOT NULL,
    PRIMARY KEY (tossup_id, answer)
);

-- A round of collecting questions.
CREATE TABLE quiz_round (
    id        TEXT   NOT NULL PRIMARY KEY,
    name      TEXT   NOT NULL,
    about     TEXT   NOT NULL,
    opens_at  BIGINT NOT NULL,
    closes_at BIGINT NOT NULL
);

-- A question that somebody writes.
CREATE TABLE quiz_question (
    id            TEXT   NOT NULL PRIMARY KEY,
    writer_id     TEXT   NOT NULL REFERENCES player (id),
    state         TEXT   NOT NULL,           -- draft, submitted, accepted, returned, ...
    text          TEXT   NOT NULL,
    answer_line   TEXT   NOT NULL,
    page          TEXT   NOT NULL,           -- the answer picked from the list; empty: none yet
    category      TEXT   NOT NULL,
    difficulty    TEXT   NOT NULL,
    rewrites      TEXT   REFERENCES tossup (id),
    round_id      TEXT   REFERENCES quiz_round (id),
    condition     TEXT   NOT NULL,           -- the machines that the writer sees: all, search
    credit        TEXT   NOT NULL,           -- a name or pseudonym; empty: none
    licence       TEXT   NOT NULL,
    embargo_until BIGINT,
    created_at    BIGINT NOT NULL,
    changed_at    BIGINT NOT NULL,
    submitted_at  BIGINT,
    decided_at    BIGINT,
    tossup_id     TEXT   REFERENCES tossup (id)
);
CREATE INDEX quiz_question_writer ON quiz_question (writer_id, changed_at, id);
CREATE INDEX quiz_question_state ON quiz_question (state, submitted_at, id);
CREATE INDEX quiz_question_round ON quiz_question (round_id, id);

-- One saved state of a question, with the machines' guesses at that moment.
CREATE TABLE quiz_revision (
    question_id TEXT   NOT NULL REFERENCES quiz_question (id),
    seq         BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    text        TEXT   NOT NULL,
    answer_line TEXT   NOT NULL,
    page        TEXT   NOT NULL,
    machines    TEXT   NOT NULL,             -- JSON: each machine's guesses, evidence and buzz
    machine_count BIGINT NOT NULL,
    tricked     BIGINT NOT NULL,             -- machines whose top guess was wrong
    PRIMARY KEY (question_id, seq)
);

-- What a check of a submission found, and an editor's override.
CREATE TABLE quiz_finding (
    question_id   TEXT   NOT NULL REFERENCES quiz_question (id),
    filter        TEXT   NOT NULL,
    reason        TEXT   NOT NULL,
    overridden_by TEXT   REFERENCES player (id),
    overridden_at BIGINT,
    override_why  TEXT,
    PRIMARY KEY (question_id, filter)
);

-- Items handed to reviewers, one reviewer at a time under a lease.
CREATE TABLE assignment (
    kind         TEXT   NOT NULL,            -- quiz: questions under review
    item_id      TEXT   NOT NULL,
    reviewer_id  TEXT   NOT NULL REFERENCES player (id),
    leased_until BIGINT NOT NULL,
    reviewed_at  BIGINT,
    verdict      TEXT,                       -- accept, return, reject
    comment      TEXT   NOT NULL,
    marks        TEXT   NOT NULL,            -- JSON list: such as the phenomena of a question
    superseded   BOOLEAN NOT NULL,           -- about an earlier submission
    PRIMARY KEY (kind, item_id, reviewer_id)
);
CREATE INDEX assignment_reviewer ON assignment (reviewer_id, kind, leased_until);
