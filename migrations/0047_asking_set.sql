-- The line of the machine that asks the questions of a set in its games; most sets have none.
ALTER TABLE question_set ADD COLUMN machine TEXT;
CREATE UNIQUE INDEX question_set_machine ON question_set (machine);
