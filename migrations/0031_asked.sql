-- A machine elsewhere that has been asked what it says next: its name for the conversation, and the
-- task whose reply has not been typed yet.
ALTER TABLE contest_turn ADD COLUMN conversation TEXT;
ALTER TABLE contest_turn ADD COLUMN task_id TEXT;
CREATE UNIQUE INDEX contest_turn_conversation ON contest_turn (conversation);
