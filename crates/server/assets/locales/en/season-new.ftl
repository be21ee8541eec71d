season-new-address = Address: lowercase letters, digits, dashes
season-new-boards-note = You can choose boards on the next page.
season-new-create-the-season = Create the season
season-new-ladder = Start the ladder at once
season-new-settings = Settings file (empty: the default board of the game)
