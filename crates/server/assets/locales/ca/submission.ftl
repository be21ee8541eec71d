step-compiled = Compilat
step-qualification = Qualificació
step-received = Rebut
step-rules = Regles comprovades
submission-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
submission-competes = Aquesta versió competeix per tu.
submission-competes-now = Ara competeix per tu aquesta versió:
submission-first = primer
submission-let-this-version-compete = Fes competir aquesta versió
submission-more-receipts = Més rebuts
submission-not-played-yet = encara no jugada
submission-place = lloc
submission-qualification-matches = Partides de qualificació
submission-results-of-the-checks = Resultats de les comprovacions
submission-submit-a-new-version = Envia una versió nova
submission-updates = Aquesta pàgina s'actualitza sola fins al veredicte.
waits-compiling = El jutge comprova i compila el codi.
waits-qualifying = El jugador juga les partides de qualificació.
waits-received = L'enviament espera un compilador.
waits-trouble = En una hora, tres feines teves han acabat el seu procés o han esgotat el temps de CPU. Els teus enviaments esperen fins al { $when }.
