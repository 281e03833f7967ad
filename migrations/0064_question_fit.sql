-- What the marks of answers tell about questions: difficulty and discrimination with 95 % intervals.
-- Computed from time to time from the games that ended before midnight UTC. A row for each person who
-- has asked the question; the numbers are from all answers to it.
CREATE TABLE question_fit (
    asker               TEXT             NOT NULL REFERENCES player (id),
    nth                 BIGINT           NOT NULL,
    text                TEXT             NOT NULL,  -- the question
    words               TEXT             NOT NULL,  -- the same in small letters, without signs
    marks               BIGINT           NOT NULL,  -- answers with a mark
    difficulty          DOUBLE PRECISION NOT NULL,
    difficulty_low      DOUBLE PRECISION NOT NULL,
    difficulty_high     DOUBLE PRECISION NOT NULL,
    discrimination      DOUBLE PRECISION NOT NULL,
    discrimination_low  DOUBLE PRECISION NOT NULL,
    discrimination_high DOUBLE PRECISION NOT NULL,
    machines            BIGINT,                     -- 1: easier for machines, -1: harder, 0: alike
    at                  BIGINT           NOT NULL,
    PRIMARY KEY (asker, nth)
);
CREATE INDEX question_fit_words ON question_fit (words, asker);
CREATE INDEX question_fit_at ON question_fit (at);
