-- What each test says of a version of a machine, with the ends of its 95 % interval and what it is the
-- mean of. Recomputed from time to time from what was known at midnight UTC.
CREATE TABLE measure (
    player_id TEXT             NOT NULL REFERENCES player (id),
    name      TEXT             NOT NULL,
    value     DOUBLE PRECISION NOT NULL,
    low       DOUBLE PRECISION NOT NULL,
    high      DOUBLE PRECISION NOT NULL,
    count     BIGINT           NOT NULL,
    at        BIGINT           NOT NULL,
    PRIMARY KEY (player_id, name)
);
