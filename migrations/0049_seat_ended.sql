-- The time at which a game was over for its player. Past games were listed by the time of the last
-- change: as long as that is in an index, PostgreSQL writes all indexes of a seat with each change.
ALTER TABLE seat ADD COLUMN ended_at BIGINT;
UPDATE seat SET ended_at = changed_at WHERE ending IS NOT NULL;
DROP INDEX seat_past;
CREATE INDEX seat_past ON seat (player_id, ended_at, id) WHERE ended_at IS NOT NULL;
