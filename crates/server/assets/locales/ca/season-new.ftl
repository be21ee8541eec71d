season-new-address = Adreça: lletres minúscules, xifres, guions
season-new-boards-note = Pots triar taulers a la pàgina següent.
season-new-create-the-season = Crea la temporada
season-new-ladder = Engega l'escala de seguida
season-new-settings = Fitxer de paràmetres (buit: el tauler per defecte del joc)
