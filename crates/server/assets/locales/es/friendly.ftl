friendly-maximum-per-hour = Máximo por hora:
friendly-no-player = No tienes ningún jugador clasificado en esta temporada.
friendly-note = Haz jugar a tu jugador contra cualquier jugador que compita. Las partidas amistosas no cuentan. Solo pueden verlas los autores de los jugadores.
friendly-play = Jugar
friendly-same-opponent = el mismo que los otros
friendly-seed = Semilla (vacío: una nueva)
friendly-your-friendly-matches = Tus partidas amistosas
friendly-your-player = Tu jugador
