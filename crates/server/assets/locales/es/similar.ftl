similar-behaviour = Comportamiento
similar-behaviour-matches = Comportamiento: los jugadores que compiten han dado órdenes en las situaciones de estas partidas:
similar-chart = Número de parejas por puntuación
similar-chart-note = Puntuaciones de todas las parejas; las alturas son logarítmicas.
similar-closest = El más parecido a todos es
similar-compare-again = Volver a comparar
similar-compare-all-sources = Comparar todos los códigos
similar-earliest = El primero es
similar-group = { $size } / { $all } códigos comparten { $lines ->
    [one] { $lines } línea
   *[other] { $lines } líneas
}
similar-groups = Grupos
similar-independent = Número de parejas independientes para el umbral: { $count }
similar-look-at-these-sources = Mira estos códigos
similar-module-label = Módulo
similar-none = No hay códigos parecidos.
similar-note = Una puntuación es un motivo para mirar, no un veredicto: lee los dos códigos antes de hablar con nadie.
similar-pairs = { $count ->
    [one] { $count } pareja
   *[other] { $count } parejas
}
similar-players-label = Jugadores
similar-running = El servidor está comparando los códigos. Esta página se actualiza sola.
similar-sources = { $count ->
    [one] { $count } código
   *[other] { $count } códigos
}
similar-sources-with-remarks = Códigos con observaciones
similar-subtracted = { $count ->
    [one] Código descontado: { $count } plantilla, y los jugadores de la casa de la temporada
   *[other] Código descontado: { $count } plantillas, y los jugadores de la casa de la temporada
}
similar-suspicious = { $count } con una puntuación igual o superior al umbral de { $threshold }
similar-threshold-fixed = El umbral es fijo, porque hay demasiado pocas parejas independientes.
