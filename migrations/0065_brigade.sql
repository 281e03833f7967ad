-- Brigades: judges who are honest about everybody but one player, who may be a person. The reason
-- says what the judges' habits predict.
ALTER TABLE bloc RENAME COLUMN machine_id TO player_id;
ALTER TABLE bloc ADD COLUMN reason TEXT;
