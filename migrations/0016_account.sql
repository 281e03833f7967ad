-- The look of a name: no two players have names that pass for each other. Empty until
-- the program has filled it in; a name that looked like another one before this column
-- existed holds "=" and the player's id.
ALTER TABLE player ADD COLUMN name_skeleton TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX player_skeleton ON player (name_skeleton) WHERE name_skeleton <> '';
CREATE INDEX player_unfilled ON player (created_at, id) WHERE name_skeleton = '';

-- A log-in looks for one hash among all who claim an address.
CREATE INDEX player_password ON player (email, password, created_at) WHERE email IS NOT NULL;

-- The visit, a hash of its cookie and its network, that made a guest: one visit makes one.
ALTER TABLE session ADD COLUMN visit TEXT;
CREATE UNIQUE INDEX session_visit ON session (visit) WHERE visit IS NOT NULL;
