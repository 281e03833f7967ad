-- A judge's own mark is reckoned with the other ratings, since each player's level
-- has to be known without this judge's guess.
ALTER TABLE judge_scale ADD COLUMN settled BIGINT NOT NULL DEFAULT 0;  -- players it is reckoned from
ALTER TABLE judge_scale ADD COLUMN mark TEXT;                          -- JSON, of enough of them
DELETE FROM setting WHERE name = 'recounted';

-- What it was for is found by guess_by.
DROP INDEX guess_judged;
