-- The last comparison of a season's sources: its digest in the store.
CREATE TABLE comparisons (
    season_id TEXT PRIMARY KEY REFERENCES seasons (id),
    made BIGINT NOT NULL,
    report TEXT NOT NULL
);
