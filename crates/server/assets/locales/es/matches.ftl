matches-none-found = No ha jugado ningún jugador con este nombre.
matches-search-for-a-player = Busca un jugador
