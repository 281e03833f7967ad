-- Closed reports are deleted when they are old.
CREATE INDEX report_decided ON report (decided_at, id) WHERE decided_at IS NOT NULL;
