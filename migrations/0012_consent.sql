-- What each person agreed to, and when. Rows are a history: withdrawing sets
-- withdrawn_at, agreeing again adds a row. The last row of a purpose counts.
CREATE TABLE consent (
    player_id    TEXT   NOT NULL REFERENCES player (id),
    purpose      TEXT   NOT NULL,             -- adult, play, publication, recall, machines
    nth          BIGINT NOT NULL,             -- from 1, per player and purpose
    text_hash    TEXT   NOT NULL,             -- SHA-256 of the canonical text
    given_at     BIGINT NOT NULL,
    withdrawn_at BIGINT,
    PRIMARY KEY (player_id, purpose, nth)
);

-- The texts that somebody has agreed to, word for word.
CREATE TABLE consent_text (
    hash    TEXT NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL,
    version TEXT NOT NULL,
    body    TEXT NOT NULL
);

-- One text used to bundle every purpose, and neither its words nor the time of
-- the agreement were kept. It is on record as such, under its version instead of
-- a hash, with the time of the player's arrival. It is no text in force, so these
-- people are asked again; it gives nothing for publication or Recall.
INSERT INTO consent_text (hash, purpose, version, body)
    SELECT DISTINCT consent, 'play', consent, '' FROM player
    WHERE kind = 'human' AND erased_at IS NULL AND consent <> '';
INSERT INTO consent (player_id, purpose, nth, text_hash, given_at)
    SELECT id, 'play', 1, consent, created_at FROM player
    WHERE kind = 'human' AND erased_at IS NULL AND consent <> '';
ALTER TABLE player DROP COLUMN consent;
