standings-after-round = Después de la ronda
standings-hide-house = Ocultar los jugadores de la casa
standings-history = Valoración después de cada ronda
standings-history-label = Valoración de los mejores jugadores después de cada ronda de la escalera
standings-history-note = Una línea gruesa es tu jugador, con su intervalo del 95 %. Los círculos marcan versiones nuevas.
standings-note = Las barras son intervalos del 95 %. Si dos se superponen mucho, más partidas pueden cambiar su orden. Los jugadores de la casa no tienen puesto.
standings-show-house = Mostrar los jugadores de la casa
