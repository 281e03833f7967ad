-- The question has a pronoun of which nothing tells what it stands for. Of older questions nobody knows.
ALTER TABLE question_set_item ADD COLUMN is_vague BOOLEAN NOT NULL DEFAULT FALSE;
