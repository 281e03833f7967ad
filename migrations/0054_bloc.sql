-- Judges who all give one machine far more, or far less, than others do: from one place, or all of
-- them new.
CREATE TABLE bloc (
    id          TEXT PRIMARY KEY,
    kind        TEXT NOT NULL,
    machine_id  TEXT NOT NULL REFERENCES player (id),
    raises      BOOLEAN NOT NULL,
    strength    DOUBLE PRECISION NOT NULL,
    guesses     BIGINT NOT NULL,
    given       DOUBLE PRECISION NOT NULL,
    -- With what their guesses were compared: other judges of the machine, or guesses elsewhere.
    others      BIGINT NOT NULL,
    others_mean DOUBLE PRECISION NOT NULL,
    elsewhere   BOOLEAN NOT NULL,
    -- Those of them who marked responses, and the mean of their marks.
    marked      BIGINT NOT NULL,
    marks_mean  DOUBLE PRECISION,
    since       BIGINT NOT NULL,
    -- The last time that it was found.
    found_at    BIGINT NOT NULL,
    -- The number of guesses when an operator found nothing wrong.
    cleared     BIGINT
);
CREATE INDEX bloc_machine ON bloc (machine_id, kind);
CREATE INDEX bloc_strength ON bloc (strength, id);

CREATE TABLE bloc_member (
    bloc_id   TEXT NOT NULL REFERENCES bloc (id),
    player_id TEXT NOT NULL REFERENCES player (id),
    -- Excluded with the others, in one action.
    excluded  BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (bloc_id, player_id)
);
CREATE INDEX bloc_member_player ON bloc_member (player_id);
