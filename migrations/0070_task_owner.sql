-- The part of Luna that put a task and is told when it ends; none for somebody on a page or by the API.
ALTER TABLE task ADD COLUMN owner TEXT;
UPDATE task SET owner = 'battery'
WHERE ended_at IS NULL AND id IN (SELECT task_id FROM battery_question WHERE task_id IS NOT NULL);
UPDATE task SET owner = 'quiz'
WHERE ended_at IS NULL AND id IN (SELECT task_id FROM quiz_guess WHERE task_id IS NOT NULL);
UPDATE task SET owner = 'contest'
WHERE ended_at IS NULL AND about IN (SELECT conversation FROM contest_turn);
