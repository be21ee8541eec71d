-- Tokens that are older than scopes: those of players need no more than "submit", and all end as
-- new ones do, 366 days after they were made.
UPDATE api_tokens SET scope = 'submit'
    WHERE expires = 0 AND user_id IN (SELECT id FROM users WHERE role = 'player');
UPDATE api_tokens SET expires = created + 31622400000 WHERE expires = 0;
