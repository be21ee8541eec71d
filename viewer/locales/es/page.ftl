language-name = Español
board = Tablero
zoom = Ampliación
zoom-in = Ampliar (+)
zoom-out = Reducir (−)
fit = Ajustar el tablero (0)
whole-board = Todo el tablero, { $columns } columnas
open = Abrir
open-title = Abrir una partida (o)
compare = Comparar
compare-title = Abrir una segunda partida al lado (c)
compare-end = Cerrar la segunda partida
share = Compartir
share-title = Copiar un enlace a esta ronda y casilla (l)
copied = Enlace copiado
not-copied = El navegador no permitió la copia. Copia el enlace de la barra de direcciones
other-game = { $file } es una partida de { $theirs }. Elige una partida de { $ours } para compararla con esta.
copied-text = Copiado
copy = Copiar
save = Guardar
save-png = Imagen de esta ronda (PNG)
save-csv = Puntuaciones y otras series (CSV)
save-webm = Grabar desde aquí (WebM)
save-res = Fichero de resultado (.res)
full-screen = Pantalla completa (f)
theme = Oscuro o claro (t)
language = Idioma
help = Teclas y ayuda (?)
menu = Menú
close = Cerrar
details = Detalles
first = Primera ronda (Inicio)
back = Una ronda atrás (←)
play = Reproducir (espacio)
pause = Pausa (espacio)
on = Una ronda adelante (→)
last = Última ronda (Fin)
speed = Velocidad
rounds-s = rondas/s
of-rounds = { $rounds ->
    [one] de { $rounds } ronda
   *[other] de { $rounds } rondas
}
round = Ronda { $round }
round-of = Ronda { $round } de { $last }
timeline = Línea del tiempo
transport = Reproducción
series = Serie del gráfico
table = { $series } por jugador, en tabla
standings = Clasificación
players = Jugadores
place = { $place ->
    [1] 1.º
    [2] 2.º
    [3] 3.º
   *[other] 4.º
}
frozen-in = congelado en la ronda { $round }
frozen = congelado
receipt = Recibo del fallo
see-receipt = Mostrar el motivo
inspector = Inspector
inspect-hint = Señala una casilla, o haz clic en ella para seleccionarla.
follow = Seguir esta unidad (u)
unselect = Quitar la selección (Esc)
seat-n = { $name }, asiento { $seat }
nobody = nadie
cell = Casilla { $row }, { $column }
events = Hechos
orders = Órdenes
messages = Mensajes
view = Visión
seen-by = Como lo veía { $name } antes de la ronda { $round }
seen-end = Volver a la partida
seen-draw = Mostrar en el tablero
sees-all = { $units ->
    [one] { $cells } casillas y { $units } unidad: el jugador vio todo el tablero.
   *[other] { $cells } casillas y { $units } unidades: el jugador vio todo el tablero.
}
sees-part = { $units ->
    [one] El jugador vio { $seen } de { $cells } casillas y { $units } unidad. Las casillas ocultas están oscuras en el tablero.
   *[other] El jugador vio { $seen } de { $cells } casillas y { $units } unidades. Las casillas ocultas están oscuras en el tablero.
}
hidden = oculta
own-number = número { $number } para el jugador
at-its-turn = El fichero describe así el tablero en el turno del jugador.
kind-hit = Golpes
kind-taken = Capturas
kind-dead = Muertes
kind-reborn = Renacimientos
kind-conquest = Conquistas
kind-shot = Disparos
kind-bonus = Bonus
kind-infected = Salud
kind-refused = Rechazos
kind-done = Hechas
all = Todos
kind = Clase
any-kind = Cualquier clase
done = hecha
refused = rechazada
no-events = En esta ronda no ocurrió nada.
no-orders = Los jugadores no dieron ninguna orden en esta ronda.
no-filter = Ninguna fila coincide con el filtro.
no-messages = { $name } no escribió nada en stderr en esta ronda.
no-record = Los ficheros de resultado no contienen los mensajes de los jugadores. Juega con --record y abre el fichero .match.
search = Buscar
all-rounds = Todas las rondas
draw-viz = Dibujar las líneas @viz en el tablero
rules = Las reglas
player = Jugador
view-bytes = { $bytes } bytes, resumen
view-none = No hay ninguna visión antes de la partida.
unit = Unidad
where = Casilla
health = Salud
verifying = Verificando…
verified = { $rounds ->
    [one] Verificada, { $rounds } ronda igual
   *[other] Verificada, { $rounds } rondas iguales
}
differs = La repetición difiere en la ronda { $round }
not-verified = La verificación falló
rules-kit = reglas del kit
seed = semilla { $seed }
judged = con los límites del juez
first-difference = Primera diferencia en la ronda { $round }
no-difference = Las dos partidas son iguales
go-there = Ir a esta ronda
welcome = Mira una partida
drop-here = Suelta aquí un fichero .res o .match, o abre uno.
cannot-open = El visor no puede mostrar { $name }.
open-elsewhere = El fichero está en otro sitio web, y el visor no sigue enlaces a otros sitios. Descárgalo y suéltalo aquí.
open-disk = Una página de tu disco no puede abrir otros ficheros por sí sola. Suelta aquí el fichero.
open-nonsense = El enlace no nombra ningún fichero. Abre un fichero.
open-status = El sitio respondió { $status }. Pide un enlace nuevo, o abre el fichero.
open-failed = El sitio no envió el fichero. Vuelve a probar, o abre el fichero.
games-failed = Los juegos de esta página no arrancaron: { $error }
more-marks = Más marcas (m)
settings = Parámetros
keys = Teclas
key-seek10 = Diez rondas atrás o adelante
key-speed = Más lento, más rápido
key-series = Siguiente serie del gráfico
key-mark = Cambio de líder siguiente o anterior
key-cursor = En el tablero: mueve el cursor
key-pick = En el tablero: selecciona la casilla
key-tabs = Hechos, órdenes, mensajes, visión
lead-changes = { $name } se pone en cabeza
recording = Grabando…
live-scores = { $name }: { $score }
live-events = { $events ->
    [one] { $events } hecho
   *[other] { $events } hechos
}
cause = Causa
lost = { $name } no dio ninguna orden desde la ronda { $round }.
last-words = Últimas líneas de stderr
backtrace = Lugar en el código
fuel = Combustible
memory = Memoria
again = Para repetir la partida, ejecuta esta orden en la carpeta de los jugadores
save-settings = Guardar settings.cnf
go-to-round = Ir a la ronda { $round }
more-rows = y { $rows } más
