-- Public keys of seasons. A private key is a file in the folder of the server that made it.
CREATE TABLE signing_keys (
    -- The start of the digest of the public key.
    id TEXT PRIMARY KEY,
    season_id TEXT NOT NULL REFERENCES seasons (id),
    -- The host that signatures name.
    host TEXT NOT NULL,
    public_key TEXT NOT NULL,
    -- `active`, `retired` or `revoked`.
    state TEXT NOT NULL,
    since BIGINT NOT NULL
);
CREATE INDEX signing_keys_by_season ON signing_keys (season_id);
