home-no-season = Encara no hi ha cap temporada.
home-seasons = Temporades
