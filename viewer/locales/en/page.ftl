language-name = English
board = Board
zoom = Zoom
zoom-in = Zoom in (+)
zoom-out = Zoom out (−)
fit = Fit the board (0)
whole-board = Whole board, { $columns } columns
open = Open
open-title = Open a match (o)
compare = Compare
compare-title = Open a second match beside this one (c)
compare-end = Close the second match
share = Share
share-title = Copy a link to this round and cell (l)
copied = Link copied
not-copied = The browser did not allow the copy. Copy the link from the address bar
other-game = { $file } is a match of { $theirs }. Choose a match of { $ours } to compare it with this one.
copied-text = Copied
copy = Copy
save = Save
save-png = Picture of this round (PNG)
save-csv = Scores and other series (CSV)
save-webm = Record from here (WebM)
save-res = Result file (.res)
full-screen = Full screen (f)
theme = Dark or light (t)
language = Language
help = Keys and help (?)
menu = Menu
close = Close
details = Details
first = First round (Home)
back = One round back (←)
play = Play (space)
pause = Pause (space)
on = One round forward (→)
last = Last round (End)
speed = Speed
rounds-s = rounds/s
of-rounds = { $rounds ->
    [one] of { $rounds } round
   *[other] of { $rounds } rounds
}
round = Round { $round }
round-of = Round { $round } of { $last }
timeline = Timeline
transport = Playback
series = Series in the chart
table = { $series } by player, as a table
standings = Standings
players = Players
place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] 4th
}
frozen-in = frozen in round { $round }
frozen = frozen
receipt = Failure receipt
see-receipt = Show the reason
inspector = Inspector
inspect-hint = Point at a cell, or click a cell to select it.
follow = Follow this unit (u)
unselect = Clear the selection (Esc)
seat-n = { $name }, seat { $seat }
nobody = nobody
cell = Cell { $row }, { $column }
events = Events
orders = Orders
messages = Messages
view = View
seen-by = As { $name } saw it before round { $round }
seen-end = Back to the match
seen-draw = Show on the board
sees-all = { $units ->
    [one] { $cells } cells and { $units } unit: the player saw the whole board.
   *[other] { $cells } cells and { $units } units: the player saw the whole board.
}
sees-part = { $units ->
    [one] The player saw { $seen } of { $cells } cells and { $units } unit. The hidden cells are dark on the board.
   *[other] The player saw { $seen } of { $cells } cells and { $units } units. The hidden cells are dark on the board.
}
hidden = hidden
own-number = number { $number } for the player
at-its-turn = This is the board at the turn of the player, as the file describes it.
kind-hit = Hits
kind-taken = Captures
kind-dead = Deaths
kind-reborn = Rebirths
kind-conquest = Conquests
kind-shot = Shots
kind-bonus = Bonuses
kind-infected = Health
kind-refused = Refusals
kind-done = Done
all = All
kind = Kind
any-kind = Any kind
done = done
refused = refused
no-events = Nothing happened in this round.
no-orders = The players gave no orders in this round.
no-filter = No rows match the filter.
no-messages = { $name } wrote nothing on stderr in this round.
no-record = Result files do not contain the messages of players. Play with --record and open the .match file.
search = Search
all-rounds = All rounds
draw-viz = Draw @viz lines on the board
rules = The rules
player = Player
view-bytes = { $bytes } bytes, digest
view-none = There is no view before the match.
unit = Unit
where = Cell
health = Health
verifying = Verifying…
verified = { $rounds ->
    [one] Verified, { $rounds } round equal
   *[other] Verified, { $rounds } rounds equal
}
differs = The replay differs in round { $round }
not-verified = Verification failed
rules-kit = kit rules
seed = seed { $seed }
judged = with the judge’s limits
first-difference = First difference in round { $round }
no-difference = The two matches are equal
go-there = Go to this round
welcome = Watch a match
drop-here = Drop a .res or .match file here, or open one.
cannot-open = The viewer cannot show { $name }.
open-elsewhere = The file is on another site, and the viewer follows no links to other sites. Download the file and drop it here.
open-disk = A page on your disk cannot open other files by itself. Drop the file here.
open-nonsense = The link does not name a file. Open a file instead.
open-status = The site answered { $status }. Ask for a new link, or open the file yourself.
open-failed = The site did not send the file. Try again, or open the file yourself.
games-failed = The games in this page did not start: { $error }
more-marks = More marks (m)
settings = Settings
keys = Keys
key-seek10 = Ten rounds back or forward
key-speed = Slower, faster
key-series = Next series in the chart
key-mark = Next or previous change of lead
key-cursor = On the board: move the cell cursor
key-pick = On the board: select the cell
key-tabs = Events, orders, messages, view
lead-changes = { $name } takes the lead
recording = Recording…
live-scores = { $name }: { $score }
live-events = { $events ->
    [one] { $events } event
   *[other] { $events } events
}
cause = Cause
lost = { $name } gave no orders from round { $round } on.
last-words = Last lines on stderr
backtrace = Place in the source
fuel = Fuel
memory = Memory
again = To repeat the match, run this command in the folder of the players
save-settings = Save settings.cnf
go-to-round = Go to round { $round }
more-rows = and { $rows } more
