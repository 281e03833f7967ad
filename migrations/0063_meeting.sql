-- When somebody who waits for a partner was last at a page: those who are there are met first.
ALTER TABLE game ADD COLUMN seen_at BIGINT;
CREATE INDEX game_seen ON game (seen_at) WHERE queue_key IS NOT NULL;
-- The person whose part the machine of a game plays, and when they had last moved.
ALTER TABLE game ADD COLUMN instead_of TEXT;
ALTER TABLE game ADD COLUMN instead_moved_at BIGINT;
-- When a person last moved in this game, or the person whose part a machine plays: those who have
-- been away take other times for their moves, and many do not come back.
ALTER TABLE seat ADD COLUMN moved_at BIGINT;
-- A machine that does not move, as somebody who does not come back.
ALTER TABLE seat ADD COLUMN silent BOOLEAN NOT NULL DEFAULT FALSE;
