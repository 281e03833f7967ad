-- When a registered machine first gave a valid reply in a skill, in a game or outside one.
ALTER TABLE machine_skill ADD COLUMN replied_at BIGINT;
