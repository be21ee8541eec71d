/** All words of the viewer, in three languages. The games bring their own tables. */
import type { EventKind } from './kinds.ts';
import type { Say } from './words.ts';

export const LANGUAGES = { en: 'English', ca: 'Català', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

type Row = [en: string, ca: string, es: string];

/** `{0}`, `{1}` stand for what is filled in. */
export const WORDS: Record<string, Row> & Record<`kind-${EventKind}`, Row> = {
  board: ['Board', 'Tauler', 'Tablero'],
  zoom: ['Zoom', 'Ampliació', 'Ampliación'],
  'zoom-in': ['Zoom in (+)', 'Amplia (+)', 'Ampliar (+)'],
  'zoom-out': ['Zoom out (−)', 'Redueix (−)', 'Reducir (−)'],
  fit: ['Fit the board (0)', 'Ajusta el tauler (0)', 'Ajustar el tablero (0)'],
  'whole-board': ['Whole board, {0} columns', 'Tot el tauler, {0} columnes', 'Todo el tablero, {0} columnas'],
  open: ['Open', 'Obre', 'Abrir'],
  'open-title': ['Open a match (o)', 'Obre una partida (o)', 'Abrir una partida (o)'],
  compare: ['Compare', 'Compara', 'Comparar'],
  'compare-title': ['Open a second match beside this one (c)', 'Obre una segona partida al costat (c)', 'Abrir una segunda partida al lado (c)'],
  'compare-end': ['Close the second match', 'Tanca la segona partida', 'Cerrar la segunda partida'],
  share: ['Share', 'Comparteix', 'Compartir'],
  'share-title': ['Copy a link to this round and cell (l)', 'Copia un enllaç a aquesta ronda i casella (l)', 'Copiar un enlace a esta ronda y casilla (l)'],
  copied: ['Link copied', 'Enllaç copiat', 'Enlace copiado'],
  'not-copied': ['The browser did not allow the copy. Copy the link from the address bar', 'El navegador no ha permès la còpia. Copia l’enllaç de la barra d’adreces', 'El navegador no permitió la copia. Copia el enlace de la barra de direcciones'],
  'other-game': ['{0} is a match of {1}. Choose a match of {2} to compare it with this one.', '{0} és una partida de {1}. Tria una partida de {2} per comparar-la amb aquesta.', '{0} es una partida de {1}. Elige una partida de {2} para compararla con esta.'],
  'copied-text': ['Copied', 'Copiat', 'Copiado'],
  copy: ['Copy', 'Copia', 'Copiar'],
  save: ['Save', 'Desa', 'Guardar'],
  'save-png': ['Picture of this round (PNG)', 'Imatge d’aquesta ronda (PNG)', 'Imagen de esta ronda (PNG)'],
  'save-csv': ['Scores and other series (CSV)', 'Puntuacions i altres sèries (CSV)', 'Puntuaciones y otras series (CSV)'],
  'save-webm': ['Record from here (WebM)', 'Enregistra des d’aquí (WebM)', 'Grabar desde aquí (WebM)'],
  'save-stop': ['Stop recording', 'Atura l’enregistrament', 'Detener la grabación'],
  'save-res': ['Result file (.res)', 'Fitxer de resultat (.res)', 'Fichero de resultado (.res)'],
  'full-screen': ['Full screen (f)', 'Pantalla completa (f)', 'Pantalla completa (f)'],
  theme: ['Dark or light (t)', 'Fosc o clar (t)', 'Oscuro o claro (t)'],
  language: ['Language', 'Llengua', 'Idioma'],
  help: ['Keys and help (?)', 'Tecles i ajuda (?)', 'Teclas y ayuda (?)'],
  menu: ['Menu', 'Menú', 'Menú'],
  close: ['Close', 'Tanca', 'Cerrar'],
  details: ['Details', 'Detalls', 'Detalles'],
  first: ['First round (Home)', 'Primera ronda (Inici)', 'Primera ronda (Inicio)'],
  back: ['One round back (←)', 'Una ronda enrere (←)', 'Una ronda atrás (←)'],
  play: ['Play (space)', 'Reprodueix (espai)', 'Reproducir (espacio)'],
  pause: ['Pause (space)', 'Pausa (espai)', 'Pausa (espacio)'],
  on: ['One round forward (→)', 'Una ronda endavant (→)', 'Una ronda adelante (→)'],
  last: ['Last round (End)', 'Última ronda (Fi)', 'Última ronda (Fin)'],
  speed: ['Speed', 'Velocitat', 'Velocidad'],
  'rounds-s': ['rounds/s', 'rondes/s', 'rondas/s'],
  'of-rounds': ['of {0} rounds', 'de {0} rondes', 'de {0} rondas'],
  of: ['of {0}', 'de {0}', 'de {0}'],
  round: ['Round {0}', 'Ronda {0}', 'Ronda {0}'],
  'round-of': ['Round {0} of {1}', 'Ronda {0} de {1}', 'Ronda {0} de {1}'],
  timeline: ['Timeline', 'Línia del temps', 'Línea del tiempo'],
  transport: ['Playback', 'Reproducció', 'Reproducción'],
  series: ['Series in the chart', 'Sèrie del gràfic', 'Serie del gráfico'],
  table: ['{0} by player, as a table', '{0} per jugador, en taula', '{0} por jugador, en tabla'],
  standings: ['Standings', 'Classificació', 'Clasificación'],
  players: ['Players', 'Jugadors', 'Jugadores'],
  'place-1': ['1st', '1r', '1.º'],
  'place-2': ['2nd', '2n', '2.º'],
  'place-3': ['3rd', '3r', '3.º'],
  'place-4': ['4th', '4t', '4.º'],
  'frozen-in': ['frozen in round {0}', 'congelat a la ronda {0}', 'congelado en la ronda {0}'],
  frozen: ['frozen', 'congelat', 'congelado'],
  receipt: ['Failure receipt', 'Rebut de la fallada', 'Recibo del fallo'],
  'see-receipt': ['Show the reason', 'Mostra el motiu', 'Mostrar el motivo'],
  inspector: ['Inspector', 'Inspector', 'Inspector'],
  'inspect-hint': ['Point at a cell, or click a cell to select it.', 'Assenyala una casella, o fes-hi clic per seleccionar-la.', 'Señala una casilla, o haz clic en ella para seleccionarla.'],
  follow: ['Follow this unit (u)', 'Segueix aquesta unitat (u)', 'Seguir esta unidad (u)'],
  unselect: ['Clear the selection (Esc)', 'Treu la selecció (Esc)', 'Quitar la selección (Esc)'],
  'seat-n': ['{0}, seat {1}', '{0}, seient {1}', '{0}, asiento {1}'],
  nobody: ['nobody', 'ningú', 'nadie'],
  cell: ['Cell {0}, {1}', 'Casella {0}, {1}', 'Casilla {0}, {1}'],
  events: ['Events', 'Fets', 'Hechos'],
  orders: ['Orders', 'Ordres', 'Órdenes'],
  messages: ['Messages', 'Missatges', 'Mensajes'],
  view: ['View', 'Visió', 'Visión'],
  'seen-by': ['As {0} saw it before round {1}', 'Com ho veia {0} abans de la ronda {1}', 'Como lo veía {0} antes de la ronda {1}'],
  'seen-end': ['Back to the match', 'Torna a la partida', 'Volver a la partida'],
  'seen-draw': ['Show on the board', 'Mostra-ho al tauler', 'Mostrar en el tablero'],
  'sees-all': ['{0} cells and {1} units: the player saw the whole board.', '{0} caselles i {1} unitats: el jugador ha vist tot el tauler.', '{0} casillas y {1} unidades: el jugador vio todo el tablero.'],
  'sees-part': ['The player saw {0} of {1} cells and {2} units. The hidden cells are dark on the board.', 'El jugador ha vist {0} de {1} caselles i {2} unitats. Les caselles amagades són fosques al tauler.', 'El jugador vio {0} de {1} casillas y {2} unidades. Las casillas ocultas están oscuras en el tablero.'],
  hidden: ['hidden', 'amagada', 'oculta'],
  'own-number': ['number {0} for the player', 'número {0} per al jugador', 'número {0} para el jugador'],
  'at-its-turn': ['The file describes the board at the turn of the player like this.', 'El fitxer descriu així el tauler al torn del jugador.', 'El fichero describe así el tablero en el turno del jugador.'],
  'kind-hit': ['Hits', 'Cops', 'Golpes'],
  'kind-taken': ['Captures', 'Captures', 'Capturas'],
  'kind-dead': ['Deaths', 'Morts', 'Muertes'],
  'kind-reborn': ['Rebirths', 'Renaixements', 'Renacimientos'],
  'kind-conquest': ['Conquests', 'Conquestes', 'Conquistas'],
  'kind-shot': ['Shots', 'Trets', 'Disparos'],
  'kind-bonus': ['Bonuses', 'Bonus', 'Bonus'],
  'kind-infected': ['Health', 'Salut', 'Salud'],
  'kind-refused': ['Refusals', 'Rebuigs', 'Rechazos'],
  'kind-done': ['Done', 'Fetes', 'Hechas'],
  all: ['All', 'Tots', 'Todos'],
  kind: ['Kind', 'Mena', 'Clase'],
  'any-kind': ['Any kind', 'Qualsevol mena', 'Cualquier clase'],
  done: ['done', 'feta', 'hecha'],
  refused: ['refused', 'rebutjada', 'rechazada'],
  'not-done': ['not carried out', 'no executada', 'no ejecutada'],
  'no-events': ['Nothing happened in this round.', 'En aquesta ronda no ha passat res.', 'En esta ronda no ocurrió nada.'],
  'no-orders': ['The players gave no orders in this round.', 'Els jugadors no han donat cap ordre en aquesta ronda.', 'Los jugadores no dieron ninguna orden en esta ronda.'],
  'no-filter': ['No rows match the filter.', 'Cap fila no coincideix amb el filtre.', 'Ninguna fila coincide con el filtro.'],
  'no-messages': ['{0} wrote nothing on stderr in this round.', '{0} no ha escrit res a stderr en aquesta ronda.', '{0} no escribió nada en stderr en esta ronda.'],
  'no-record': ['Result files do not contain the messages of players. Play with --record and open the .match file.', 'Els fitxers de resultat no contenen els missatges dels jugadors. Juga amb --record i obre el fitxer .match.', 'Los ficheros de resultado no contienen los mensajes de los jugadores. Juega con --record y abre el fichero .match.'],
  search: ['Search', 'Cerca', 'Buscar'],
  'all-rounds': ['All rounds', 'Totes les rondes', 'Todas las rondas'],
  'draw-viz': ['Draw @viz lines on the board', 'Dibuixa les línies @viz al tauler', 'Dibujar las líneas @viz en el tablero'],
  'n-of-n': ['{0} of {1}', '{0} de {1}', '{0} de {1}'],
  rules: ['The rules', 'Les regles', 'Las reglas'],
  player: ['Player', 'Jugador', 'Jugador'],
  'view-of': ['View of {0} before round {1}', 'Visió de {0} abans de la ronda {1}', 'Visión de {0} antes de la ronda {1}'],
  'view-bytes': ['{0} bytes, digest', '{0} bytes, resum', '{0} bytes, resumen'],
  'view-none': ['There is no view before the match.', 'No hi ha cap visió abans de la partida.', 'No hay ninguna visión antes de la partida.'],
  unit: ['Unit', 'Unitat', 'Unidad'],
  where: ['Cell', 'Casella', 'Casilla'],
  health: ['Health', 'Salut', 'Salud'],
  verifying: ['Verifying…', 'Verificant…', 'Verificando…'],
  verified: ['Verified, {0} rounds equal', 'Verificada, {0} rondes iguals', 'Verificada, {0} rondas iguales'],
  differs: ['The replay differs in round {0}', 'La repetició difereix a la ronda {0}', 'La repetición difiere en la ronda {0}'],
  'not-verified': ['Verification failed', 'La verificació ha fallat', 'La verificación falló'],
  'rules-kit': ['kit rules', 'regles del kit', 'reglas del kit'],
  seed: ['seed {0}', 'llavor {0}', 'semilla {0}'],
  judged: ['with the judge’s limits', 'amb els límits del jutge', 'con los límites del juez'],
  'first-difference': ['First difference in round {0}', 'Primera diferència a la ronda {0}', 'Primera diferencia en la ronda {0}'],
  'no-difference': ['The two matches are equal', 'Les dues partides són iguals', 'Las dos partidas son iguales'],
  'go-there': ['Go to this round', 'Vés a aquesta ronda', 'Ir a esta ronda'],
  welcome: ['Watch a match', 'Mira una partida', 'Mira una partida'],
  'drop-here': ['Drop a .res or .match file here, or open one.', 'Deixa anar aquí un fitxer .res o .match, o obre’n un.', 'Suelta aquí un fichero .res o .match, o abre uno.'],
  'drop-now': ['Drop the file to open it', 'Deixa anar el fitxer per obrir-lo', 'Suelta el fichero para abrirlo'],
  opening: ['Opening {0}…', 'Obrint {0}…', 'Abriendo {0}…'],
  'cannot-open': ['The viewer cannot show {0}.', 'El visor no pot mostrar {0}.', 'El visor no puede mostrar {0}.'],
  'open-elsewhere': ['The file is on another site, and the viewer follows no links to other sites. Download the file and drop it here.', 'El fitxer és en un altre lloc web, i el visor no segueix enllaços a altres llocs. Baixa’l i deixa’l anar aquí.', 'El fichero está en otro sitio web, y el visor no sigue enlaces a otros sitios. Descárgalo y suéltalo aquí.'],
  'open-disk': ['A page on your disk cannot open other files by itself. Drop the file here.', 'Una pàgina del teu disc no pot obrir altres fitxers tota sola. Deixa anar aquí el fitxer.', 'Una página de tu disco no puede abrir otros ficheros por sí sola. Suelta aquí el fichero.'],
  'open-nonsense': ['The link does not name a file. Open a file instead.', 'L’enllaç no anomena cap fitxer. Obre un fitxer.', 'El enlace no nombra ningún fichero. Abre un fichero.'],
  'open-status': ['The site answered {0}. Ask for a new link, or open the file yourself.', 'El lloc web ha respost {0}. Demana un enllaç nou, o obre el fitxer.', 'El sitio respondió {0}. Pide un enlace nuevo, o abre el fichero.'],
  'open-failed': ['The site did not send the file. Try again, or open the file yourself.', 'El lloc web no ha enviat el fitxer. Torna-ho a provar, o obre el fitxer.', 'El sitio no envió el fichero. Vuelve a probar, o abre el fichero.'],
  'games-failed': ['The games in this page did not start: {0}', 'Els jocs d’aquesta pàgina no s’han engegat: {0}', 'Los juegos de esta página no arrancaron: {0}'],
  'more-marks': ['More marks (m)', 'Més marques (m)', 'Más marcas (m)'],
  settings: ['Settings', 'Paràmetres', 'Parámetros'],
  keys: ['Keys', 'Tecles', 'Teclas'],
  'key-seek10': ['Ten rounds back or forward', 'Deu rondes enrere o endavant', 'Diez rondas atrás o adelante'],
  'key-speed': ['Slower, faster', 'Més lent, més ràpid', 'Más lento, más rápido'],
  'key-series': ['Next series in the chart', 'Sèrie següent del gràfic', 'Siguiente serie del gráfico'],
  'key-mark': ['Next or previous change of lead', 'Canvi de líder següent o anterior', 'Cambio de líder siguiente o anterior'],
  'key-cursor': ['On the board: move the cell cursor', 'Al tauler: mou el cursor', 'En el tablero: mueve el cursor'],
  'key-pick': ['On the board: select the cell', 'Al tauler: selecciona la casella', 'En el tablero: selecciona la casilla'],
  'key-tabs': ['Events, orders, messages, view', 'Fets, ordres, missatges, visió', 'Hechos, órdenes, mensajes, visión'],
  'lead-changes': ['{0} takes the lead', '{0} es posa al davant', '{0} se pone en cabeza'],
  recording: ['Recording…', 'Enregistrant…', 'Grabando…'],
  'live-scores': ['{0}: {1}', '{0}: {1}', '{0}: {1}'],
  'live-events': ['{0} events', '{0} fets', '{0} hechos'],
  incomplete: ['Incomplete file', 'Fitxer incomplet', 'Fichero incompleto'],
  cause: ['Cause', 'Causa', 'Causa'],
  lost: ['{0} gave no orders from round {1} on.', '{0} no ha donat cap ordre a partir de la ronda {1}.', '{0} no dio ninguna orden desde la ronda {1}.'],
  'last-words': ['Last lines on stderr', 'Últimes línies de stderr', 'Últimas líneas de stderr'],
  backtrace: ['Place in the source', 'Lloc al codi', 'Lugar en el código'],
  fuel: ['Fuel', 'Combustible', 'Combustible'],
  memory: ['Memory', 'Memòria', 'Memoria'],
  again: ['To repeat the match, run this command in the folder of the players', 'Per repetir la partida, executa aquesta ordre a la carpeta dels jugadors', 'Para repetir la partida, ejecuta esta orden en la carpeta de los jugadores'],
  'save-settings': ['Save settings.cnf', 'Desa settings.cnf', 'Guardar settings.cnf'],
  'go-to-round': ['Go to round {0}', 'Vés a la ronda {0}', 'Ir a la ronda {0}'],
  'more-rows': ['and {0} more', 'i {0} més', 'y {0} más'],
};

/** What every match may say besides its game, in the games' own form. */
const COMMON: Row[] = [
  ['Budget', 'Pressupost', 'Presupuesto'],
  ['Fuel', 'Combustible', 'Combustible'],
  ['order {}: {} {}', 'ordre {}: {} {}', 'orden {}: {} {}'],
  ['not carried out', 'no executada', 'no ejecutada'],
  ['only the first order for a unit counts', 'només compta la primera ordre d’una unitat', 'solo cuenta la primera orden de una unidad'],
  ['The file is damaged or cut short: {}', 'El fitxer està malmès o tallat: {}', 'El fichero está dañado o cortado: {}'],
  ['This file is empty.', 'Aquest fitxer és buit.', 'Este fichero está vacío.'],
  ['This is neither a result file nor a match record: it is not text.', 'No és ni un fitxer de resultats ni el registre d’una partida: no és text.', 'No es ni un fichero de resultados ni el registro de una partida: no es texto.'],
  ['This match is of `{}`, a game that this viewer does not have.', 'Aquesta partida és de `{}`, un joc que aquest visor no té.', 'Esta partida es de `{}`, un juego que este visor no tiene.'],
  ['The match record is of another game than it says.', 'El registre és d’un altre joc que el que diu.', 'El registro es de otro juego que el que dice.'],
  ['The match record is damaged: {}.', 'El registre de la partida està malmès: {}.', 'El registro de la partida está dañado: {}.'],
  ['The match cannot be replayed: {}.', 'La partida no es pot repetir: {}.', 'La partida no se puede repetir: {}.'],
  ['it ends before its digest', 'acaba abans del seu resum', 'acaba antes de su resumen'],
  ['its contents do not have the digest that it names', 'el contingut no té el resum que diu', 'el contenido no tiene el resumen que dice'],
  ['its final digest or scores are not the match’s', 'el resum o els punts finals no són els de la partida', 'el resumen o los puntos finales no son los de la partida'],
  ['No game can read this as a result file. {} came furthest: {}', 'Cap joc no pot llegir això com a fitxer de resultats. El que n’ha llegit més és {}: {}', 'Ningún juego puede leer esto como fichero de resultados. El que más ha leído es {}: {}'],
  ['line {}: found {}, but {}.', 'a la línia {} hi ha {}, però s’hi espera una altra cosa («{}»).', 'en la línea {} hay {}, pero se espera otra cosa («{}»).'],
  ['found {}, but {}.', 'hi ha {}, però s’espera una altra cosa («{}»).', 'hay {}, pero se espera otra cosa («{}»).'],
  ['This looks like a scene file, but it is not JSON: {}.', 'Sembla un fitxer d’escenes, però no és JSON: {}.', 'Parece un fichero de escenas, pero no es JSON: {}.'],
  ['A scene file needs a `stage` and at least one entry in `scenes`.', 'Un fitxer d’escenes necessita `stage` i almenys un element a `scenes`.', 'Un fichero de escenas necesita `stage` y al menos un elemento en `scenes`.'],
  ['Scene {}: `{}` is not a known {}. Known are {}.', 'Escena {}: `{}` no és cap {} conegut. Es coneixen {}.', 'Escena {}: `{}` no es ningún {} conocido. Se conocen {}.'],
  ['kind of event', 'tipus d’esdeveniment', 'tipo de suceso'],
  ['kind of area', 'tipus d’àrea', 'tipo de área'],
  ['kind of ground', 'tipus de terreny', 'tipo de terreno'],
  ['kind of mark', 'tipus de marca', 'tipo de marca'],
  ['lane', 'carril', 'carril'],
  ['tag', 'estat', 'estado'],
  ['The match could be replayed only to round {} of {}.', 'La partida només s’ha pogut repetir fins a la ronda {} de {}.', 'La partida solo se pudo repetir hasta la ronda {} de {}.'],
];
let tables = new Map<string, Row>(COMMON.map((row) => [row[0], row]));

/** Takes the words of a match's game; those of earlier matches are forgotten. */
export function learn(words: Row[]): void {
  tables = new Map([...COMMON, ...words].map((row) => [row[0], row]));
}

let language: Language = 'en';

export function setLanguage(wanted: string | undefined): void {
  const first = (wanted ?? '').slice(0, 2).toLowerCase();
  language = first in LANGUAGES ? first as Language : 'en';
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

export function currentLanguage(): Language {
  return language;
}

export function t(key: string, ...values: (string | number)[]): string {
  const row = WORDS[key];
  const column = Object.keys(LANGUAGES).indexOf(language);
  const text = row?.[column] ?? key;
  return text.replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)] ?? ''));
}

/** Words of a game; what its table does not have is shown as the game says it. */
export function told(say: Say): string {
  if (typeof say === 'string') return say;
  const [key, ...parts] = say;
  const text = word(String(key));
  let next = 0;
  return text.replace(/\{(\d?)\}/g, (_, n: string) => {
    const part = parts[n === '' ? next : Number(n)];
    next += 1;
    return part === undefined ? '' : told(part);
  });
}

/** A label, a kind or a name of a game, which is always words. */
export function word(key: string): string {
  return tables.get(key)?.[Object.keys(LANGUAGES).indexOf(language)] ?? key;
}
