-- Games that are over are looked for where they count; the others write less.
DROP INDEX game_ended;
CREATE INDEX game_ended ON game (ended_at, id)
    WHERE ended_at IS NOT NULL AND NOT practice AND NOT sandbox;

-- Characters that came by keys, as the page says.
ALTER TABLE typing ADD COLUMN typed BIGINT;
