player-no-standing = Todavía no está en la clasificación.
player-opponents = Rivales
player-outscored = Superado
player-progress = Progreso
player-progress-label = Fuerza después de cada ronda de la escalera
player-rating = Puntuación
player-strength = fuerza
player-versions = Versiones
