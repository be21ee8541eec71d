common-audit-log = Registro de cambios
common-boards = Tableros
common-boards-turns = Con varios tableros, los grupos de partidas se alternan.
common-cause = causa
common-check-command = Para comprobarlo en tu ordenador:
common-closed = Los envíos están cerrados.
common-closes = Se cierran los envíos
common-copies = Copias
common-create-the-account = Crear la cuenta
common-decision = Decisión
common-disqualify = Descalificar
common-failure-receipt = Recibo del fallo
common-final = Final
common-found-by = Encontrado por
common-friendly-matches = Partidas amistosas
common-frozen = congelado
common-frozen-in = congelado en la ronda { $round }
common-fuel = combustible
common-game = Juego
common-game-and-boards = Juego y tableros
common-house-player = jugador de la casa
common-ladder = Escalera
common-last-lines-on-stderr = Últimas líneas en stderr
common-latest-matches = Últimas partidas
common-login = Usuario
common-match = partida
common-match-label = Partida
common-matches-done = { $count ->
    [one] { $done } / { $count } partida
   *[other] { $done } / { $count } partidas
}
common-matches-label = Partidas
common-matches-of-this-round = Partidas de esta ronda
common-memory = memoria
common-memory-mb = Memoria de un jugador, MB
common-new = nuevo
common-new-for-every-seed = nuevo para cada semilla
common-new-password = Contraseña, al menos 10 caracteres
common-new-season = Temporada nueva
common-newer = Más nuevas
common-no-compiler = No hay ningún compilador instalado: palestra toolchain install
common-no-matches = Todavía no hay ninguna partida.
common-no-standings = Todavía no hay clasificación. La escalera empieza cuando compiten cuatro jugadores.
common-none-competes = Ahora no compite ninguna versión tuya.
common-older = Más antiguas
common-opens = Se abren los envíos
common-opponent = Oponente
common-organise = Organizar
common-password = Contraseña
common-people = Personas
common-place-in-the-source = Lugar en el código
common-place-label = Puesto
common-places-down = { $count ->
    [one] { $count } puesto abajo en 24 horas
   *[other] { $count } puestos abajo en 24 horas
}
common-places-up = { $count ->
    [one] { $count } puesto arriba en 24 horas
   *[other] { $count } puestos arriba en 24 horas
}
common-player-label = Jugador
common-players = { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadores
}
common-playing-now = Se está jugando:
common-probability-of-each-rank = Probabilidad de cada puesto
common-public-name = Nombre público
common-ranks-note = En porcentaje. El juez sortea 2000 clasificaciones del ajuste y cuenta las posiciones de cada jugador.
common-rating-label = Valoración
common-rating-note = La valoración es 1500 + 100 × la fuerza de Plackett–Luce de todas las partidas. La media de todos los jugadores es 1500. Un jugador con una valoración 100 mayor supera al otro en 73 de 100 partidas.
common-recorded = { $count ->
    [one] { $shown } partida con registro.
   *[other] { $shown } partidas con registro.
}
common-repeat = Repítelo en tu ordenador
common-revoke = Revocar
common-round = ronda
common-round-label = Ronda
common-rounds-label = Rondas
common-rules = Reglas
common-same-place = el mismo puesto que hace 24 horas
common-save = Guardar
common-score = Puntuación
common-search = Buscar
common-season = Temporada
common-seat = asiento
common-seed = semilla
common-share-first = Parte del primer jugador
common-share-second = Parte del segundo jugador
common-sign-in = Entrar
common-since = Desde
common-source-kb = Tamaño del código, KB
common-source-label = Código fuente
common-standings = Clasificación
common-state = Estado
common-submissions = Envíos
common-submit-a-player = Enviar un jugador
common-submitted = Enviado
common-title = Título
common-top-four = Probabilidad de estar entre los cuatro primeros
common-verdict = Veredicto
common-verified = verificada
common-version = versión
common-withheld = retenida
common-withheld-note = Los resultados nuevos se retienen hasta que los organizadores los publican.
common-workers-and-queue = Trabajadores y cola
common-you = tú
language-name = Español
