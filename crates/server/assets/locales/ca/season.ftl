season-all-public-keys = Totes les claus públiques
season-all-standings = Tota la classificació
season-key = El servidor signa els registres de les partides. Clau pública d'aquesta temporada:
