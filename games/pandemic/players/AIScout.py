from palestra.pandemic import Cell, Dir, Game, Pos, Unit

# A player that joins cities: its units spread over the cities and paths that are not theirs, first
# those beside its own, hunt whoever comes near, and keep away from virus. Read it, copy it, beat
# it.

# A rival so near is hunted.
HUNT = 3

# The game, the same in all functions below.
game: Game
# By place: how many steps each cell is away from it. Places are cities, then paths.
way: list = []
# Where units may be.
free = bytearray()


def play(current: Game) -> None:
    global game, way, free
    game = current
    places = range(game.nb_cities + game.nb_paths)
    if game.round == 0:
        free = bytearray([kind != 0 for kind in game.cells.type])
        way = [game.distances(cells_of(place), free) for place in places]

    # How many more of our units than of others are there, or on their way.
    rivals = [unit.pos for unit in game.units if unit.player != game.me]
    lead = [0 for _ in places]
    for pos in rivals:
        place = place_of(game.cell(pos))
        if place is not None:
            lead[place] -= 1
    gain = bonuses()
    owners = [owner_of(place) for place in places]
    to_rival = game.distances(rivals, free)

    # The nearest place that needs somebody, for one unit after the other.
    for id in game.units_of(game.me):
        unit = game.unit(id)
        here = game.index(unit.pos)
        best, least = None, 1 << 40
        for place in places:
            there = lead[place]
            if there > 0 or there == 0 and owners[place] == game.me:
                continue
            cost = way[place][here] - gain[place]
            if cost < least:
                least = cost
                best = place
        if best is not None:
            lead[best] += 1
        if attack(unit):
            continue
        if to_rival[here] <= HUNT:
            approach(unit, to_rival)
        elif best is not None:
            approach(unit, way[best])


def place_of(cell: Cell) -> int | None:
    """The city or path that a cell is part of."""
    if cell.type == "city":
        return cell.city
    if cell.type == "path" and cell.path is not None:
        return game.nb_cities + cell.path
    return None


def owner_of(place: int) -> int | None:
    cities = game.nb_cities
    return game.city_owner(place) if place < cities else game.path_owner(place - cities)


def cells_of(place: int) -> list[Pos]:
    cities = game.nb_cities
    return game.city(place) if place < cities else game.path(place - cities).cells


def bonuses() -> list[int]:
    """How many steps each place may be farther away and still be preferred: places that join what
    is ours come first, for every joined city doubles what a component brings."""
    cities = game.nb_cities
    gain = [0] * (cities + game.nb_paths)
    ours = [game.city_owner(city) == game.me for city in range(cities)]
    for k in range(game.nb_paths):
        a, b = game.path(k).cities
        gain[cities + k] += 6 * (ours[a] + ours[b])
        if game.path_owner(k) == game.me:
            gain[a] += 6
            gain[b] += 6
    return gain


def attack(unit: Unit) -> bool:
    """Hits the weakest rival beside the unit, if there is one."""
    best, least = None, 1 << 30
    for dir in Dir.ALL:
        id = game.cells.unit[game.index(unit.pos + dir)]
        if id < 0:
            continue
        other = game.unit(id)
        if other.player != game.me and other.health < least:
            least = other.health
            best = dir
    if best is not None:
        game.command(unit.id, best)
    return best is not None


def is_risky(unit: Unit, cell: Cell) -> bool:
    """Whether a healthy unit might be infected on a cell."""
    return cell.virus > 0 and not unit.mask and not unit.immune and unit.damage == 0


def approach(unit: Unit, distances) -> None:
    """One step towards a goal, around others and virus."""
    first = game.random(0, 3)
    best, least = None, distances[game.index(unit.pos)]
    for k in range(4):
        dir = Dir.ALL[(first + k) % 4]
        p = unit.pos + dir
        cell, steps = game.cell(p), distances[game.index(p)]
        if cell.type == "wall" or cell.unit is not None or steps > least:
            continue
        if is_risky(unit, cell):
            continue
        if steps == least and best is not None:
            continue
        best = dir
        least = steps
    if best is not None:
        game.command(unit.id, best)
