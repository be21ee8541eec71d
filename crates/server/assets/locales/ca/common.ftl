common-audit-log = Registre de canvis
common-boards = Taulers
common-boards-turns = Amb diversos taulers, els grups de partides s'alternen.
common-cause = causa
common-check-command = Per comprovar-ho al teu ordinador:
common-closed = Els enviaments estan tancats.
common-closes = Es tanquen els enviaments
common-copies = Còpies
common-create-the-account = Crea el compte
common-decision = Decisió
common-disqualify = Desqualifica
common-failure-receipt = Rebut de la fallada
common-final = Final
common-found-by = Trobat per
common-friendly-matches = Partides amistoses
common-frozen = congelat
common-frozen-in = congelat a la ronda { $round }
common-fuel = combustible
common-game = Joc
common-game-and-boards = Joc i taulers
common-house-player = jugador de la casa
common-ladder = Escala
common-last-lines-on-stderr = Últimes línies a stderr
common-latest-matches = Últimes partides
common-login = Usuari
common-match = partida
common-match-label = Partida
common-matches-done = { $count ->
    [one] { $done } / { $count } partida
   *[other] { $done } / { $count } partides
}
common-matches-label = Partides
common-matches-of-this-round = Partides d'aquesta ronda
common-memory = memòria
common-memory-mb = Memòria d'un jugador, MB
common-new = nou
common-new-for-every-seed = nou per a cada llavor
common-new-password = Contrasenya, com a mínim 10 caràcters
common-new-season = Temporada nova
common-newer = Més noves
common-no-compiler = No hi ha cap compilador instal·lat: palestra toolchain install
common-no-matches = Encara no hi ha cap partida.
common-no-standings = Encara no hi ha classificació. L'escala comença quan hi competeixen quatre jugadors.
common-none-competes = Ara no competeix cap versió teva.
common-older = Més antigues
common-opens = S'obren els enviaments
common-opponent = Oponent
common-organise = Organitza
common-password = Contrasenya
common-people = Persones
common-place-in-the-source = Lloc al codi
common-place-label = Lloc
common-places-down = { $count ->
    [one] { $count } lloc avall en 24 hores
   *[other] { $count } llocs avall en 24 hores
}
common-places-up = { $count ->
    [one] { $count } lloc amunt en 24 hores
   *[other] { $count } llocs amunt en 24 hores
}
common-player-label = Jugador
common-players = { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadors
}
common-playing-now = S'està jugant:
common-probability-of-each-rank = Probabilitat de cada lloc
common-public-name = Nom públic
common-ranks-note = En percentatge. El jutge sorteja 2000 classificacions de l'ajust i compta les posicions de cada jugador.
common-rating-label = Valoració
common-rating-note = La valoració és 1500 + 100 × la força de Plackett–Luce de totes les partides. La mitjana de tots els jugadors és 1500. Un jugador amb una valoració 100 més alta supera l'altre en 73 de 100 partides.
common-recorded = { $count ->
    [one] { $shown } partida amb registre.
   *[other] { $shown } partides amb registre.
}
common-repeat = Repeteix-ho al teu ordinador
common-revoke = Revoca
common-round = ronda
common-round-label = Ronda
common-rounds-label = Rondes
common-rules = Regles
common-same-place = el mateix lloc que fa 24 hores
common-save = Desa
common-score = Puntuació
common-search = Cerca
common-season = Temporada
common-seat = seient
common-seed = llavor
common-share-first = Part del primer jugador
common-share-second = Part del segon jugador
common-sign-in = Entra
common-since = Des de
common-source-kb = Mida del codi, KB
common-source-label = Codi font
common-standings = Classificació
common-state = Estat
common-submissions = Enviaments
common-submit-a-player = Envia un jugador
common-submitted = Enviat
common-title = Títol
common-top-four = Probabilitat de ser entre els quatre primers
common-verdict = Veredicte
common-verified = verificada
common-version = versió
common-withheld = retinguda
common-withheld-note = Els resultats nous es retenen fins que els organitzadors els publiquen.
common-workers-and-queue = Treballadors i cua
common-you = tu
language-name = Català
