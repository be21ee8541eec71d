-- Worker processes: machine code, turns of authors, and the clock that freezes players.

-- Machine code of a module for one target. The seal is keyed with a secret of the machine that
-- made it; other machines make their own.
CREATE TABLE machine_code (
    module TEXT NOT NULL,
    target TEXT NOT NULL,
    maker TEXT NOT NULL,
    -- Digest of the file.
    code TEXT NOT NULL,
    seal TEXT NOT NULL,
    PRIMARY KEY (module, target, maker)
);

-- CPU time that the jobs of an author have had, in microseconds, as a virtual time: whose is
-- least has the next turn. The row without an author is the season's clock.
CREATE TABLE turns (
    season_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    served BIGINT NOT NULL,
    PRIMARY KEY (season_id, user_id)
);

-- Jobs of an author that ended a worker process or ran into its clock.
CREATE TABLE troubles (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    subject TEXT NOT NULL,
    why TEXT NOT NULL
);
CREATE INDEX troubles_by_author ON troubles (user_id, at);

-- How often a player used up its CPU time in this match.
ALTER TABLE seats ADD COLUMN strikes BIGINT NOT NULL DEFAULT 0;
-- Whether the clock froze somebody: the same match may then go otherwise elsewhere.
ALTER TABLE matches ADD COLUMN clocked BIGINT NOT NULL DEFAULT 0;
