organise-submissions-judge-again = Torna a jutjar
organise-submissions-reason = Motiu
organise-submissions-search = Cerca un jugador o un usuari
organise-submissions-stop-judging = Deixa de jutjar-la
organise-submissions-undo-the-disqualification = Desfés la desqualificació
