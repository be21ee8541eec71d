verdict-beaten = No clasificado: primero en { $wins } de { $played } partidas, hacen falta { $needed }.
verdict-compiler = compilador
verdict-crashed = El { $step } ha fallado con este código. Quita tu último cambio y envía el código otra vez.
verdict-disqualified = Descalificado. Pregunta a los organizadores.
verdict-disqualified-because = Descalificado: { $reason }
verdict-errors = { $count ->
    [one] El código no compila: un error.
   *[other] El código no compila: { $count } errores.
}
verdict-explodes = La compilación a código máquina necesita demasiado tiempo o memoria.
verdict-foreign-file = El código incluye un archivo que no es del kit. Incluye solo cabeceras del kit y de la biblioteca estándar.
verdict-frozen = { $frozen ->
    [one] El jugador se ha congelado en una partida. El recibo da el motivo.
   *[other] El jugador se ha congelado en { $frozen } partidas. Los recibos dan los motivos.
}
verdict-house = Jugador incluido en el juego.
verdict-large = El jugador compilado ocupa más de { $limit } MB. Calcula las tablas grandes cuando empiece la partida.
verdict-linker = enlazador
verdict-memory = El { $step } ha necesitado más de { $limit } MB de memoria. Busca plantillas o tablas que crezcan sin fin, y divide las funciones muy grandes.
verdict-module = El módulo compilado tiene partes que los jugadores no pueden tener.
verdict-not-compiled = El juez no ha podido compilar esta versión. La culpa no es tuya. Los organizadores pueden volver a juzgarla.
verdict-not-played = El juez no ha podido jugar { $void } de { $played } partidas. La culpa no es tuya.
verdict-qualified = Clasificado: primero en { $wins } de { $played } partidas.
verdict-rules = El código rompe una regla.
verdict-slow = El { $step } ha tardado más de { $limit } segundos de CPU. Busca plantillas, macros o constantes que se expandan sin fin, y divide las funciones muy grandes.
verdict-stopped = Un organizador ha parado la evaluación de esta versión. Pregunta a los organizadores.
verdict-stopped-because = Un organizador ha parado la evaluación de esta versión: { $reason }
verdict-unexplained = El { $step } ha fallado sin ningún error en el código. El informe muestra su última salida.
