-- Where people have been, as codes that only this instance can make: "a" and a code of the network
-- address, or "b" and one of the browser. A machine does not meet people from its owner's places.
CREATE TABLE place (
    player_id TEXT NOT NULL REFERENCES player (id),
    code      TEXT NOT NULL,
    until     BIGINT NOT NULL,
    PRIMARY KEY (player_id, code)
);
CREATE INDEX place_code ON place (code, until);
CREATE INDEX place_until ON place (until);

-- The places of owners of machines, and those of people who have been where an owner has been.
CREATE TABLE owner_place (
    code     TEXT NOT NULL,
    owner_id TEXT NOT NULL REFERENCES player (id),
    -- The owner has been there; otherwise only somebody who shares another place with the owner.
    own      BOOLEAN NOT NULL,
    until    BIGINT NOT NULL,
    PRIMARY KEY (code, owner_id, own)
);
CREATE INDEX owner_place_owner ON owner_place (owner_id);
CREATE INDEX owner_place_until ON owner_place (until);

-- How often on a day (UTC) a machine, by its first version, was kept from people who are related
-- to its owner.
CREATE TABLE refused_meeting (
    line    TEXT NOT NULL REFERENCES player (id),
    day     BIGINT NOT NULL,
    times   BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (line, day)
);
CREATE INDEX refused_meeting_day ON refused_meeting (day);
