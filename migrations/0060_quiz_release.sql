-- What is published of trivia: releases with numbers, drafts only where the writer wants it, and
-- questions that are taken down.

CREATE TABLE quiz_release (
    number      BIGINT NOT NULL PRIMARY KEY,  -- 1, 2, ...
    released_at BIGINT NOT NULL,
    questions   BIGINT NOT NULL               -- in it on that day
);

-- The first release with this question. Before releases had numbers, everybody could download
-- every published question: that is release 0.
ALTER TABLE tossup ADD COLUMN released_in BIGINT;
UPDATE tossup SET released_in = 0 WHERE source_id = 'written';

-- The writer lets this draft be published with the question.
ALTER TABLE quiz_revision ADD COLUMN is_public BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE quiz_question ADD COLUMN taken_down_at BIGINT;
ALTER TABLE quiz_question ADD COLUMN taken_down_why TEXT NOT NULL DEFAULT '';

-- Nobody outside of this Luna has the questions of this source.
ALTER TABLE quiz_source ADD COLUMN is_secret BOOLEAN NOT NULL DEFAULT FALSE;
-- What came from this source was removed.
ALTER TABLE quiz_source ADD COLUMN undone_at BIGINT;

-- The person could not know the question. All earlier plays were practice: their questions could be
-- downloaded.
ALTER TABLE quiz_play ADD COLUMN is_counted BOOLEAN NOT NULL DEFAULT FALSE;
