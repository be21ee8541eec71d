disqualify-cancel = Cancel·la
disqualify-disqualify-this-version = Vols desqualificar aquesta versió?
disqualify-next = Si ara competeix, competirà en lloc seu aquesta versió de l'autor:
disqualify-no-next = L'autor no té cap altra versió qualificada.
disqualify-note = La versió deixa de competir. Les seves partides es queden en els resultats dels altres. Ho pots desfer.
disqualify-reason = Motiu. L'autor el llegeix.
