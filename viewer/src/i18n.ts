/** All words of the viewer, in three languages. What the rules say comes as it is. */

export const LANGUAGES = { en: 'English', ca: 'Català', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

type Row = [en: string, ca: string, es: string];

/** `{0}`, `{1}` stand for what is filled in. */
export const WORDS: Record<string, Row> = {
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
  on: ['One round on (→)', 'Una ronda endavant (→)', 'Una ronda adelante (→)'],
  last: ['Last round (End)', 'Última ronda (Fi)', 'Última ronda (Fin)'],
  speed: ['Speed', 'Velocitat', 'Velocidad'],
  'rounds-s': ['rounds/s', 'rondes/s', 'rondas/s'],
  'of-rounds': ['of {0} rounds', 'de {0} rondes', 'de {0} rondas'],
  of: ['of {0}', 'de {0}', 'de {0}'],
  round: ['Round {0}', 'Ronda {0}', 'Ronda {0}'],
  'round-of': ['Round {0} of {1}', 'Ronda {0} de {1}', 'Ronda {0} de {1}'],
  timeline: ['Timeline', 'Línia del temps', 'Línea del tiempo'],
  transport: ['Playing', 'Reproducció', 'Reproducción'],
  series: ['What the chart shows', 'Què mostra el gràfic', 'Qué muestra el gráfico'],
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
  'see-receipt': ['See why', 'Vegeu per què', 'Ver por qué'],
  inspector: ['Inspector', 'Inspector', 'Inspector'],
  'inspect-hint': ['Point at a cell, or click one to keep it.', 'Assenyaleu una casella, o feu-hi clic per fixar-la.', 'Señala una casilla, o haz clic para fijarla.'],
  follow: ['Follow this unit (u)', 'Segueix aquesta unitat (u)', 'Seguir esta unidad (u)'],
  unselect: ['Let go (Esc)', 'Deixa anar (Esc)', 'Soltar (Esc)'],
  'seat-n': ['{0}, seat {1}', '{0}, seient {1}', '{0}, asiento {1}'],
  nobody: ['nobody', 'ningú', 'nadie'],
  cell: ['Cell {0}, {1}', 'Casella {0}, {1}', 'Casilla {0}, {1}'],
  events: ['Events', 'Fets', 'Hechos'],
  orders: ['Orders', 'Ordres', 'Órdenes'],
  messages: ['Messages', 'Missatges', 'Mensajes'],
  view: ['View', 'Visió', 'Visión'],
  all: ['All', 'Tots', 'Todos'],
  kind: ['Kind', 'Mena', 'Clase'],
  'any-kind': ['Any kind', 'Qualsevol mena', 'Cualquier clase'],
  done: ['done', 'feta', 'hecha'],
  refused: ['refused', 'rebutjada', 'rechazada'],
  'not-done': ['not carried out', 'no executada', 'no ejecutada'],
  'no-events': ['Nothing happened in this round.', 'En aquesta ronda no ha passat res.', 'En esta ronda no ocurrió nada.'],
  'no-orders': ['Nobody asked for anything in this round.', 'Ningú no ha demanat res en aquesta ronda.', 'Nadie pidió nada en esta ronda.'],
  'no-filter': ['Nothing here matches the filter.', 'Res no coincideix amb el filtre.', 'Nada coincide con el filtro.'],
  'no-messages': ['{0} wrote nothing on stderr in this round.', '{0} no ha escrit res a stderr en aquesta ronda.', '{0} no escribió nada en stderr en esta ronda.'],
  'no-record': ['Result files do not keep what players wrote: play with --record and open the .match file.', 'Els fitxers de resultat no guarden el que escriuen els jugadors: jugueu amb --record i obriu el fitxer .match.', 'Los ficheros de resultado no guardan lo que escriben los jugadores: juega con --record y abre el fichero .match.'],
  search: ['Search', 'Cerca', 'Buscar'],
  'all-rounds': ['All rounds', 'Totes les rondes', 'Todas las rondas'],
  'draw-viz': ['Draw @viz lines on the board', 'Dibuixa les línies @viz al tauler', 'Dibujar las líneas @viz en el tablero'],
  'n-of-n': ['{0} of {1}', '{0} de {1}', '{0} de {1}'],
  rules: ['The rules', 'Les regles', 'Las reglas'],
  player: ['Player', 'Jugador', 'Jugador'],
  'view-of': ['What {0} was shown before round {1}', 'Què ha vist {0} abans de la ronda {1}', 'Qué vio {0} antes de la ronda {1}'],
  'view-bytes': ['{0} bytes, digest', '{0} bytes, resum', '{0} bytes, resumen'],
  'view-none': ['No view: the match had not begun.', 'Cap visió: la partida no havia començat.', 'Sin visión: la partida no había empezado.'],
  unit: ['Unit', 'Unitat', 'Unidad'],
  where: ['Cell', 'Casella', 'Casilla'],
  health: ['Health', 'Salut', 'Salud'],
  verifying: ['Verifying…', 'Verificant…', 'Verificando…'],
  verified: ['Verified, {0} rounds equal', 'Verificada, {0} rondes iguals', 'Verificada, {0} rondas iguales'],
  differs: ['Differs from its replay in round {0}', 'Difereix de la repetició a la ronda {0}', 'Difiere de la repetición en la ronda {0}'],
  'not-verified': ['Could not be verified', 'No s’ha pogut verificar', 'No se pudo verificar'],
  'rules-statement': ['statement rules', 'regles de l’enunciat', 'reglas del enunciado'],
  'rules-kit': ['kit rules', 'regles del kit', 'reglas del kit'],
  seed: ['seed {0}', 'llavor {0}', 'semilla {0}'],
  judged: ['with limits', 'amb límits', 'con límites'],
  'first-difference': ['First difference in round {0}', 'Primera diferència a la ronda {0}', 'Primera diferencia en la ronda {0}'],
  'no-difference': ['The two matches are equal', 'Les dues partides són iguals', 'Las dos partidas son iguales'],
  'go-there': ['Go there', 'Vés-hi', 'Ir ahí'],
  welcome: ['Watch a match', 'Mireu una partida', 'Mira una partida'],
  'drop-here': ['Drop a .res or .match file here, or open one.', 'Deixeu anar aquí un fitxer .res o .match, o obriu-ne un.', 'Suelta aquí un fichero .res o .match, o abre uno.'],
  'drop-now': ['Drop to open', 'Deixeu anar per obrir', 'Suelta para abrir'],
  opening: ['Opening {0}…', 'Obrint {0}…', 'Abriendo {0}…'],
  'cannot-open': ['{0} cannot be shown.', '{0} no es pot mostrar.', '{0} no se puede mostrar.'],
  'games-failed': ['The games inside this page could not start: {0}', 'Els jocs d’aquesta pàgina no s’han pogut engegar: {0}', 'Los juegos de esta página no pudieron arrancar: {0}'],
  'more-marks': ['More marks (m)', 'Més marques (m)', 'Más marcas (m)'],
  settings: ['Settings', 'Paràmetres', 'Parámetros'],
  keys: ['Keys', 'Tecles', 'Teclas'],
  'key-seek10': ['Ten rounds back or on', 'Deu rondes enrere o endavant', 'Diez rondas atrás o adelante'],
  'key-speed': ['Slower, faster', 'Més lent, més ràpid', 'Más lento, más rápido'],
  'key-series': ['Next series in the chart', 'Sèrie següent del gràfic', 'Siguiente serie del gráfico'],
  'key-mark': ['Next or previous change of lead', 'Canvi de líder següent o anterior', 'Cambio de líder siguiente o anterior'],
  'key-cursor': ['On the board: move the cell cursor', 'Al tauler: mou el cursor', 'En el tablero: mueve el cursor'],
  'key-pick': ['On the board: keep the cell', 'Al tauler: fixa la casella', 'En el tablero: fija la casilla'],
  'key-tabs': ['Events, orders, messages, view', 'Fets, ordres, missatges, visió', 'Hechos, órdenes, mensajes, visión'],
  'lead-changes': ['{0} takes the lead', '{0} es posa al davant', '{0} se pone en cabeza'],
  recording: ['Recording…', 'Enregistrant…', 'Grabando…'],
  'live-scores': ['{0}: {1}', '{0}: {1}', '{0}: {1}'],
  'live-events': ['{0} events', '{0} fets', '{0} hechos'],
  incomplete: ['Not complete', 'Incomplet', 'Incompleto'],
  cause: ['Cause', 'Causa', 'Causa'],
  lost: ['{0} did nothing from round {1} on.', '{0} no ha fet res a partir de la ronda {1}.', '{0} no hizo nada desde la ronda {1}.'],
  'last-words': ['Last lines on stderr', 'Últimes línies de stderr', 'Últimas líneas de stderr'],
  backtrace: ['Where', 'On', 'Dónde'],
  fuel: ['Fuel', 'Combustible', 'Combustible'],
  memory: ['Memory', 'Memòria', 'Memoria'],
  'go-to-round': ['Go to round {0}', 'Vés a la ronda {0}', 'Ir a la ronda {0}'],
  'more-rows': ['and {0} more', 'i {0} més', 'y {0} más'],
};

/** Words that games use for series and facts; others are shown as the game says them. */
const TOLD: Record<string, [ca: string, es: string]> = {
  Score: ['Punts', 'Puntos'], Land: ['Terreny', 'Terreno'], Units: ['Unitats', 'Unidades'],
  Farmers: ['Pagesos', 'Campesinos'], Knights: ['Cavallers', 'Caballeros'],
  Witches: ['Bruixes', 'Brujas'], Cities: ['Ciutats', 'Ciudades'], Paths: ['Camins', 'Caminos'],
  Warriors: ['Guerrers', 'Guerreros'], Cars: ['Cotxes', 'Coches'], Ships: ['Naus', 'Naves'],
  Missiles: ['Míssils', 'Misiles'], Fuel: ['Combustible', 'Combustible'],
  Budget: ['Pressupost', 'Presupuesto'], CPU: ['CPU', 'CPU'], Health: ['Salut', 'Salud'],
  Cell: ['Casella', 'Casilla'], Ground: ['Terreny', 'Terreno'], Unit: ['Unitat', 'Unidad'],
  Owner: ['Propietari', 'Propietario'], Food: ['Menjar', 'Comida'], Water: ['Aigua', 'Agua'],
  Steps: ['Passos', 'Pasos'], Hits: ['Cops', 'Golpes'], Moves: ['Moviments', 'Movimientos'],
  Masks: ['Mascaretes', 'Mascarillas'], Flying: ['En vol', 'En vuelo'],
};

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

/** A label that a game uses. */
export function told(label: string): string {
  const row = TOLD[label];
  if (!row || language === 'en') return label;
  return row[language === 'ca' ? 0 : 1];
}
