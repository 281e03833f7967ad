-- Machine-made questions, and campaigns in which people rate them.

-- A file that was imported.
CREATE TABLE question_import (
    id          TEXT   NOT NULL PRIMARY KEY,
    name        TEXT   NOT NULL,
    format      TEXT   NOT NULL,
    checksum    TEXT   NOT NULL UNIQUE,      -- SHA-256 of the file
    licence     TEXT   NOT NULL,
    questions   BIGINT NOT NULL,
    imported_at BIGINT NOT NULL
);
CREATE INDEX question_import_latest ON question_import (imported_at, id);

-- A text that questions were made from.
CREATE TABLE question_article (
    id        TEXT NOT NULL PRIMARY KEY,
    import_id TEXT NOT NULL REFERENCES question_import (id),
    name      TEXT NOT NULL,                 -- as the file calls it
    text      TEXT NOT NULL
);
CREATE INDEX question_article_import ON question_article (import_id, name);

CREATE TABLE machine_question (
    id         TEXT   NOT NULL PRIMARY KEY,
    import_id  TEXT   NOT NULL REFERENCES question_import (id),
    article_id TEXT   NOT NULL REFERENCES question_article (id),
    number     BIGINT NOT NULL,              -- its place in the file, from 1
    sentence   TEXT   NOT NULL,              -- the source sentence
    question   TEXT   NOT NULL,
    answer     TEXT   NOT NULL,
    generator  TEXT   NOT NULL,
    gold       BIGINT                        -- the rating that it is known to deserve
);
CREATE INDEX machine_question_import ON machine_question (import_id, number);

-- A round of ratings by people, in batches.
CREATE TABLE question_campaign (
    id         TEXT   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL,
    plan       TEXT   NOT NULL,              -- JSON: raters, pay, limits
    code       TEXT   NOT NULL,              -- shown to raters from a platform at the end
    checks     TEXT,                         -- the campaign whose ratings experts check
    created_at BIGINT NOT NULL,
    opened_at  BIGINT,                       -- when the first batch was opened
    batches    BIGINT NOT NULL,
    opened     BIGINT NOT NULL,              -- batches that are open
    closed_at  BIGINT
);
CREATE INDEX question_campaign_latest ON question_campaign (created_at, id);
CREATE INDEX question_campaign_checks ON question_campaign (checks, created_at);
CREATE INDEX question_campaign_open ON question_campaign (opened_at, id)
    WHERE opened_at IS NOT NULL AND closed_at IS NULL;

-- A question of a campaign.
CREATE TABLE question_campaign_item (
    campaign_id TEXT    NOT NULL REFERENCES question_campaign (id),
    question_id TEXT    NOT NULL REFERENCES machine_question (id),
    batch       BIGINT  NOT NULL,            -- from 1; 0: a gold question, for every rater
    place       BIGINT  NOT NULL,
    PRIMARY KEY (campaign_id, question_id)
);
CREATE INDEX question_campaign_item_place ON question_campaign_item (campaign_id, place);

-- A person who takes part in a campaign.
CREATE TABLE question_rater (
    campaign_id  TEXT   NOT NULL REFERENCES question_campaign (id),
    player_id    TEXT   NOT NULL REFERENCES player (id),
    platform     TEXT   NOT NULL,            -- site, link, prolific, mturk
    worker       TEXT   NOT NULL,            -- the platform's id of the person
    submission   TEXT   NOT NULL,            -- the platform's id of their part: session, assignment
    study        TEXT   NOT NULL,            -- the platform's id of the study or HIT
    joined_at    BIGINT NOT NULL,
    rejected_at  BIGINT,                     -- all their ratings
    rejected_why TEXT,
    PRIMARY KEY (campaign_id, player_id)
);
CREATE INDEX question_rater_player ON question_rater (player_id, campaign_id);
CREATE INDEX question_rater_worker ON question_rater (campaign_id, platform, worker);

CREATE TABLE question_rating (
    campaign_id  TEXT   NOT NULL REFERENCES question_campaign (id),
    question_id  TEXT   NOT NULL REFERENCES machine_question (id),
    player_id    TEXT   NOT NULL REFERENCES player (id),
    rating       BIGINT NOT NULL,            -- 1 to 5
    comment      TEXT   NOT NULL,
    began_at     BIGINT NOT NULL,            -- when the rater was handed the question
    rated_at     BIGINT NOT NULL,
    rejected_at  BIGINT,
    rejected_why TEXT,
    PRIMARY KEY (campaign_id, question_id, player_id)
);
CREATE INDEX question_rating_player ON question_rating (player_id, campaign_id, rated_at);
