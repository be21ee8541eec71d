season-all-public-keys = Todas las claves públicas
season-all-standings = Toda la clasificación
season-key = El servidor firma los registros de las partidas. Clave pública de esta temporada:
