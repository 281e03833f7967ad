-- How much the answers to a question tell about the ratings of those who gave
-- them. Made anew from the finished games from time to time.
CREATE TABLE question_told (
    asker  TEXT             NOT NULL,         -- a player, or house: the machines that come with Luna
    nth    BIGINT           NOT NULL,
    text   TEXT             NOT NULL,         -- the question
    people BIGINT           NOT NULL,         -- so many rated people have answered it
    share  DOUBLE PRECISION NOT NULL,         -- of the variance of their ratings, from 0 to 1
    at     BIGINT           NOT NULL,
    PRIMARY KEY (asker, nth)
);
CREATE INDEX question_told_most ON question_told (share, asker, nth);
