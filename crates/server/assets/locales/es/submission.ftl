step-compiled = Compilado
step-qualification = Clasificación previa
step-received = Recibido
step-rules = Reglas comprobadas
submission-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
submission-competes = Esta versión compite por ti.
submission-competes-now = Ahora compite por ti esta versión:
submission-first = primero
submission-let-this-version-compete = Hacer competir esta versión
submission-more-receipts = Más recibos
submission-not-played-yet = todavía no jugada
submission-place = puesto
submission-qualification-matches = Partidas de clasificación previa
submission-results-of-the-checks = Resultados de las comprobaciones
submission-submit-a-new-version = Enviar una versión nueva
submission-updates = Esta página se actualiza sola hasta el veredicto.
waits-compiling = El juez comprueba y compila el código.
waits-qualifying = El jugador juega sus partidas de clasificación previa.
waits-received = El envío espera un compilador.
waits-trouble = En una hora, tres trabajos tuyos han terminado su proceso o han agotado su tiempo de CPU. Tus envíos esperan hasta el { $when }.
