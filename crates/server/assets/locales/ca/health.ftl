health-attempts = Intents
health-given-up = Abandonades
health-last-contact = Últim contacte
health-last-hour = { $count ->
    [one] { $count } partida l'última hora
   *[other] { $count } partides l'última hora
}
health-machine = Màquina
health-matches-at-once = Partides alhora
health-no-workers = Encara no hi ha cap treballador.
health-none = Cap.
health-playing-now = Jugant ara
health-results = Resultats
health-trust = Per deixar treballar una màquina en quarantena: palestra admin trust NOM
health-version = Versió
health-waiting = Temps d'espera de l'enviament més antic: { $time }
health-workers = Treballadors
