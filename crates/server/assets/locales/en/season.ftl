season-all-public-keys = All public keys
season-all-standings = All standings
season-key = The server signs the records of matches. Public key of this season:
