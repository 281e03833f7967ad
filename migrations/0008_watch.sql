-- Watching the judges, and what operators do about them.

-- Somebody whose guesses do not count at present.
ALTER TABLE player ADD COLUMN excluded_at BIGINT;
ALTER TABLE player ADD COLUMN excluded_why TEXT;
CREATE INDEX player_excluded ON player (excluded_at, id) WHERE excluded_at IS NOT NULL;
CREATE INDEX guess_by ON guess (by_player, counts, of_player);

-- How the guesses of a judge who has been noticed look, when last reckoned.
CREATE TABLE judge (
    player_id   TEXT             NOT NULL PRIMARY KEY REFERENCES player (id),
    guesses     BIGINT           NOT NULL,
    seconds     DOUBLE PRECISION,             -- the median taken for a guess
    mean        DOUBLE PRECISION NOT NULL,
    spread      DOUBLE PRECISION NOT NULL,
    correlation DOUBLE PRECISION,             -- with what others guess of the same players
    strength    DOUBLE PRECISION              -- of the strongest flag that waits for somebody
);
CREATE INDEX judge_queue ON judge (strength, player_id) WHERE strength IS NOT NULL;

-- Why somebody should look at a judge.
CREATE TABLE flag (
    player_id TEXT             NOT NULL REFERENCES player (id),
    kind      TEXT             NOT NULL,
    strength  DOUBLE PRECISION NOT NULL,      -- 4: one honest judge in ten thousand, or fewer
    reason    TEXT             NOT NULL,
    since     BIGINT           NOT NULL,
    cleared   BIGINT,                         -- found harmless after so many guesses
    PRIMARY KEY (player_id, kind)
);

-- What operators have done to players, and why.
CREATE TABLE act (
    id        TEXT   NOT NULL PRIMARY KEY,
    at        BIGINT NOT NULL,
    by_player TEXT   REFERENCES player (id),  -- none: from the command line
    of_player TEXT   NOT NULL REFERENCES player (id),
    what      TEXT   NOT NULL,                -- exclude, restore, clear, ban, unban
    why       TEXT   NOT NULL
);
CREATE INDEX act_newest ON act (at, id);
CREATE INDEX act_player ON act (of_player, at, id);

-- Moves that were pasted in, or came faster than anyone types.
CREATE TABLE typing (
    game_id  TEXT   NOT NULL REFERENCES game (id),
    seq      BIGINT NOT NULL,                 -- of the move
    chars    BIGINT NOT NULL,                 -- not counting what was kept from before
    took_ms  BIGINT NOT NULL,
    typed_ms BIGINT,                          -- of which keys were pressed, as the page says
    pasted   BIGINT,                          -- characters, as the page says
    PRIMARY KEY (game_id, seq)
);
