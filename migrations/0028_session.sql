-- Days without use end a session. The server counts the days that it runs: a clock that
-- jumps says nothing about them.
DROP INDEX session_expiry;
ALTER TABLE session DROP COLUMN expires_at;
ALTER TABLE session ADD COLUMN seen_day BIGINT NOT NULL DEFAULT 0;
CREATE INDEX session_seen_day ON session (seen_day);
