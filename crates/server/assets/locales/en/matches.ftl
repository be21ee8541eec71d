matches-none-found = No player with this name has played.
matches-search-for-a-player = Search for a player
