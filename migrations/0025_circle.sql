-- Accounts that may be one person's are flagged together: who shares this code was found as one
-- group at the last look.
ALTER TABLE flag ADD COLUMN circle TEXT;
CREATE INDEX flag_circle ON flag (circle, player_id) WHERE circle IS NOT NULL;
