friendly-maximum-per-hour = Maximum per hour:
friendly-no-player = You have no qualified player in this season.
friendly-note = Play your player against any competing players. Friendly matches do not count. Only the authors of the players can see them.
friendly-play = Play
friendly-same-opponent = the same as the others
friendly-seed = Seed (empty: a new one)
friendly-your-friendly-matches = Your friendly matches
friendly-your-player = Your player
