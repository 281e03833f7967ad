-- What calls under way may cost at most, until it is known what they have cost.
ALTER TABLE spent ADD COLUMN reserved_tokens BIGINT NOT NULL DEFAULT 0;
ALTER TABLE spent ADD COLUMN reserved_micros BIGINT NOT NULL DEFAULT 0;
