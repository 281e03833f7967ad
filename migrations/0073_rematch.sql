-- When the player of a finished game asked for a rematch; none if they did not, or once it has begun.
ALTER TABLE seat ADD COLUMN rematch_at BIGINT;
