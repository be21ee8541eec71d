-- What the director asks for every few seconds: rounds that are played, that must be counted again, or whose results are
-- withheld. They are few, however many rounds a season has.
DROP INDEX rounds_by_state;
CREATE INDEX rounds_playing ON rounds (season_id, kind) WHERE state = 'playing';
CREATE INDEX rounds_to_recount ON rounds (season_id) WHERE recount = 1;
CREATE INDEX rounds_withheld ON rounds (season_id, kind) WHERE held = 1;
