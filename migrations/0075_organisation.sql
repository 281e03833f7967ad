-- Who made the model of a machine, and its licence, as the owner says; nothing where they do not.
ALTER TABLE machine ADD COLUMN organisation TEXT NOT NULL DEFAULT '';
ALTER TABLE machine ADD COLUMN licence TEXT NOT NULL DEFAULT '';

-- The operators' lists of some games and some players.
CREATE INDEX game_open ON game (started_at, id) WHERE ended_at IS NULL;
CREATE INDEX player_machines ON player (created_at, id) WHERE kind = 'machine';
CREATE INDEX player_accounts ON player (created_at, id) WHERE email IS NOT NULL;
CREATE INDEX player_banned_newest ON player (created_at, id) WHERE banned_at IS NOT NULL;
CREATE INDEX player_excluded_newest ON player (created_at, id) WHERE excluded_at IS NOT NULL;
