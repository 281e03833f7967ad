-- An invitation to a contest goes to somebody who is no player here yet. SQLite cannot relax a column,
-- so the table is written again.
CREATE TABLE letter (
    id         TEXT   NOT NULL PRIMARY KEY,
    player_id  TEXT   REFERENCES player (id), -- none: somebody who is no player here
    kind       TEXT   NOT NULL,
    address    TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    plain      TEXT   NOT NULL,
    html       TEXT   NOT NULL,
    off_url    TEXT,                          -- one-click unsubscribe
    created_at BIGINT NOT NULL,
    sent_at    BIGINT,
    problem    TEXT,
    about      TEXT                           -- the seat that it invites to
);
INSERT INTO letter (id, player_id, kind, address, subject, plain, html, off_url, created_at, sent_at,
                    problem)
    SELECT id, player_id, kind, address, subject, plain, html, off_url, created_at, sent_at, problem
    FROM mail;
DROP TABLE mail;
ALTER TABLE letter RENAME TO mail;
CREATE INDEX mail_newest ON mail (created_at, id);
CREATE INDEX mail_player ON mail (player_id);
CREATE INDEX mail_about ON mail (about, id);

-- A program behind a folder on the server itself: the folder, below the one that the operator allows.
ALTER TABLE contest_seat ADD COLUMN folder TEXT;
CREATE INDEX contest_seat_folder ON contest_seat (contest_id, participant) WHERE folder IS NOT NULL;
