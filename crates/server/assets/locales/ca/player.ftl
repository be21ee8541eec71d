player-no-standing = Encara no és a la classificació.
player-opponents = Rivals
player-outscored = Superat
player-progress = Progrés
player-progress-label = Força després de cada ronda de l'escala
player-rating = Puntuació
player-strength = força
player-versions = Versions
