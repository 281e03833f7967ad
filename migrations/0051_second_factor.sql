-- The second factor of an account: a secret that an authenticator app shares.
CREATE TABLE second_factor (
    player_id    TEXT   NOT NULL PRIMARY KEY REFERENCES player (id),
    secret       TEXT   NOT NULL, -- encrypted
    made_at      BIGINT NOT NULL,
    confirmed_at BIGINT,          -- none while it is being set up
    last_step    BIGINT NOT NULL  -- the time step of the last code, which is never taken twice
);

-- Recovery codes that stand in for it, each once.
CREATE TABLE second_factor_code (
    player_id TEXT NOT NULL REFERENCES player (id),
    code_hash TEXT NOT NULL,
    PRIMARY KEY (player_id, code_hash)
);
