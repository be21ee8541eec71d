standings-after-round = Después de la ronda
standings-history = Historia
standings-history-label = Fuerza de los mejores jugadores después de cada ronda de la escalera
standings-note = Las barras son intervalos del 95 %. Si dos se superponen mucho, más partidas pueden cambiar su orden. Un jugador con una fuerza 1 mayor supera al otro en 73 de 100 partidas. La fuerza es un ajuste de Plackett–Luce de todas las partidas.
