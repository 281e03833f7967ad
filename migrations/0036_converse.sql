-- Machines that converse.

-- The conversation that a task is about; none for a question.
ALTER TABLE task ADD COLUMN about TEXT;
CREATE INDEX task_about ON task (about, created_at, id) WHERE about IS NOT NULL;

-- The machine is sent what the other side types key by key.
ALTER TABLE machine_skill ADD COLUMN characters BOOLEAN NOT NULL DEFAULT FALSE;

-- Gibberish, Eliza and Recall converse. The owner of any other machine decides.
UPDATE machine SET skills = 'ask answer guess converse'
WHERE way = 'house' AND skills = 'ask answer guess';
