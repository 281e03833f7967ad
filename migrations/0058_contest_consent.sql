-- Consents that hold in one contest. They replace two columns of its seats.
ALTER TABLE consent ADD COLUMN about TEXT NOT NULL DEFAULT '';  -- the contest; '': in general

-- What people in seats have agreed to so far stays in force there, in its words.
INSERT INTO consent_text (hash, purpose, version, body)
    SELECT DISTINCT 'contest 2026-11-25', 'contest', '2026-11-25',
           'What you type is stored with the time of each key. After the end, others can read it only if you allow it here.'
    FROM contest_seat WHERE kind = 'person' AND consented_at IS NOT NULL;
INSERT INTO consent_text (hash, purpose, version, body)
    SELECT DISTINCT 'contest_publication 2026-11-25', 'contest_publication', '2026-11-25',
           'Others may read my conversations after the end'
    FROM contest_seat WHERE kind = 'person' AND is_public;
INSERT INTO consent (player_id, purpose, nth, text_hash, given_at, about)
    SELECT s.player_id, 'contest', row_number() OVER (PARTITION BY s.player_id ORDER BY s.contest_id),
           'contest 2026-11-25', s.consented_at, s.contest_id
    FROM contest_seat s JOIN player p ON p.id = s.player_id
    WHERE s.kind = 'person' AND s.consented_at IS NOT NULL AND p.erased_at IS NULL;
INSERT INTO consent (player_id, purpose, nth, text_hash, given_at, about)
    SELECT s.player_id, 'contest_publication', row_number() OVER (PARTITION BY s.player_id ORDER BY s.contest_id),
           'contest_publication 2026-11-25', s.consented_at, s.contest_id
    FROM contest_seat s JOIN player p ON p.id = s.player_id
    WHERE s.kind = 'person' AND s.consented_at IS NOT NULL AND s.is_public AND p.erased_at IS NULL;
ALTER TABLE contest_seat DROP COLUMN consented_at;
ALTER TABLE contest_seat DROP COLUMN is_public;
