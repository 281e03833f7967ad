-- The way back in for guests, who have no password: the hash of a code shown once.
CREATE TABLE recovery (
    player_id TEXT   NOT NULL PRIMARY KEY REFERENCES player (id),
    code_hash TEXT   NOT NULL,
    made_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX recovery_code ON recovery (code_hash);

-- When a player was last here, to the hour: guests who stay away are erased.
ALTER TABLE player ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0;
UPDATE player SET seen_at = COALESCE(
    (SELECT MAX(s.seen_at) FROM session s WHERE s.player_id = player.id), created_at);
CREATE INDEX player_guest ON player (email, seen_at, id)
    WHERE kind = 'human' AND erased_at IS NULL;

-- When an address was claimed: claims that nobody confirms run out.
ALTER TABLE player ADD COLUMN claimed_at BIGINT NOT NULL DEFAULT 0;
UPDATE player SET claimed_at = created_at WHERE email IS NOT NULL;
CREATE INDEX player_unconfirmed ON player (claimed_at, id)
    WHERE email IS NOT NULL AND NOT verified;

-- Games of machines whose partner has been erased. The owner is asked to delete what
-- they kept of them.
CREATE TABLE erased_game (
    machine_id TEXT   NOT NULL REFERENCES player (id),
    seat_id    TEXT   NOT NULL,               -- the machine's, which is the id its owner knows
    at         BIGINT NOT NULL,
    PRIMARY KEY (machine_id, seat_id)
);
CREATE INDEX erased_game_newest ON erased_game (machine_id, at, seat_id);
