-- Round robins and eliminations. Their rounds are rows of `rounds`: the kind is that of the
-- tournament, the subject its id.

CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    season_id TEXT NOT NULL REFERENCES seasons (id),
    -- `round-robin` or `elimination`.
    kind TEXT NOT NULL,
    number BIGINT NOT NULL,
    title TEXT NOT NULL,
    -- Matches of every player: in all, or in each round of an elimination.
    matches_each BIGINT NOT NULL,
    -- Elimination: matches of every player in a round at most, where it is not decided earlier.
    matches_most BIGINT NOT NULL,
    -- `playing`, `done` or `stopped`.
    state TEXT NOT NULL,
    held BIGINT NOT NULL,
    created BIGINT NOT NULL,
    UNIQUE (season_id, kind, number)
);

CREATE TABLE entries (
    tournament_id TEXT NOT NULL REFERENCES tournaments (id),
    submission_id TEXT NOT NULL REFERENCES submissions (id),
    -- The order in which they were sent: the last word where nothing else tells two apart.
    number BIGINT NOT NULL,
    -- The round that gave it its place; none while it is still in.
    round BIGINT,
    place BIGINT,
    reason TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (tournament_id, submission_id)
);

CREATE INDEX rounds_by_subject ON rounds (subject, number);

-- Mean place points, where everybody met everybody equally often.
ALTER TABLE standings ADD COLUMN points DOUBLE PRECISION;
