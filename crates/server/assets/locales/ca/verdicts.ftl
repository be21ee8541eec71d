verdict-beaten = No qualificat: primer en { $wins } de { $played } partides, en calen { $needed }.
verdict-compiler = compilador
verdict-crashed = El { $step } ha fallat amb aquest codi. Treu el teu últim canvi i torna a enviar el codi.
verdict-disqualified = Desqualificat. Pregunta als organitzadors.
verdict-disqualified-because = Desqualificat: { $reason }
verdict-errors = { $count ->
    [one] El codi no compila: un error.
   *[other] El codi no compila: { $count } errors.
}
verdict-explodes = La compilació a codi màquina necessita massa temps o memòria.
verdict-foreign-file = El codi inclou un fitxer que no és del kit. Inclou només capçaleres del kit i de la biblioteca estàndard.
verdict-frozen = { $frozen ->
    [one] El jugador s'ha congelat en una partida. El rebut en dona el motiu.
   *[other] El jugador s'ha congelat en { $frozen } partides. Els rebuts en donen els motius.
}
verdict-house = Jugador inclòs al joc.
verdict-large = El jugador compilat fa més de { $limit } MB. Calcula les taules grans quan comenci la partida.
verdict-linker = enllaçador
verdict-memory = El { $step } ha necessitat més de { $limit } MB de memòria. Busca plantilles o taules que creixin sense fi, i parteix les funcions molt grans.
verdict-module = El mòdul compilat té parts que els jugadors no poden tenir.
verdict-not-compiled = El jutge no ha pogut compilar aquesta versió. La culpa no és teva. Els organitzadors la poden tornar a jutjar.
verdict-not-played = El jutge no ha pogut jugar { $void } de { $played } partides. La culpa no és teva.
verdict-qualified = Qualificat: primer en { $wins } de { $played } partides.
verdict-rules = El codi trenca una regla.
verdict-slow = El { $step } ha trigat més de { $limit } segons de CPU. Busca plantilles, macros o constants que s'expandeixin sense fi, i parteix les funcions molt grans.
verdict-stopped = Un organitzador ha aturat l'avaluació d'aquesta versió. Pregunta als organitzadors.
verdict-stopped-because = Un organitzador ha aturat l'avaluació d'aquesta versió: { $reason }
verdict-unexplained = El { $step } ha fallat sense cap error al codi. L'informe mostra la seva última sortida.
