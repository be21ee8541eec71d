similar-pair-all-pairs = Todas las parejas
similar-pair-common-fingerprints = Huellas en común
similar-pair-equal-orders = Órdenes iguales
similar-pair-fragments = Fragmentos comunes más largos, en símbolos
similar-pair-from-template = de una plantilla, descontado
similar-pair-module = módulo
similar-pair-no-decision = Todavía no hay ninguna decisión.
similar-pair-note = Nota
similar-pair-notes-and-decision = Notas y decisión
similar-pair-same-code = se compila al mismo código
similar-pair-same-fragment = el mismo fragmento
similar-pair-same-pattern = el mismo patrón en otro lugar
similar-pair-situations = { $count ->
    [one] { $count } situación
   *[other] { $count } situaciones
}
similar-pair-source = código
similar-pair-subtracted = Patrones de plantillas descontados
similar-pair-usual = habitual
similar-pair-usual-pairs = Parejas con la misma puntuación o más
