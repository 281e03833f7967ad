-- Other ways to count the guesses and games that there are. All of it can be
-- made anew from them, and is, from time to time.

-- Of people's guesses of a player.
CREATE TABLE guess_rating (
    player_id  TEXT             NOT NULL PRIMARY KEY REFERENCES player (id),
    judges     BIGINT           NOT NULL,     -- so many different people
    calibrated DOUBLE PRECISION NOT NULL,
    low        DOUBLE PRECISION NOT NULL,     -- its 95 % interval
    high       DOUBLE PRECISION NOT NULL,
    median     DOUBLE PRECISION NOT NULL,
    trimmed    DOUBLE PRECISION NOT NULL
);

-- Of games with a winner. Each rating with half of its 95 % interval, where
-- the way of counting knows one.
CREATE TABLE game_rating (
    player_id     TEXT             NOT NULL PRIMARY KEY REFERENCES player (id),
    games         BIGINT           NOT NULL,
    bradley_terry DOUBLE PRECISION,
    bradley_half  DOUBLE PRECISION,
    elo           DOUBLE PRECISION,
    glicko        DOUBLE PRECISION,
    glicko_half   DOUBLE PRECISION,
    trueskill     DOUBLE PRECISION,
    true_half     DOUBLE PRECISION
);

-- How a person's guesses stand to the crowd's.
CREATE TABLE judge_scale (
    player_id TEXT             NOT NULL PRIMARY KEY REFERENCES player (id),
    players   BIGINT           NOT NULL,      -- so many of whom they have guessed
    shift     DOUBLE PRECISION NOT NULL,      -- points above the crowd
    scale     DOUBLE PRECISION NOT NULL,      -- 1: as far apart as the crowd
    weight    DOUBLE PRECISION NOT NULL       -- 1: the mean of all guesses
);

-- What somebody has guessed.
CREATE INDEX guess_judged ON guess (by_player, counts, at, game_id);
