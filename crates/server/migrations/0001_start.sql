-- Everything of a season but the files: those lie in the store, named by their digest.
-- Times are milliseconds since 1970, flags 0 or 1, ids random text: numbers in a row would tell
-- how much has happened that is not shown yet. Only SQL that SQLite and PostgreSQL share.

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    login TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    password TEXT,
    role TEXT NOT NULL,
    created BIGINT NOT NULL,
    disabled BIGINT NOT NULL DEFAULT 0
);

-- Tokens are kept as digests: who reads the database cannot use them.
CREATE TABLE invitations (
    token TEXT PRIMARY KEY,
    login TEXT,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    used_by TEXT
);

CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE api_tokens (
    token TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    label TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE seasons (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    game TEXT NOT NULL,
    settings_name TEXT NOT NULL,
    settings TEXT NOT NULL,
    -- Seeds and ids of matches follow from it; nobody may see it while the season runs.
    secret TEXT NOT NULL,
    options TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE submissions (
    id TEXT PRIMARY KEY,
    season_id TEXT NOT NULL REFERENCES seasons (id),
    -- The organiser's own players have no author.
    user_id TEXT REFERENCES users (id),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    file TEXT NOT NULL,
    -- Digest of the source; `builtin:Name` for players that come with the game.
    source TEXT NOT NULL,
    size BIGINT NOT NULL,
    state TEXT NOT NULL,
    wasm TEXT,
    report TEXT,
    verdict TEXT NOT NULL DEFAULT '',
    created BIGINT NOT NULL,
    decided BIGINT,
    lease BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX submissions_by_season ON submissions (season_id, state);
CREATE INDEX submissions_by_user ON submissions (user_id, season_id);
CREATE INDEX submissions_by_name ON submissions (season_id, name_key);

-- Which version stands for its author.
CREATE TABLE representatives (
    season_id TEXT NOT NULL REFERENCES seasons (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    submission_id TEXT NOT NULL REFERENCES submissions (id),
    since BIGINT NOT NULL,
    PRIMARY KEY (season_id, user_id)
);

-- A set of matches that is planned at once and counts at once.
CREATE TABLE rounds (
    id TEXT PRIMARY KEY,
    season_id TEXT NOT NULL REFERENCES seasons (id),
    kind TEXT NOT NULL,
    -- Qualification: the submission; else empty.
    subject TEXT NOT NULL,
    number BIGINT NOT NULL,
    state TEXT NOT NULL,
    held BIGINT NOT NULL,
    planned BIGINT NOT NULL,
    finished BIGINT,
    UNIQUE (season_id, kind, subject, number)
);

CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    season_id TEXT NOT NULL REFERENCES seasons (id),
    round_id TEXT NOT NULL REFERENCES rounds (id),
    number BIGINT NOT NULL,
    -- Matches of one group on one seed are one cluster of the statistics.
    cluster BIGINT NOT NULL,
    seed TEXT NOT NULL,
    state TEXT NOT NULL,
    lease BIGINT NOT NULL DEFAULT 0,
    attempts BIGINT NOT NULL DEFAULT 0,
    -- Digests of the whole record and of the one without anybody's logs.
    record TEXT,
    public_record TEXT,
    rounds BIGINT,
    ending TEXT,
    verified BIGINT NOT NULL DEFAULT 0,
    finished BIGINT,
    UNIQUE (round_id, number)
);
CREATE INDEX matches_by_state ON matches (state, season_id);
CREATE INDEX matches_by_season ON matches (season_id, finished);

CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat BIGINT NOT NULL,
    submission_id TEXT REFERENCES submissions (id),
    name TEXT NOT NULL,
    score BIGINT,
    status DOUBLE PRECISION,
    receipt TEXT,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX seats_by_submission ON seats (submission_id);

-- The order after each round of the ladder.
CREATE TABLE standings (
    round_id TEXT NOT NULL REFERENCES rounds (id),
    submission_id TEXT NOT NULL REFERENCES submissions (id),
    place BIGINT NOT NULL,
    strength DOUBLE PRECISION NOT NULL,
    half DOUBLE PRECISION NOT NULL,
    chance DOUBLE PRECISION,
    running DOUBLE PRECISION NOT NULL,
    matches BIGINT NOT NULL,
    PRIMARY KEY (round_id, submission_id)
);

CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX audit_by_time ON audit (at);
