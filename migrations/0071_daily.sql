-- A question with its answer that visitors may judge: from a finished game, or a line that comes with Luna.
CREATE TABLE exchange (
    id            TEXT    NOT NULL PRIMARY KEY,
    name          TEXT,                       -- of a line that comes with Luna
    game_id       TEXT    REFERENCES game (id),
    player_id     TEXT    REFERENCES player (id), -- who answered
    asker_id      TEXT    REFERENCES player (id), -- who wrote the question
    part          BIGINT,                     -- the question, from 1
    place         BIGINT  NOT NULL,           -- drawn by chance, to draw from
    machine       BOOLEAN NOT NULL,
    added_at      BIGINT  NOT NULL,
    day           BIGINT,                     -- when it was one of the five
    guess_sum     BIGINT  NOT NULL DEFAULT 0, -- of visitors; no part of any rating
    guess_count   BIGINT  NOT NULL DEFAULT 0,
    machine_count BIGINT  NOT NULL DEFAULT 0, -- who took it for a machine's,
    told_count    BIGINT  NOT NULL DEFAULT 0  -- of those who were asked
);
CREATE UNIQUE INDEX exchange_name ON exchange (name);
CREATE UNIQUE INDEX exchange_game ON exchange (game_id, player_id);
CREATE INDEX exchange_place ON exchange (place) WHERE game_id IS NOT NULL;
CREATE INDEX exchange_player ON exchange (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX exchange_asker ON exchange (asker_id) WHERE asker_id IS NOT NULL;

-- A day, by its number since 1970 in UTC: its seed, and the exchanges once they are drawn.
CREATE TABLE daily (
    day        BIGINT NOT NULL PRIMARY KEY,
    seed       TEXT   NOT NULL,
    candidates BIGINT,                        -- from how many they were drawn; none before that
    exchanges  TEXT   NOT NULL DEFAULT ''     -- ids
);

-- How often each score was reached on a day.
CREATE TABLE daily_score (
    day    BIGINT NOT NULL,
    score  BIGINT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (day, score)
);

-- What a player said on a day: class of its own, and no part of any rating.
CREATE TABLE daily_play (
    player_id TEXT   NOT NULL REFERENCES player (id),
    day       BIGINT NOT NULL,
    verdicts  TEXT   NOT NULL,                -- of each exchange: guess, and m or p
    points    TEXT   NOT NULL,                -- of each exchange
    score     BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (player_id, day)
);
CREATE INDEX daily_play_day ON daily_play (day, player_id);
