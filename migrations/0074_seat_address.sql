-- An address that a guest has left for one game: mails about that game go there, and nothing else.
CREATE TABLE seat_address (
    seat_id   TEXT   NOT NULL PRIMARY KEY REFERENCES seat (id),
    player_id TEXT   NOT NULL REFERENCES player (id),
    email     TEXT   NOT NULL,
    left_at   BIGINT NOT NULL,
    over_at   BIGINT          -- the game is over since then, and its last mail is still to go
);
CREATE INDEX seat_address_player ON seat_address (player_id);
CREATE INDEX seat_address_over ON seat_address (over_at) WHERE over_at IS NOT NULL;
