match-digest = BLAKE3 del registre públic sense la signatura:
match-log-of = Registre de
match-not-verified = no verificada
match-open-viewer = Obre el visor en una pàgina a part
match-rounds = { $count ->
    [one] { $count } ronda
   *[other] { $count } rondes
}
match-seed-label = Llavor
match-signature-note = El fitxer acaba amb una signatura de la temporada. L'ordre la comprova amb la clau pública de la temporada: aquest servidor ha publicat el registre i ningú no l'ha canviat.
match-signed-record = registre signat
match-verified = { $count ->
    [one] Verificada, { $count } ronda reproduïda
   *[other] Verificada, { $count } rondes reproduïdes
}
match-verified-note = El servidor ha reproduït el registre. La reproducció ha acabat en el mateix estat. Per comprovar-ho:
match-viewer = La partida al visor
