refusal-address = La dirección debe tener de 1 a 40 letras minúsculas, cifras y guiones.
refusal-address-taken = Esta dirección ya existe. Elige otra.
refusal-asked-twice = Has enviado el formulario dos veces. Tu partida está en la lista.
refusal-begun-twice = Alguien más ha empezado un torneo al mismo tiempo. Abre la página otra vez.
refusal-board = El juego no tiene ningún tablero `{ $name }`.
refusal-boards-many = Una temporada tiene { $most } tableros como mucho.
refusal-boards-none = Elige al menos un tablero, o pega el texto de un archivo de configuración.
refusal-body = El cuerpo de la petición no es correcto: { $why }.
refusal-changed = Alguien más lo ha cambiado al mismo tiempo. Lee la página otra vez y luego decide.
refusal-closed = Los envíos están cerrados: la temporada está congelada.
refusal-date = { $what }: `{ $text }` no es ninguna fecha. Escribe una fecha como 2026-03-01T16:42.
refusal-disqualify = Solo puedes descalificar una versión clasificada.
refusal-file-name = El archivo se llama `{ $file }`. Cámbiale el nombre a { $files }.
refusal-form = El formulario no está completo: rellena todos los campos, y escribe los números sin letras. ({ $why })
refusal-freezes-early = Los envíos se cerrarían antes de abrirse. Elige una fecha de cierre posterior.
refusal-friendlies = { $count ->
    [one] Has pedido { $count } partida amistosa en una hora. El límite es { $quota }. Espera y vuelve a intentarlo.
   *[other] Has pedido { $count } partidas amistosas en una hora. El límite es { $quota }. Espera y vuelve a intentarlo.
}
refusal-frozen-choice = La temporada está congelada. No puedes elegir otra versión.
refusal-game = No hay ningún juego `{ $game }`.
refusal-hidden = El nombre tiene un carácter invisible, o uno que cambia la dirección del texto ({ $code }). Escribe el nombre, no lo pegues.
refusal-hidden-reason = El motivo tiene un carácter invisible, o uno que cambia la dirección del texto ({ $code }). Escribe el motivo, no lo pegues.
refusal-kind = `{ $kind }` no es ningún tipo de torneo. Los tipos son { $kinds }.
refusal-language = Esta temporada no acepta jugadores en { $language }. Envía un archivo { $files }.
refusal-languages-none = Elige al menos un lenguaje para los jugadores.
refusal-list = La lista tiene un error: { $why }.
refusal-list-columns = La primera línea debe nombrar las columnas `login` y `name`.
refusal-list-long = Una lista puede tener { $most } personas como mucho.
refusal-login-character = El usuario contiene `{ $c }`. Usa solo letras, cifras y . - _ @ +
refusal-login-exists = `{ $login }` ya tiene una cuenta. Hazle un enlace para una contraseña nueva.
refusal-login-length = El usuario debe tener de 1 a 80 caracteres.
refusal-login-taken = El usuario `{ $login }` ya existe; elige otro.
refusal-login-twice = El usuario `{ $login }` está dos veces en la lista.
refusal-matches-many = El torneo tendría { $count } partidas o más. Elige menos partidas por jugador.
refusal-name-banned = Los organizadores no permiten el nombre `{ $name }`. Elige otro nombre.
refusal-name-character = El nombre `{ $name }` contiene `{ $c }`. Usa solo letras, cifras y guiones bajos.
refusal-name-letters = El nombre `{ $name }` no tiene ninguna letra. Elige un nombre con letras.
refusal-name-long = El nombre `{ $name }` tiene { $count } caracteres. Usa { $most } como mucho.
refusal-name-missing = Escribe el nombre del jugador.
refusal-name-pending = El juez todavía no tiene veredicto sobre `{ $name }`. Espéralo, o envía esta versión con otro nombre.
refusal-name-reserved = El nombre `{ $name }` se parece demasiado al jugador incluido `{ $taken }`. Elige otro nombre.
refusal-name-taken = El nombre `{ $name }` ya es de alguien, o se parece demasiado a `{ $other }`. Elige otro nombre.
refusal-name-used = `{ $name }` ya se ha clasificado. Da un nombre nuevo a la versión nueva, como `{ $next }`.
refusal-no-code = El servidor no puede leer uno de los dos códigos como código.
refusal-no-forward = Este servidor no tiene las reglas para jugadores, así que no pueden mirar adelante. Constrúyelo otra vez después de cargo xtask forward.
refusal-no-player = No tienes ningún jugador clasificado en esta temporada. Antes envía uno.
refusal-no-player-named = No tienes ningún jugador `{ $name }` clasificado en esta temporada.
refusal-no-rival = Ningún jugador `{ $name }` compite en esta temporada.
refusal-no-rival-near = Ningún jugador `{ $name }` compite en esta temporada; ¿querías decir `{ $near }`?
refusal-no-source = No hay código: elige un archivo o pega su texto.
refusal-not-qualified = Solo puede competir una versión clasificada.
refusal-opens-later = Los envíos se abren el { $when }.
refusal-own-password = Cambia tu contraseña en la página de tu cuenta.
refusal-own-role = No puedes cambiar tu propio rol: pídeselo a otro administrador.
refusal-password-long = La contraseña es demasiado larga: 200 bytes como mucho.
refusal-password-old = La contraseña antigua no es correcta.
refusal-password-short = La contraseña debe tener al menos { $least } caracteres; una frase es fácil de recordar.
refusal-person-name = El nombre debe tener de 1 a 60 caracteres.
refusal-played = { $count ->
    [one] No puedes cambiar el juego ni los tableros: esta temporada tiene { $count } partida prevista o terminada. Crea una temporada nueva.
   *[other] No puedes cambiar el juego ni los tableros: esta temporada tiene { $count } partidas previstas o terminadas. Crea una temporada nueva.
}
refusal-players-few = Una partida necesita { $seats } jugadores, pero solo participarían { $count }. Añade los jugadores de la casa, o espera a más jugadores clasificados.
refusal-reason-missing = Da un motivo. El autor lo lee.
refusal-registration-closed = El registro está cerrado. Pide una invitación a los organizadores.
refusal-reinstate = Solo puedes deshacer una descalificación. Vuelve a juzgar esta versión.
refusal-rerun = Solo puedes volver a juzgar una versión que no se ha clasificado.
refusal-rival = El oponente debe ser uno de estos: { $rivals }.
refusal-rivals-many = { $count } rivales son demasiados: una partida tiene { $seats } asientos.
refusal-rivals-none = Di de uno a tres rivales.
refusal-role = `{ $role }` no es ningún rol. Los roles son { $roles }.
refusal-seats = { $count ->
    [one] Los parámetros { $name } tienen { $count } asiento. Una temporada necesita { $seats }.
   *[other] Los parámetros { $name } tienen { $count } asientos. Una temporada necesita { $seats }.
}
refusal-seed = `{ $seed }` no es ninguna semilla. Escribe un número de 0 a 999999, o deja el campo vacío.
refusal-seed-high = La semilla debe ser menor que { $bound }.
refusal-sent = { $count ->
    [one] No puedes cambiar el juego: esta temporada tiene { $count } envío. Crea una temporada nueva.
   *[other] No puedes cambiar el juego: esta temporada tiene { $count } envíos. Crea una temporada nueva.
}
refusal-settings = Configuración { $name }, línea { $line }: se ha encontrado { $found }, pero { $allowed }.
refusal-sign-in = El usuario o la contraseña no son correctos.
refusal-submissions = { $count ->
    [one] Has hecho { $count } envío en una hora. Este es el límite. Espera y vuelve a intentarlo.
   *[other] Has hecho { $count } envíos en una hora. Este es el límite. Espera y vuelve a intentarlo.
}
refusal-token-scope = Tus testigos no pueden tener el alcance `{ $scope }`. Elige uno de estos: { $scopes }.
refusal-tokens = Ya tienes { $most } tokens; revoca uno antes.
refusal-tournament-over = Este torneo ya ha terminado.
refusal-tournaments-many = Ya hay tres torneos en juego. Detén uno antes.
refusal-upload = El servidor no ha podido leer el formulario. Quizá el archivo es demasiado grande.
refusal-within = { $what }: { $value } no se permite. Escribe un número de { $least } a { $most }.
refusal-zero-byte = El texto tiene un byte cero. Quítalo y envía el texto otra vez.
refusal-season = No hay ninguna temporada `{ $slug }`. Las temporadas son { $seasons }.
