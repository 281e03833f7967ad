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
