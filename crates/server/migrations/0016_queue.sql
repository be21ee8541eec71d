-- Only one process hands out work, so rows need no leases: what it does not know of, nobody does.
DROP TABLE leases;
DROP INDEX matches_by_worker;
ALTER TABLE matches DROP COLUMN worker;
-- When the match was handed out last.
ALTER TABLE matches RENAME COLUMN lease TO begun;
-- When the source was handed out, or when it may be handed out again.
ALTER TABLE submissions RENAME COLUMN lease TO due;
ALTER TABLE submissions DROP COLUMN worker;
ALTER TABLE checks DROP COLUMN holder;
ALTER TABLE checks RENAME COLUMN lease TO begun;

-- Machine code does not leave the machine that made it.
DROP TABLE machine_code;

-- Machines with worker processes, by the names in their credentials.
CREATE TABLE machines (
    name TEXT PRIMARY KEY,
    pin TEXT NOT NULL,
    architecture TEXT NOT NULL,
    slots BIGINT NOT NULL,
    busy BIGINT NOT NULL DEFAULT 0,
    -- `active`, `gone` or `quarantined`.
    state TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    delivered BIGINT NOT NULL DEFAULT 0,
    seen BIGINT NOT NULL
);
INSERT INTO machines (name, pin, architecture, slots, state, note, seen)
    SELECT name, MAX(pin), MAX(architecture), 0, 'quarantined', MAX(note), MAX(seen)
    FROM workers WHERE state = 'quarantined' GROUP BY name;
DROP TABLE workers;
ALTER TABLE machines RENAME TO workers;
