home-no-season = Todavía no hay ninguna temporada.
home-seasons = Temporadas
