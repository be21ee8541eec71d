matches-none-found = No ha jugat cap jugador amb aquest nom.
matches-search-for-a-player = Cerca un jugador
