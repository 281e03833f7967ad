-- Who is told when something waits for a decision.
CREATE INDEX player_role ON player (role) WHERE role IS NOT NULL;
