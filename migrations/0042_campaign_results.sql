-- Operators may publish the results of a campaign.
ALTER TABLE question_campaign ADD COLUMN published_at BIGINT;
-- Makes the pseudonyms of raters in the published ratings; a new one each time.
ALTER TABLE question_campaign ADD COLUMN salt TEXT NOT NULL DEFAULT '';
CREATE INDEX question_campaign_published ON question_campaign (published_at, id)
    WHERE published_at IS NOT NULL;
