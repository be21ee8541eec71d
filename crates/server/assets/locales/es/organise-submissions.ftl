organise-submissions-judge-again = Volver a juzgar
organise-submissions-reason = Motivo
organise-submissions-search = Busca un jugador o un usuario
organise-submissions-stop-judging = Dejar de juzgarla
organise-submissions-undo-the-disqualification = Deshacer la descalificación
