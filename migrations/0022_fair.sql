-- Partners of the last ten rated games, the newest first, between spaces.
ALTER TABLE player RENAME COLUMN last_partner TO partners;

-- Nobody is kept out of the queue for a machine any more.
UPDATE game SET queue_key = waiting_since
    WHERE for_machine AND queue_key IS NULL AND waiting_since IS NOT NULL;
ALTER TABLE game DROP COLUMN for_machine;

-- When each of the times was taken: how many people ask just now.
ALTER TABLE pace ADD COLUMN at BIGINT NOT NULL DEFAULT 0;
DELETE FROM pace WHERE phase IN ('partner', 'partner_again');

-- Where a guest plays from, as codes that only this instance can make: two guests of one
-- address or browser do not meet. Cleared when the game is over.
ALTER TABLE seat ADD COLUMN place TEXT;
-- When somebody who owes a move was last at a page or stream of theirs.
ALTER TABLE seat ADD COLUMN here_at BIGINT;

-- Games that a player has left for another with the seat, whose moves are theirs all the same.
CREATE TABLE moved (
    player_id TEXT NOT NULL REFERENCES player (id),
    game_id   TEXT NOT NULL REFERENCES game (id),
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX moved_player ON moved (player_id);
INSERT INTO moved (player_id, game_id)
    SELECT DISTINCT m.player_id, m.game_id FROM game_move m
    WHERE NOT EXISTS (
        SELECT 1 FROM seat s WHERE s.game_id = m.game_id AND s.player_id = m.player_id);
