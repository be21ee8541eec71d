boards-fixed = Esta temporada tiene partidas previstas o terminadas, así que no puedes cambiar el juego ni los tableros.
boards-note = Puedes cambiarlos hasta que se prevea la primera partida. El juez prevé partidas cuando un código se ha compilado o la escalera está activada.
boards-other-game = Otro juego empieza con su primer tablero. Elige los otros tableros después de guardar.
boards-own-settings = Texto de otro fichero de parámetros
