language-name = Català
board = Tauler
zoom = Ampliació
zoom-in = Amplia (+)
zoom-out = Redueix (−)
fit = Ajusta el tauler (0)
whole-board = Tot el tauler, { $columns } columnes
open = Obre
open-title = Obre una partida (o)
compare = Compara
compare-title = Obre una segona partida al costat (c)
compare-end = Tanca la segona partida
share = Comparteix
share-title = Copia un enllaç a aquesta ronda i casella (l)
copied = Enllaç copiat
not-copied = El navegador no ha permès la còpia. Copia l’enllaç de la barra d’adreces
other-game = { $file } és una partida de { $theirs }. Tria una partida de { $ours } per comparar-la amb aquesta.
copied-text = Copiat
copy = Copia
save = Desa
save-png = Imatge d’aquesta ronda (PNG)
save-csv = Puntuacions i altres sèries (CSV)
save-webm = Enregistra des d’aquí (WebM)
save-res = Fitxer de resultat (.res)
full-screen = Pantalla completa (f)
theme = Fosc o clar (t)
language = Llengua
help = Tecles i ajuda (?)
menu = Menú
close = Tanca
details = Detalls
first = Primera ronda (Inici)
back = Una ronda enrere (←)
play = Reprodueix (espai)
pause = Pausa (espai)
on = Una ronda endavant (→)
last = Última ronda (Fi)
speed = Velocitat
rounds-s = rondes/s
of-rounds = { $rounds ->
    [one] de { $rounds } ronda
   *[other] de { $rounds } rondes
}
round = Ronda { $round }
round-of = Ronda { $round } de { $last }
timeline = Línia del temps
transport = Reproducció
series = Sèrie del gràfic
table = { $series } per jugador, en taula
standings = Classificació
players = Jugadors
place = { $place ->
    [1] 1r
    [2] 2n
    [3] 3r
   *[other] 4t
}
frozen-in = congelat a la ronda { $round }
frozen = congelat
receipt = Rebut de la fallada
see-receipt = Mostra el motiu
inspector = Inspector
inspect-hint = Assenyala una casella, o fes-hi clic per seleccionar-la.
follow = Segueix aquesta unitat (u)
unselect = Treu la selecció (Esc)
seat-n = { $name }, seient { $seat }
nobody = ningú
cell = Casella { $row }, { $column }
events = Fets
orders = Ordres
messages = Missatges
view = Visió
seen-by = Com ho veia { $name } abans de la ronda { $round }
seen-end = Torna a la partida
seen-draw = Mostra-ho al tauler
sees-all = { $units ->
    [one] { $cells } caselles i { $units } unitat: el jugador ha vist tot el tauler.
   *[other] { $cells } caselles i { $units } unitats: el jugador ha vist tot el tauler.
}
sees-part = { $units ->
    [one] El jugador ha vist { $seen } de { $cells } caselles i { $units } unitat. Les caselles amagades són fosques al tauler.
   *[other] El jugador ha vist { $seen } de { $cells } caselles i { $units } unitats. Les caselles amagades són fosques al tauler.
}
hidden = amagada
own-number = número { $number } per al jugador
at-its-turn = El fitxer descriu així el tauler al torn del jugador.
kind-hit = Cops
kind-taken = Captures
kind-dead = Morts
kind-reborn = Renaixements
kind-conquest = Conquestes
kind-shot = Trets
kind-bonus = Bonus
kind-infected = Salut
kind-refused = Rebuigs
kind-done = Fetes
all = Tots
kind = Mena
any-kind = Qualsevol mena
done = feta
refused = rebutjada
no-events = En aquesta ronda no ha passat res.
no-orders = Els jugadors no han donat cap ordre en aquesta ronda.
no-filter = Cap fila no coincideix amb el filtre.
no-messages = { $name } no ha escrit res a stderr en aquesta ronda.
no-record = Els fitxers de resultat no contenen els missatges dels jugadors. Juga amb --record i obre el fitxer .match.
search = Cerca
all-rounds = Totes les rondes
draw-viz = Dibuixa les línies @viz al tauler
rules = Les regles
player = Jugador
view-bytes = { $bytes } bytes, resum
view-none = No hi ha cap visió abans de la partida.
unit = Unitat
where = Casella
health = Salut
verifying = Verificant…
verified = { $rounds ->
    [one] Verificada, { $rounds } ronda igual
   *[other] Verificada, { $rounds } rondes iguals
}
differs = La repetició difereix a la ronda { $round }
not-verified = La verificació ha fallat
rules-kit = regles del kit
seed = llavor { $seed }
judged = amb els límits del jutge
first-difference = Primera diferència a la ronda { $round }
no-difference = Les dues partides són iguals
go-there = Vés a aquesta ronda
welcome = Mira una partida
drop-here = Deixa anar aquí un fitxer .res o .match, o obre’n un.
cannot-open = El visor no pot mostrar { $name }.
open-elsewhere = El fitxer és en un altre lloc web, i el visor no segueix enllaços a altres llocs. Baixa’l i deixa’l anar aquí.
open-disk = Una pàgina del teu disc no pot obrir altres fitxers tota sola. Deixa anar aquí el fitxer.
open-nonsense = L’enllaç no anomena cap fitxer. Obre un fitxer.
open-status = El lloc web ha respost { $status }. Demana un enllaç nou, o obre el fitxer.
open-failed = El lloc web no ha enviat el fitxer. Torna-ho a provar, o obre el fitxer.
games-failed = Els jocs d’aquesta pàgina no s’han engegat: { $error }
more-marks = Més marques (m)
settings = Paràmetres
keys = Tecles
key-seek10 = Deu rondes enrere o endavant
key-speed = Més lent, més ràpid
key-series = Sèrie següent del gràfic
key-mark = Canvi de líder següent o anterior
key-cursor = Al tauler: mou el cursor
key-pick = Al tauler: selecciona la casella
key-tabs = Fets, ordres, missatges, visió
lead-changes = { $name } es posa al davant
recording = Enregistrant…
live-scores = { $name }: { $score }
live-events = { $events ->
    [one] { $events } fet
   *[other] { $events } fets
}
cause = Causa
lost = { $name } no ha donat cap ordre a partir de la ronda { $round }.
last-words = Últimes línies de stderr
backtrace = Lloc al codi
fuel = Combustible
memory = Memòria
again = Per repetir la partida, executa aquesta ordre a la carpeta dels jugadors
save-settings = Desa settings.cnf
go-to-round = Vés a la ronda { $round }
more-rows = i { $rows } més
