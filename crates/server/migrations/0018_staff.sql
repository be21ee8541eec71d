-- Who organises a season besides the organisers of all seasons. These keep their role, so nobody
-- loses a right.
CREATE TABLE staff (
    season_id TEXT NOT NULL REFERENCES seasons (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    since BIGINT NOT NULL,
    PRIMARY KEY (season_id, user_id)
);
CREATE INDEX staff_by_user ON staff (user_id);
