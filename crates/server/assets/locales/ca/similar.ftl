similar-behaviour = Comportament
similar-behaviour-matches = Comportament: els jugadors que competeixen han donat ordres en les situacions d'aquestes partides:
similar-chart = Nombre de parelles per puntuació
similar-chart-note = Puntuacions de totes les parelles; les alçades són logarítmiques.
similar-closest = El més semblant a tots és
similar-compare-again = Torna a comparar
similar-compare-all-sources = Compara tots els codis
similar-earliest = El primer és
similar-group = { $size } / { $all } codis comparteixen { $lines ->
    [one] { $lines } línia
   *[other] { $lines } línies
}
similar-groups = Grups
similar-independent = Nombre de parelles independents per al llindar: { $count }
similar-look-at-these-sources = Mira aquests codis
similar-module-label = Mòdul
similar-none = No hi ha codis semblants.
similar-note = Una puntuació és un motiu per mirar, no un veredicte: llegeix els dos codis abans de parlar amb ningú.
similar-pairs = { $count ->
    [one] { $count } parella
   *[other] { $count } parelles
}
similar-players-label = Jugadors
similar-running = El servidor està comparant els codis. Aquesta pàgina s'actualitza sola.
similar-sources = { $count ->
    [one] { $count } codi
   *[other] { $count } codis
}
similar-sources-with-remarks = Codis amb observacions
similar-subtracted = { $count ->
    [one] Codi descomptat: { $count } plantilla, i els jugadors de la casa de la temporada
   *[other] Codi descomptat: { $count } plantilles, i els jugadors de la casa de la temporada
}
similar-suspicious = { $count } amb una puntuació igual o superior al llindar de { $threshold }
similar-threshold-fixed = El llindar és fix, perquè hi ha massa poques parelles independents.
