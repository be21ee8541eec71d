season-new-address = Dirección: letras minúsculas, cifras, guiones
season-new-boards-note = Puedes elegir tableros en la página siguiente.
season-new-create-the-season = Crear la temporada
season-new-ladder = Activar la escalera enseguida
season-new-settings = Fichero de parámetros (vacío: el tablero por defecto del juego)
