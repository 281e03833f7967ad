-- Machines whose owners were erased before keep nothing that their owners entered.
UPDATE player SET name = 'erased-' || substr(id, 17), name_key = 'erased-' || substr(id, 17)
    WHERE kind = 'machine' AND id IN (
        SELECT m.player_id FROM machine m JOIN player o ON o.id = m.owner_id
        WHERE o.erased_at IS NOT NULL);
UPDATE machine SET about = '', model = '[erased]', link = '', contact = '', setup = '{}',
        secret = NULL, killed_why = 'its owner has left.', alarm_at = NULL, alarm_why = NULL
    WHERE owner_id IN (SELECT id FROM player WHERE erased_at IS NOT NULL);
UPDATE token SET name = '[erased]', tail = '' WHERE player_id IN (
    SELECT m.player_id FROM machine m JOIN player o ON o.id = m.owner_id
    WHERE o.erased_at IS NOT NULL);
UPDATE spent SET problem = NULL WHERE player_id IN (
    SELECT m.player_id FROM machine m JOIN player o ON o.id = m.owner_id
    WHERE o.erased_at IS NOT NULL);
DELETE FROM receipt WHERE player_id IN (
    SELECT m.player_id FROM machine m JOIN player o ON o.id = m.owner_id
    WHERE o.erased_at IS NOT NULL);
