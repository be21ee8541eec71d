-- Tasks look for sources that wait each time that they look for work.
CREATE INDEX submissions_by_state ON submissions (state, due);
