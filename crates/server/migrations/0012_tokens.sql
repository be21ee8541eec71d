-- What a token may do (`read`, `submit` or `organise`), and until when; 0: it does not run out.
-- Tokens that are there already keep what they could do.
ALTER TABLE api_tokens ADD COLUMN scope TEXT NOT NULL DEFAULT 'organise';
ALTER TABLE api_tokens ADD COLUMN expires BIGINT NOT NULL DEFAULT 0;
