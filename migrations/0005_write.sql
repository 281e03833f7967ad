-- Less to write for each move. While a game goes on, none of its indexes change;
-- what is said after "sqlite:" goes for SQLite alone.

-- A player's games: those that go on, and those that are over by their end.
DROP INDEX seat_list;
CREATE INDEX seat_open ON seat (player_id) WHERE ending IS NULL;
CREATE INDEX seat_past ON seat (player_id, changed_at, id) WHERE ending IS NOT NULL;
DROP INDEX game_ended;
CREATE INDEX game_ended ON game (ended_at, id) WHERE ended_at IS NOT NULL;

-- The ids of games are in the order of their beginnings.
DROP INDEX sandbox_oldest;
DROP INDEX sandbox_player;
ALTER TABLE sandbox DROP COLUMN since;
CREATE INDEX sandbox_player ON sandbox (player_id);

-- Rows that lie in the order of their keys are in one tree instead of two.
-- sqlite: CREATE TABLE keyed (
-- sqlite:     game_id   TEXT   NOT NULL REFERENCES game (id),
-- sqlite:     seq       BIGINT NOT NULL,
-- sqlite:     at        BIGINT NOT NULL,
-- sqlite:     side      TEXT   NOT NULL,
-- sqlite:     player_id TEXT   NOT NULL REFERENCES player (id),
-- sqlite:     took_ms   BIGINT,
-- sqlite:     paced_ms  BIGINT,
-- sqlite:     body      TEXT   NOT NULL,
-- sqlite:     PRIMARY KEY (game_id, seq)
-- sqlite: ) WITHOUT ROWID;
-- sqlite: INSERT INTO keyed SELECT game_id, seq, at, side, player_id, took_ms, paced_ms, body
-- sqlite:     FROM game_move ORDER BY game_id, seq;
-- sqlite: DROP TABLE game_move;
-- sqlite: ALTER TABLE keyed RENAME TO game_move;
