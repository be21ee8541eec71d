similar-pair-all-pairs = Totes les parelles
similar-pair-common-fingerprints = Empremtes en comú
similar-pair-equal-orders = Ordres iguals
similar-pair-fragments = Fragments comuns més llargs, en símbols
similar-pair-from-template = d'una plantilla, descomptat
similar-pair-module = mòdul
similar-pair-no-decision = Encara no hi ha cap decisió.
similar-pair-note = Nota
similar-pair-notes-and-decision = Notes i decisió
similar-pair-same-code = es compila al mateix codi
similar-pair-same-fragment = el mateix fragment
similar-pair-same-pattern = el mateix patró en un altre lloc
similar-pair-situations = { $count ->
    [one] { $count } situació
   *[other] { $count } situacions
}
similar-pair-source = codi
similar-pair-subtracted = Patrons de plantilles descomptats
similar-pair-usual = habitual
similar-pair-usual-pairs = Parelles amb la mateixa puntuació o més
