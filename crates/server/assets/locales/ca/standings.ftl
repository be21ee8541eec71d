standings-after-round = Després de la ronda
standings-hide-house = Amaga els jugadors de la casa
standings-history = Valoració després de cada ronda
standings-history-label = Valoració dels millors jugadors després de cada ronda de l'escala
standings-history-note = Una línia gruixuda és el teu jugador, amb el seu interval del 95 %. Els cercles marquen versions noves.
standings-note = Les barres són intervals del 95 %. Si dues se superposen molt, més partides poden canviar-ne l'ordre. Els jugadors de la casa no tenen lloc.
standings-show-house = Mostra els jugadors de la casa
