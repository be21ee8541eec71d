home-no-season = There is no season yet.
home-seasons = Seasons
