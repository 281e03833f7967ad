-- When somebody who waits for a partner was last at a page: those who are there are met first.
ALTER TABLE game ADD COLUMN seen_at BIGINT;
CREATE INDEX game_seen ON game (seen_at) WHERE queue_key IS NOT NULL;
-- Somebody who waited for a partner, or a machine in the place of one: those who are waited for
-- take other times for their moves than those who come to them.
ALTER TABLE seat ADD COLUMN waited BOOLEAN NOT NULL DEFAULT FALSE;
