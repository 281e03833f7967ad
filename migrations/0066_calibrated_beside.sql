-- The rating that a player would have if all responses were as long, with its 95 % interval; none
-- while guesses are too few to tell what length does.
ALTER TABLE guess_rating ADD COLUMN even DOUBLE PRECISION;
ALTER TABLE guess_rating ADD COLUMN even_low DOUBLE PRECISION;
ALTER TABLE guess_rating ADD COLUMN even_high DOUBLE PRECISION;
-- The rating that follows a player who changes, as of the last guess, with its 95 % interval.
ALTER TABLE guess_rating ADD COLUMN adaptive DOUBLE PRECISION;
ALTER TABLE guess_rating ADD COLUMN adaptive_low DOUBLE PRECISION;
ALTER TABLE guess_rating ADD COLUMN adaptive_high DOUBLE PRECISION;
-- How far a judge's guesses scatter around what their habits predict, next to half of all judges.
ALTER TABLE judge_scale ADD COLUMN scatter DOUBLE PRECISION NOT NULL DEFAULT 1;
-- The calibrated rating of the player who was judged, when the guess became known.
ALTER TABLE guess ADD COLUMN calibrated DOUBLE PRECISION;
