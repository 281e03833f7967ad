-- Pages of an encyclopedia, which the search machine reads beside tossups.
CREATE TABLE quiz_page (
    id        TEXT   NOT NULL PRIMARY KEY,
    source_id TEXT   NOT NULL REFERENCES quiz_source (id),
    title     TEXT   NOT NULL,  -- the answer that it is about
    text      TEXT   NOT NULL
);
CREATE INDEX quiz_page_source ON quiz_page (source_id);
ALTER TABLE quiz_source ADD COLUMN pages BIGINT NOT NULL DEFAULT 0;
