-- The index of a season's sources that later seasons are compared with: its digest in the store, and how many
-- submissions the season had when it was made.
CREATE TABLE earlier (
    season_id TEXT PRIMARY KEY REFERENCES seasons (id),
    players BIGINT NOT NULL,
    file TEXT NOT NULL
);
