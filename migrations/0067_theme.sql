-- Questions that people ask, by what they are about. Computed from time to time from the games that
-- ended before midnight UTC.
CREATE TABLE theme (
    id        TEXT   NOT NULL PRIMARY KEY,
    name      TEXT,              -- by an operator
    words     TEXT   NOT NULL,   -- its most telling words, JSON
    terms     TEXT   NOT NULL,   -- its stems with their weights, JSON
    questions BIGINT NOT NULL,   -- different questions
    at        BIGINT NOT NULL
);
-- How often its questions were asked in a calendar month, by people and by machines.
CREATE TABLE theme_month (
    theme_id    TEXT   NOT NULL REFERENCES theme (id),
    month       TEXT   NOT NULL,  -- 2026-11
    by_people   BIGINT NOT NULL,
    by_machines BIGINT NOT NULL,
    PRIMARY KEY (theme_id, month)
);
-- The rating of a player in a theme, with its 95 % interval. None while themes say no more than the
-- one rating.
CREATE TABLE theme_rating (
    player_id TEXT             NOT NULL REFERENCES player (id),
    theme_id  TEXT             NOT NULL REFERENCES theme (id),
    rating    DOUBLE PRECISION NOT NULL,
    low       DOUBLE PRECISION NOT NULL,
    high      DOUBLE PRECISION NOT NULL,
    marks     BIGINT           NOT NULL,
    PRIMARY KEY (player_id, theme_id)
);
CREATE INDEX theme_rating_theme ON theme_rating (theme_id);
