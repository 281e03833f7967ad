-- Recovery codes are for guests: those of accounts end.
DELETE FROM recovery WHERE player_id IN (SELECT id FROM player WHERE email IS NOT NULL);

-- The time at which all ways in of a player ended last. Links that no table has are older than that.
ALTER TABLE player ADD COLUMN ways_ended_at BIGINT NOT NULL DEFAULT 0;
-- The number of times that a reset has made all devices of a player unknown.
ALTER TABLE player ADD COLUMN device_epoch BIGINT NOT NULL DEFAULT 0;
