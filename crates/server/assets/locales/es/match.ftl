match-digest = BLAKE3 del registro público sin la firma:
match-log-of = Registro de
match-not-verified = no verificada
match-open-viewer = Abrir el visor en una página aparte
match-rounds = { $count ->
    [one] { $count } ronda
   *[other] { $count } rondas
}
match-seed-label = Semilla
match-signature-note = El archivo acaba con una firma de la temporada. La orden la comprueba con la clave pública de la temporada: este servidor ha publicado el registro y nadie lo ha cambiado.
match-signed-record = registro firmado
match-verified = { $count ->
    [one] Verificada, { $count } ronda reproducida
   *[other] Verificada, { $count } rondas reproducidas
}
match-verified-note = El servidor ha reproducido el registro. La reproducción ha terminado en el mismo estado. Para comprobarlo:
match-viewer = La partida en el visor
