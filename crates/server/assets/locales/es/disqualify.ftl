disqualify-cancel = Cancelar
disqualify-disqualify-this-version = ¿Quieres descalificar esta versión?
disqualify-next = Si ahora compite, en su lugar competirá esta versión del autor:
disqualify-no-next = El autor no tiene ninguna otra versión clasificada.
disqualify-note = La versión deja de competir. Sus partidas se quedan en los resultados de los demás. Puedes deshacerlo.
disqualify-reason = Motivo. El autor lo lee.
