-- True: the task counts towards the limits of the person who put it.
ALTER TABLE task ADD COLUMN counted BOOLEAN NOT NULL DEFAULT TRUE;
