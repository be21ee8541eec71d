-- The probability of each rank: the first rank that is possible, then one number per rank, in
-- thousandths; empty while nothing can be said.
ALTER TABLE standings ADD COLUMN ranks TEXT NOT NULL DEFAULT '';
