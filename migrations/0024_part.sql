-- Questions and responses that were pasted in, or came faster than anyone types,
-- one by one: it was known of whole moves alone.
CREATE TABLE typing_mark (
    game_id   TEXT    NOT NULL REFERENCES game (id),
    seq       BIGINT  NOT NULL,               -- of the move
    part      BIGINT  NOT NULL,               -- the question or response, from 1; 0: all of the move
    at        BIGINT  NOT NULL,               -- when the move was made
    chars     BIGINT  NOT NULL,               -- not counting what was kept from before
    took_ms   BIGINT  NOT NULL,               -- for all of the move
    typed     BIGINT,                         -- characters that came by keys, as the page says
    typed_ms  BIGINT,                         -- for so long these were pressed
    pasted    BIGINT,                         -- characters, as the page says
    is_pasted BOOLEAN NOT NULL,
    is_fast   BOOLEAN NOT NULL,
    PRIMARY KEY (game_id, seq, part)
);
CREATE INDEX typing_mark_newest ON typing_mark (at, game_id, seq, part);
CREATE INDEX typing_mark_pasted ON typing_mark (at, game_id, seq, part) WHERE is_pasted;
CREATE INDEX typing_mark_fast ON typing_mark (at, game_id, seq, part) WHERE is_fast;

INSERT INTO typing_mark (game_id, seq, part, at, chars, took_ms, typed, typed_ms, pasted,
                         is_pasted, is_fast)
SELECT t.game_id, t.seq, 0, m.at, t.chars, t.took_ms, t.typed, t.typed_ms, t.pasted,
       t.chars >= 60 AND COALESCE(t.pasted, 0) * 10 >= t.chars * 9,
       t.chars >= 60 AND t.chars * 1000 > t.took_ms * 15
           OR t.typed_ms IS NOT NULL AND COALESCE(t.typed, 0) >= 60 AND t.typed * 1000 > t.typed_ms * 15
FROM typing t JOIN game_move m ON m.game_id = t.game_id AND m.seq = t.seq;
DROP TABLE typing;

-- A player's guesses month by month are read from the index alone.
DROP INDEX guess_of;
CREATE INDEX guess_of ON guess (of_player, counts, at, game_id, points);
