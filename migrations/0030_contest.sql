-- The contest: the imitation game with its seats, its moves and every key that was typed.

CREATE TABLE contest (
    id               TEXT    NOT NULL PRIMARY KEY,
    name             TEXT    NOT NULL,
    rules            TEXT    NOT NULL,       -- JSON, always written the same way
    rules_hash       TEXT    NOT NULL,       -- SHA-256 of it
    source           TEXT    NOT NULL,       -- the file as the organiser wrote it
    schedule         TEXT    NOT NULL,       -- JSON: the rounds with their sides, and the seed
    words_per_minute BIGINT  NOT NULL,       -- the pace at which lines of machines are typed
    organiser_id     TEXT    REFERENCES player (id), -- none: from the command line
    is_rehearsal     BOOLEAN NOT NULL,
    created_at       BIGINT  NOT NULL,
    version          BIGINT  NOT NULL        -- rises with every move and every change of a seat
);
CREATE INDEX contest_latest ON contest (created_at, id);
CREATE INDEX contest_organiser ON contest (organiser_id, id);

CREATE TABLE contest_move (
    contest_id TEXT   NOT NULL REFERENCES contest (id),
    seq        BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    author     TEXT   NOT NULL,              -- organiser, or a judge such as J1
    player_id  TEXT   REFERENCES player (id), -- who it was; none: the command line
    body       TEXT   NOT NULL,              -- JSON
    PRIMARY KEY (contest_id, seq)
);
CREATE INDEX contest_move_player ON contest_move (player_id, contest_id, seq);

CREATE TABLE contest_seat (
    contest_id  TEXT   NOT NULL REFERENCES contest (id),
    participant TEXT   NOT NULL,             -- J1, E2, C3
    kind        TEXT   NOT NULL,             -- person, machine, program
    label       TEXT   NOT NULL,             -- a name for the organiser
    player_id   TEXT   REFERENCES player (id), -- the person who has joined, or the machine
    token_hash  TEXT,                        -- of the invitation
    invited_at  BIGINT,
    joined_at   BIGINT,
    briefed_at  BIGINT,
    consented_at BIGINT,
    is_public   BOOLEAN,                     -- the person's transcripts may be published
    browser     TEXT,                        -- the hash of what the one browser in the seat knows
    held_until  BIGINT,
    PRIMARY KEY (contest_id, participant)
);
CREATE UNIQUE INDEX contest_seat_token ON contest_seat (token_hash);
CREATE INDEX contest_seat_player ON contest_seat (player_id, contest_id, participant);

-- What a speaker typed at one time: one stroke, or several that arrived together.
CREATE TABLE contest_keystroke (
    contest_id TEXT    NOT NULL REFERENCES contest (id),
    round      BIGINT  NOT NULL,
    attempt    BIGINT  NOT NULL,             -- the beginning of the round, from 1
    judge      BIGINT  NOT NULL,
    side       TEXT    NOT NULL,
    speaker    TEXT    NOT NULL,             -- judge, party
    number     BIGINT  NOT NULL,             -- of the first, among those of the speaker, from 0
    at         BIGINT  NOT NULL,
    strokes    TEXT    NOT NULL,             -- a character each: \n is Return, \b is Backspace
    is_planned BOOLEAN NOT NULL,             -- of a machine: shown when its time has come
    player_id  TEXT    REFERENCES player (id),
    PRIMARY KEY (contest_id, round, attempt, judge, side, speaker, number)
);
CREATE INDEX contest_keystroke_player ON contest_keystroke
    (player_id, contest_id, round, attempt, judge, side, speaker, number);

-- The lines that a machine has replied to.
CREATE TABLE contest_turn (
    contest_id TEXT   NOT NULL REFERENCES contest (id),
    round      BIGINT NOT NULL,
    attempt    BIGINT NOT NULL,
    judge      BIGINT NOT NULL,
    side       TEXT   NOT NULL,
    speaker    TEXT   NOT NULL,
    heard      BIGINT NOT NULL,
    PRIMARY KEY (contest_id, round, attempt, judge, side, speaker)
);

-- What happened to seats: invitations, arrivals, substitutions.
CREATE TABLE contest_log (
    contest_id  TEXT   NOT NULL REFERENCES contest (id),
    seq         BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    actor_id    TEXT   REFERENCES player (id), -- none: the command line
    participant TEXT   NOT NULL,
    what        TEXT   NOT NULL,
    player_id   TEXT   REFERENCES player (id), -- who was in the seat then
    PRIMARY KEY (contest_id, seq)
);
CREATE INDEX contest_log_player ON contest_log (player_id, contest_id, seq);
