# The library of every game. Before it come the game's description (its api.json) and the name of
# the module, after it the game's own game.py: see crates/toolchain/src/scripts/python.

from collections import namedtuple

Pos = native.Pos
Direction = native.Direction

FAR = 0x7fffffff


class Dir:
    pass


for name, code, i, j, _ in description["directions"]:
    # None has a meaning of its own in Python.
    setattr(Dir, "NONE" if name == "None" else name, native.direction(name, code, i, j))
for name, members in description["sets"].items():
    setattr(Dir, name, tuple([getattr(Dir, member) for member in members]))

native.stream({"lcg": 0, "lehmer": 1, "libc": 2}[description["stream"]])

Found = namedtuple("Found", ("pos", "dir", "steps"))


class Namespace:
    pass


def read_flag():
    return native.int() != 0


READ = {"int": native.int, "real": native.real, "flag": read_flag}

# Kinds of objects. A field whose code is longer is filled by the game's own code: `own` from a list
# that the game gives, others are no objects of a list.
types = {}
codes = {}
words = {}
for name, kind in description["types"].items():
    fields = kind["fields"]
    types[name] = namedtuple(name, [f["name"] for f in fields if f["code"] not in "BI"])
    codes[name] = "".join(["o" if f["code"] == "own" else f["code"] for f in fields])
    for f in fields:
        if "words" in f and f["code"] != "own":
            words[name] = f["words"]


# The number of something: written out, read before, or a setting.
def amount(game, of):
    if isinstance(of, int):
        return of
    if of in game.counts_:
        return game.counts_[of]
    return getattr(game.settings, of)


# The 256 numbers that bytes of a layer stand for.
def table(layer):
    known = {}
    for number, value in layer.get("codes", {}).items():
        known[int(number)] = value
    for letter, value in layer.get("letters", {}).items():
        known[ord(letter)] = value
    mask = layer.get("mask", 255)
    other = layer.get("else")
    numbers = native.array(256, 0)
    for byte in range(256):
        value = byte & mask
        numbers[byte] = known.get(value, value if other is None else other)
    return numbers


# Lists of identifiers, one for each player, by the words of their kinds.
def grouped(game, objects, groups):
    names = groups["names"]
    found = {}
    for name in names.values():
        found[name] = ([], [], [], [])
    by = groups["by"]
    kind = groups.get("kind")
    for one in objects:
        name = names[getattr(one, kind)] if kind else names["*"]
        found[name][getattr(one, by) & 3].append(one.id)
    for name, lists in found.items():
        native.number(getattr(game, name), lists)


# A function that reads an item of an intro or a view.
def reader(game, item):
    if "skip" in item:
        size = item["skip"]
        return lambda: native.skip(size)
    if "count_of" in item:
        counts, count_of = game.counts_, item["count_of"]

        def read_count():
            counts[count_of] = native.int()

        return read_count
    if "call" in item:
        return getattr(game, item["call"])
    take = READ[item.get("as", "int")]
    if "setting" in item or "value" in item:
        to = game.settings if "setting" in item else game
        name = item.get("setting") or item["value"]
        return lambda: setattr(to, name, take())
    if "players" in item:
        lists, count = getattr(game, item["players"]), item.get("count", 4)
        return lambda: native.number(lists, [take() for _ in range(amount(game, count))])
    if "list" in item:
        return list_reader(game, item)
    return layers_reader(game, item)


def list_reader(game, item):
    name, of, count, groups = item["list"], item["of"], item["count"], item.get("groups")
    one = getattr(game, item["one"]) if "one" in item else None
    type_, codes_, words_ = types[of], codes[of], words.get(of, ())

    def read_list():
        objects = native.records(amount(game, count), type_, codes_, words_, game.own_)
        setattr(game, name, objects)
        if one is not None:
            native.number(one, objects)
        if groups is not None:
            grouped(game, objects, groups)

    return read_list


def layers_reader(game, item):
    size, more, optional = item["bytes"], item.get("more", 0), item.get("optional", False)
    tables = [(layer["name"], table(layer) if size == 1 else None) for layer in item["layers"]]

    def read_layers():
        rows, cols, cells = game.rows, game.cols, game.cells
        width = cols + more
        if optional and native.left() < rows * width * size:
            return
        for name, numbers in tables:
            native.layer(getattr(cells, name), rows, cols, width, size, numbers)
        native.skip(rows * width * size)

    return read_layers


all_items = description["intro"] + description["view"]
all_layers = []
for item in all_items + description.get("more", []):
    all_layers += item.get("layers", [])
shown = [layer for layer in all_layers if layer.get("in_cell", True)]
Cell = namedtuple("Cell", [layer["name"] for layer in shown])


# What the numbers of a layer mean: see `area` in natives.c.
def meaning(layer):
    if "words" in layer:
        return tuple(layer["words"])
    return True if layer.get("flag") else layer.get("none")


# Everything that you know at the beginning of the round, and the orders that you give.
class Common:
    # Whether every column is on the board.
    any_column_ = False

    def __init__(self):
        self.me = 0
        self.round = 0
        self.settings = Namespace()
        self.cells = Namespace()
        self.counts_ = {}
        self.own_ = ()
        for item in all_items:
            if "players" in item:
                setattr(self, item["players"], native.numbered(item["players"], "player"))
            if "one" in item:
                setattr(self, item["one"], native.numbered(item["one"], item["list"]))
            for name in item.get("groups", {}).get("names", {}).values():
                setattr(self, name, native.numbered(name, "player"))
        for item in description["intro"]:
            reader(self, item)()
        if not hasattr(self, "index"):
            self.board_()
        self.view_ = [reader(self, item) for item in description["view"]]

    # The board has the size that the settings say: called by an item of the intro or at its end.
    def board_(self):
        settings, cells = self.settings, self.cells
        self.rows = rows = settings.rows
        self.cols = cols = getattr(settings, "cols", 0) or settings.universe_columns
        for layer in all_layers:
            setattr(cells, layer["name"], native.array(rows * cols, layer.get("start", 0)))
        layers = tuple([(getattr(cells, layer["name"]), meaning(layer)) for layer in shown])
        round = description.get("round", 0)
        area = native.area(rows, cols, round, self.any_column_, Cell, layers, Found, Dir.ALL)
        self.index = area.index
        self.pos_ok = area.pos_ok
        self.cell = area.cell
        self.distances = area.distances
        self.nearest = area.nearest
        self.dest = area.dest

    def loaded_(self):
        pass

    random = staticmethod(native.random)

    def random_permutation(self, n):
        order = list(range(n))
        for k in range(n):
            other = native.random(k, n - 1)
            order[k], order[other] = order[other], order[k]
        return order

    # Gives an order, and warns of a second one for the same unit.
    def once_(self, unit, code, what):
        if not native.order(0, unit, code, 0, 1000) and native.calls() <= 1000:
            native.warn(f"warning: {what} already requested for unit {unit}")


# The module `random`: all its numbers are those of the match.
class Random:
    random = staticmethod(native.unit)

    @staticmethod
    def randint(low, high):
        if low > high:
            raise ValueError(f"randint({low}, {high}) has no number to choose from")
        if high - low < 1000000:
            return native.random(low, high)
        return low + int(native.unit() * (high - low + 1))

    @staticmethod
    def randrange(start, stop=None, step=1):
        numbers = range(start) if stop is None else range(start, stop, step)
        return Random.choice(numbers)

    @staticmethod
    def getrandbits(n):
        bits = 0
        for _ in range(n):
            bits = 2 * bits + int(native.unit() * 2)
        return bits

    @staticmethod
    def uniform(low, high):
        return low + (high - low) * native.unit()

    @staticmethod
    def choice(items):
        if len(items) == 0:
            raise IndexError("choice of an empty list")
        return items[Random.randint(0, len(items) - 1)]

    @staticmethod
    def choices(items, k=1):
        return [Random.choice(items) for _ in range(k)]

    @staticmethod
    def shuffle(items):
        for k in range(len(items) - 1, 0, -1):
            other = Random.randint(0, k)
            items[k], items[other] = items[other], items[k]

    @staticmethod
    def sample(items, k):
        items = list(items)
        Random.shuffle(items)
        if k > len(items):
            raise ValueError(f"sample of {k} from {len(items)}")
        return items[:k]


native.module("random", {
    name: getattr(Random, name) for name in (
        "random", "randint", "randrange", "getrandbits", "uniform", "choice", "choices",
        "shuffle", "sample",
    )
})
