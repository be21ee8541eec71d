health-attempts = Intentos
health-given-up = Abandonadas
health-last-contact = Último contacto
health-last-hour = { $count ->
    [one] { $count } partida en la última hora
   *[other] { $count } partidas en la última hora
}
health-machine = Máquina
health-matches-at-once = Partidas a la vez
health-no-workers = Todavía no hay ningún trabajador.
health-none = Ninguno.
health-playing-now = Jugando ahora
health-results = Resultados
health-trust = Para dejar trabajar a una máquina en cuarentena: palestra admin trust NOMBRE
health-version = Versión
health-waiting = Tiempo de espera del envío más antiguo: { $time }
health-workers = Trabajadores
