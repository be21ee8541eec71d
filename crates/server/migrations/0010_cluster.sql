-- Workers on several machines. Times are those of the database: machines' clocks differ.

CREATE TABLE workers (
    -- One process.
    id TEXT PRIMARY KEY,
    -- What its operator calls the machine; trust is withdrawn and given by this name.
    name TEXT NOT NULL,
    -- Versions of engine and sandbox, and the processor.
    pin TEXT NOT NULL,
    architecture TEXT NOT NULL,
    slots BIGINT NOT NULL,
    -- `active`, `gone` or `quarantined`.
    state TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    delivered BIGINT NOT NULL DEFAULT 0,
    started BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX workers_by_name ON workers (name);

-- What only one process does at a time.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until BIGINT NOT NULL
);

-- How much of the workers' time each kind of matches of each season has had.
CREATE TABLE lanes (
    season_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    served BIGINT NOT NULL,
    PRIMARY KEY (season_id, kind)
);

-- Matches that are played once more by another worker.
CREATE TABLE checks (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    -- `planned`, `running`, then `agreed`, `settled` (somebody was wrong), `open` (three
    -- different answers) or `skipped` (nobody else was there).
    state TEXT NOT NULL,
    -- Whether the first answer comes from somebody who was wrong before.
    suspect BIGINT NOT NULL,
    first_worker TEXT NOT NULL,
    first_record TEXT NOT NULL,
    second_worker TEXT NOT NULL DEFAULT '',
    second_record TEXT NOT NULL DEFAULT '',
    holder TEXT NOT NULL DEFAULT '',
    lease BIGINT NOT NULL DEFAULT 0,
    planned BIGINT NOT NULL
);
CREATE INDEX checks_by_state ON checks (state);

-- Versions that a season's matches are played with; empty: any.
ALTER TABLE seasons ADD COLUMN pin TEXT NOT NULL DEFAULT '';
-- Rounds whose standings must be counted again, for a result was corrected.
ALTER TABLE rounds ADD COLUMN recount BIGINT NOT NULL DEFAULT 0;
ALTER TABLE submissions ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE submissions ADD COLUMN worker TEXT NOT NULL DEFAULT '';
-- The process that plays a match, the machine that played it, the earliest next attempt, and
-- what became of earlier ones.
ALTER TABLE matches ADD COLUMN worker TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN played_by TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN due BIGINT NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN receipts TEXT NOT NULL DEFAULT '';
CREATE INDEX matches_by_round ON matches (round_id, state, number);
CREATE INDEX matches_by_worker ON matches (worker);
CREATE INDEX matches_by_player ON matches (played_by, finished);
CREATE INDEX rounds_by_state ON rounds (state);
