standings-after-round = Després de la ronda
standings-history = Història
standings-history-label = Força dels millors jugadors després de cada ronda de l'escala
standings-note = Les barres són intervals del 95 %. Si dues se superposen molt, més partides poden canviar-ne l'ordre. Un jugador amb una força 1 més alta supera l'altre en 73 de 100 partides. La força és un ajust de Plackett–Luce de totes les partides.
