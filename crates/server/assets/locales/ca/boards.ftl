boards-fixed = Aquesta temporada té partides previstes o acabades, així que no pots canviar el joc ni els taulers.
boards-note = Els pots canviar fins que es prevegi la primera partida. El jutge preveu partides quan un codi s'ha compilat o l'escala està engegada.
boards-other-game = Un altre joc comença amb el seu primer tauler. Tria els altres taulers després de desar.
boards-own-settings = Text d'un altre fitxer de paràmetres
