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
  'not-copied': ['The browser did not let the page copy. The link is in the address bar', 'El navegador no deixa copiar. L’enllaç és a la barra d’adreces', 'El navegador no deja copiar. El enlace está en la barra de direcciones'],
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
  'seen-by': ['As {0} saw it before round {1}', 'Com ho veia {0} abans de la ronda {1}', 'Como lo veía {0} antes de la ronda {1}'],
  'seen-end': ['Back to the match', 'Torna a la partida', 'Volver a la partida'],
  'seen-draw': ['Show on the board', 'Mostra-ho al tauler', 'Mostrar en el tablero'],
  'sees-all': ['It was shown the whole board: {0} cells, {1} units.', 'Ha vist tot el tauler: {0} caselles, {1} unitats.', 'Vio todo el tablero: {0} casillas, {1} unidades.'],
  'sees-part': ['It was shown {0} of {1} cells and {2} units; the others are dark on the board.', 'Ha vist {0} de {1} caselles i {2} unitats; les altres són fosques al tauler.', 'Vio {0} de {1} casillas y {2} unidades; las otras están oscuras en el tablero.'],
  hidden: ['hidden', 'amagada', 'oculta'],
  'own-number': ['its number {0}', 'el seu número {0}', 'su número {0}'],
  'at-its-turn': ['This is what the file tells of the board at its turn.', 'Això és el que el fitxer diu del tauler al seu torn.', 'Esto es lo que el fichero dice del tablero en su turno.'],
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
  'open-elsewhere': ['It lies on another site, and links to other sites are not followed: download it and drop it here.', 'És en un altre lloc web, i els enllaços a altres llocs no se segueixen: baixeu-lo i deixeu-lo anar aquí.', 'Está en otro sitio web, y los enlaces a otros sitios no se siguen: descárgalo y suéltalo aquí.'],
  'open-disk': ['A page on disk cannot open other files by itself: drop the file here.', 'Una pàgina del disc no pot obrir altres fitxers tota sola: deixeu anar aquí el fitxer.', 'Una página del disco no puede abrir otros ficheros por sí sola: suelta aquí el fichero.'],
  'open-nonsense': ['The link does not name a file.', 'L’enllaç no diu cap fitxer.', 'El enlace no nombra ningún fichero.'],
  'open-status': ['The site answered {0}: ask for a new link, or open the file yourself.', 'El lloc web ha respost {0}: demaneu un enllaç nou, o obriu el fitxer vosaltres.', 'El sitio respondió {0}: pide un enlace nuevo, o abre tú el fichero.'],
  'open-failed': ['The site did not give it: try again, or open the file yourself.', 'El lloc web no l’ha donat: torneu-ho a provar, o obriu el fitxer vosaltres.', 'El sitio no lo dio: vuelve a probar, o abre tú el fichero.'],
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
  again: ['To see it again, where the players’ files are', 'Per tornar-ho a veure, on són els fitxers dels jugadors', 'Para verlo otra vez, donde están los ficheros de los jugadores'],
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
