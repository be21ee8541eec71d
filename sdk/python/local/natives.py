# The functions under the library of a game, for CPython: the same as in natives.c and
# ../../script/core.c, which MicroPython has. The library finds them under the name `native`.

import array as arrays
import operator
import struct
import sys

FAR = 0x7fffffff
LCG, LEHMER, LIBC = 0, 1, 2
WORDS, SEPARATION, MODULUS = 31, 3, 2147483647


def whole(number):
    number = operator.index(number)
    if not -(1 << 31) <= number < 1 << 31:
        raise OverflowError("this number is too large")
    return number


def wrapped(number):
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


# --- Positions and directions ---------------------------------------------------------------


class Pos:
    __slots__ = ("i", "j")

    def __init__(self, i, j):
        set_i(self, whole(i))
        set_j(self, whole(j))

    def __setattr__(self, name, value):
        raise AttributeError(f"'Pos' object has no attribute '{name}' that can be set")

    def __repr__(self):
        return f"Pos({self.i}, {self.j})"

    def __str__(self):
        return f"({self.i}, {self.j})"

    def __hash__(self):
        return hash((self.i, self.j))

    def __eq__(self, other):
        if type(other) is not Pos:
            return NotImplemented
        return self.i == other.i and self.j == other.j

    def __add__(self, step):
        i, j = step_of(step)
        return Pos(wrapped(self.i + i), wrapped(self.j + j))

    def __sub__(self, step):
        i, j = step_of(step)
        return Pos(wrapped(self.i - i), wrapped(self.j - j))

    def __iter__(self):
        return iter((self.i, self.j))


set_i, set_j = Pos.i.__set__, Pos.j.__set__


class Direction:
    __slots__ = ("name", "code", "i", "j")

    def __repr__(self):
        return self.name


# The rows and columns of a position, a direction or a pair of numbers.
def step_of(step):
    kind = type(step)
    if kind is Pos or kind is Direction:
        return step.i, step.j
    if kind is tuple and len(step) == 2:
        return whole(step[0]), whole(step[1])
    raise TypeError(f"this must be a Pos, not a {kind.__name__}")


def direction(name, code, i, j):
    self = Direction()
    self.name, self.code, self.i, self.j = name, code, i, j
    return self


def code(direction):
    if type(direction) is not Direction:
        raise TypeError(f"this must be a Dir, not a {type(direction).__name__}")
    return direction.code


# --- Reading --------------------------------------------------------------------------------


# An intro or a view, from its beginning; zeros behind its end.
class Reading:
    def __init__(self):
        self.start(b"")

    def start(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        part = self.data[self.at:self.at + size]
        self.at += len(part)
        return part

    def number(self, form, size):
        return struct.unpack(form, self.take(size).ljust(size, b"\0"))[0]


reading = Reading()
start_reading = reading.start


# Hides the builtin in this file.
def int():
    return reading.number("<i", 4)


def byte():
    return reading.number("<B", 1)


def real():
    return reading.number("<d", 8)


def left():
    return len(reading.data) - reading.at


def skip(size):
    reading.take(size)


def text(size):
    return reading.take(size).decode()


def array(size, start):
    return arrays.array("i", [start]) * size


def word(words, number):
    return words[number] if 0 <= number < len(words) else None


# See `records` in natives.c for the codes.
def records(many, kind, codes, words, own):
    found = []
    while len(found) < many and left() > 0:
        fields, last = [], 0
        for code in codes:
            if code in "Bb":
                last = byte()
            elif code in "Ii":
                last = int()
            if code in "bi":
                fields.append(last)
            elif code == "e":
                fields.append(word(words, byte()))
            elif code == "w":
                fields.append(word(words, int()))
            elif code == "n":
                fields.append(len(found))
            elif code == "o":
                fields.append(word(own, len(found)))
            elif code == "p":
                i = int()
                fields.append(Pos(i, int()))
            elif code not in "BI":
                fields.append(bool(last >> "01234567".index(code) & 1))
        found.append(kind(*fields))
    return found


# Numbers of `size` bytes each, `width` to a row of which `cols` are kept. They stay unread.
def layer(out, rows, cols, width, size, table):
    if rows * width * size > left():
        raise RuntimeError("the view is too short")
    for i in range(rows):
        begin = reading.at + i * width * size
        row = reading.data[begin:begin + cols * size]
        if size == 4:
            row = struct.unpack(f"<{cols}i", row)
        elif table is not None:
            row = [table[number] for number in row]
        out[i * cols:(i + 1) * cols] = arrays.array("i", row)


# Where the objects of a list are: see `stand` in natives.c.
def stand(ids, cols, objects, id, at, lost):
    for k in range(len(ids)):
        ids[k] = -1
    for one in objects:
        if lost >= 0 and one[lost]:
            continue
        place = one[at].i * cols + one[at].j
        if 0 <= place < len(ids):
            ids[place] = one[id]


# --- Random numbers -------------------------------------------------------------------------


# The random stream of a round.
class Stream:
    kind = LCG

    def __init__(self):
        self.state = [0] * (WORDS + 1)

    def start(self, data):
        self.state[:len(data) // 4] = struct.unpack(f"<{len(data) // 4}I", data)
        if self.kind == LIBC:
            self.state[WORDS] %= WORDS

    def back(self, size):
        return struct.pack(f"<{size // 4}I", *self.state[:size // 4])


draws = Stream()


def stream(kind):
    draws.kind = kind


def any():
    state = draws.state
    if draws.kind == LEHMER:
        state[0] = 48271 * state[0] % MODULUS
        return state[0] - 1
    if draws.kind == LIBC:
        front = state[WORDS]
        back = (front + WORDS - SEPARATION) % WORDS
        state[front] = (state[front] + state[back]) & 0xffffffff
        state[WORDS] = (front + 1) % WORDS
        return state[front] >> 1
    state[0] = (843314861 * state[0] + 453816693) & MODULUS
    return state[0]


def unit():
    return any() / 2147483648.0


# From low to high, both included. An empty range costs a draw in games with LEHMER only.
def random(low, high):
    low, high = whole(low), whole(high)
    width = high - low + 1
    if draws.kind == LCG:
        if not 1 <= width <= 1000000:
            return low
        any()
        return low + (width * any() >> 31)
    if width < 1 and draws.kind == LIBC:
        return low
    drawn = any()
    return low if width < 1 else low + drawn % width


# --- Orders and messages --------------------------------------------------------------------


class Orders:
    def __init__(self):
        self.start()

    def start(self):
        self.kept, self.units, self.calls, self.warned = [], set(), 0, False


orders = Orders()


# Answers whether the unit is named for the first time in this round.
def order(verb, unit, a, b, most):
    given = whole(verb), whole(unit), whole(a), whole(b)
    first = unit not in orders.units
    orders.calls += 1
    if len(orders.kept) > most:
        return False
    orders.kept.append(given)
    orders.units.add(unit)
    return first


def calls():
    return orders.calls


def warn(said):
    orders.warned = True
    print(said, file=sys.stderr)


# --- Modules --------------------------------------------------------------------------------


# What players import beside the modules of CPython.
modules = {}


def module(name, members):
    made = modules[name] = type(sys)(name)
    made.__dict__.update(members)
    return made


# --- Boards ---------------------------------------------------------------------------------


# A list of cells that a player gives.
def cells_of(numbers, least):
    if not isinstance(numbers, (list, tuple, bytearray, arrays.array)):
        raise TypeError(f"object of type '{type(numbers).__name__}' is no list")
    if len(numbers) < least:
        raise ValueError(f"a list of cells has {least} numbers")
    return numbers


class Area:
    def __init__(self, rows, cols, round, any_column, cell, layers, found, steps):
        self.rows, self.cols = rows, cols
        self.round, self.any_column = round, any_column
        self.kind, self.layers, self.found, self.steps = cell, layers, found, steps

    def index(self, p):
        i, j = step_of(p)
        if self.any_column:
            j %= self.cols
        if 0 <= i < self.rows and 0 <= j < self.cols:
            return i * self.cols + j
        size = f"{self.rows} rows, {self.cols} columns"
        raise IndexError(f"({i}, {j}) is outside: the board has {size}")

    def pos_ok(self, p):
        i, j = step_of(p)
        return 0 <= i < self.rows and (self.any_column or 0 <= j < self.cols)

    def cell(self, p):
        place, fields = self.index(p), []
        for numbers, meaning in self.layers:
            number = numbers[place]
            if meaning is True:
                number = number != 0
            elif isinstance(meaning, tuple):
                number = word(meaning, number)
            elif meaning == number:
                number = None
            fields.append(number)
        return self.kind(*fields)

    def dest(self, p, dir):
        (i, j), (down, right) = step_of(p), step_of(dir)
        return Pos((i + down) % self.rows, (j + right) % self.cols)

    def steps_of(self, dirs):
        steps = [step_of(dir) for dir in (self.steps if dirs is None else dirs)]
        if len(steps) > 64:
            raise ValueError("too many directions")
        if not all(abs(i) <= self.rows and abs(j) <= self.cols for i, j in steps):
            raise ValueError("a direction is longer than the board")
        return steps

    # The cell that a step leads to, -1 outside the board.
    def neighbour(self, here, step):
        i, j = here // self.cols + step[0], here % self.cols + step[1]
        if self.round & 1:
            i %= self.rows
        if self.round & 2:
            j %= self.cols
        return i * self.cols + j if 0 <= i < self.rows and 0 <= j < self.cols else -1

    def distances(self, goals, free, dirs=None):
        steps, out = self.steps_of(dirs), array(self.rows * self.cols, FAR)
        free, queue = cells_of(free, len(out)), []
        for place in [self.index(goal) for goal in goals]:
            if out[place] != 0:
                out[place] = 0
                queue.append(place)
        for here in queue:
            for step in steps:
                there = self.neighbour(here, step)
                if there >= 0 and out[there] == FAR and free[there]:
                    out[there] = out[here] + 1
                    queue.append(there)
        return out

    def nearest(self, start, goals, free, dirs=None):
        first, size = self.index(start), self.rows * self.cols
        dirs = self.steps if dirs is None else dirs
        steps, goals, free = self.steps_of(dirs), cells_of(goals, size), cells_of(free, size)
        # By cell: the direction with which the way begins, and its steps.
        ways, queue = {first: (None, 0)}, [first]
        for here in queue:
            begun, far = ways[here]
            if here != first and goals[here]:
                return self.found(Pos(here // self.cols, here % self.cols), begun, far)
            for dir, step in zip(dirs, steps):
                there = self.neighbour(here, step)
                if there >= 0 and there not in ways and free[there]:
                    ways[there] = (dir if here == first else begun, far + 1)
                    queue.append(there)
        return None


area = Area


# --- Lists by number ------------------------------------------------------------------------


# What `game.unit(id)` calls: the object with this number in a list.
class Numbered:
    def __init__(self, one, many):
        self.one, self.many, self.list = one, many, ()

    def __call__(self, id):
        id = operator.index(id)
        if 0 <= id < len(self.list):
            return self.list[id]
        if self.many == "player":
            raise IndexError(f"{self.one}({id}): players are 0 to {len(self.list) - 1}")
        raise IndexError(f"{self.one}({id}): there are {len(self.list)} {self.many}")


numbered = Numbered


def number(function, objects):
    function.list = objects
    return objects
