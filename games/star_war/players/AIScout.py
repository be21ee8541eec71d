from palestra.star_war import Dir, Direction, Game, Pos, Starship

# A player that plans: for every starship it tries all ways of the next ten rounds, over the
# moving window and among missiles as they will fly, and takes the first step of the best one.
# Planning is what takes the time, so it keeps what it knows in a list for each column. Read it,
# copy it, beat it.

# Rounds that are planned.
DEPTH = 10
# What it is worth to be destroyed.
CRASH = -100000
# What it is worth to be outside of the window, and of the universe.
OUTSIDE, NOWHERE = 2 * CRASH, 100 * CRASH
# What it is worth to be where somebody may shoot at once.
RISK = -150

# The game, the same in all functions below.
game: Game
# A column has its rows from 1 on, with a row outside of the universe at both ends.
# By round from now on, and column: what it is worth to visit each row.
gain: list[list[list[int]]] = []
# By round, and column: the rows that a missile flies through.
passed: list[dict[int, list[int]]] = []
# Cells that other starships of ours visit in this round.
taken: set[int] = set()
# By round: where the window begins after it.
begins: list[int] = []


def play(current: Game) -> None:
    global game
    game = current
    look()
    for id in game.starships_of(game.me):
        if game.starship(id).alive:
            steer(game.starship(id))


def look() -> None:
    """What the board and the missiles say of the next rounds. Where rivals will be, nobody
    knows."""
    cols = game.cols
    content = [(k % cols, k // cols + 1, what) for k, what in enumerate(game.cells.content) if what]
    taken.clear()
    gain.clear()
    passed.clear()
    begins.clear()
    for t in range(DEPTH):
        left = 2 * DEPTH - t
        begins.append((game.round + t + 1) % cols)
        gain.append([[0] * (game.rows + 2) for _ in range(cols)])
        passed.append({})
        # By content: empty, asteroid, starship, missile, point bonus, missile bonus.
        worth = [0, CRASH, CRASH if t == 0 else 0, 0,
                 10 * game.settings.bonus_points * left // DEPTH, 40 * left // DEPTH]
        for col, row, what in content:
            gain[t][col][row] = worth[what]
        # Missiles fly two columns a round, before anybody moves.
        for missile in game.missiles:
            row, col = missile.pos.i + 1, missile.pos.j + 2 * t
            for c in ((col + 1) % cols, (col + 2) % cols):
                passed[t].setdefault(c, []).append(row)
            gain[t][(col + 2) % cols][row] = CRASH


def plan(i: int, j: int) -> list[list[int]]:
    """What a starship can get after its first step, by column and row: from the last round to the
    next one. Nearly all of the time goes here, so it keeps everything in variables of its own."""
    height, width, window, least = game.rows, game.cols, game.settings.window_columns, CRASH // 2
    after = [[NOWHERE] + [0] * height + [NOWHERE]] * width
    for t in range(DEPTH - 1, 0, -1):
        best = after[:]
        top, bottom = max(1, i + 1 - t), min(height, i + 1 + t)
        for far in range(2 * t + 1):
            c0 = (j + far) % width
            c1, c2 = (c0 + 1) % width, (c0 + 2) % width
            # Whether these columns are inside the window then.
            ahead = (c0 - begins[t]) % width
            slow = ahead < window
            normal = (ahead + 1) % width < window
            fast = (ahead + 2) % width < window
            a0, a1, a2 = after[c0], after[c1], after[c2]
            g0, g1, g2 = gain[t][c0], gain[t][c1], gain[t][c2]
            best[c0] = column = [NOWHERE] * (height + 2)
            for row in range(top, bottom + 1):
                most = a0[row] if slow else OUTSIDE
                # After a crash nothing follows.
                one = g1[row]
                two = one + g2[row]
                if normal:
                    worth = one if one <= least else one + a1[row]
                    if worth > most:
                        most = worth
                if fast:
                    worth = two if two <= least else two + a2[row]
                    if worth > most:
                        most = worth
                side = row - 1
                while True:
                    worth = g0[side]
                    ahead = worth + g1[side]
                    if slow:
                        if worth > least:
                            worth += a0[side]
                        if worth > most:
                            most = worth
                    if normal:
                        worth = one + ahead
                        if worth > least:
                            worth += a1[side]
                        if worth > most:
                            most = worth
                    if fast:
                        worth = two + ahead + g2[side]
                        if worth > least:
                            worth += a2[side]
                        if worth > most:
                            most = worth
                    if side > row:
                        break
                    side += 2
                column[row] = most
            for row in passed[t].get(c0, ()):
                column[row] = CRASH
        after = best
    return after


def step(i: int, j: int, dir: Direction, best: list[list[int]]) -> int:
    """What the first step of a starship is worth, with everything that can follow."""
    cols = game.cols
    row, col = i + dir.i, (j + dir.j) % cols
    if not 0 <= row < game.rows or (col - begins[0]) % cols >= game.settings.window_columns:
        return OUTSIDE
    worth = 0
    if dir is not Dir.SLOW:
        for p in game.way(dir):
            c = (j + p.j) % cols
            k = (i + p.i) * cols + c
            worth += CRASH if k in taken else gain[0][c][i + p.i + 1]
    if worth <= CRASH // 2:
        return worth
    if under_fire(row, col):
        worth += RISK
    return worth + best[col][row + 1]


def steer(ship: Starship) -> None:
    i, j = ship.pos
    first, most = Dir.DEFAULT, 4 * CRASH
    best = plan(i, j)
    for dir in Dir.ALL:
        # Equal ways: any of them.
        worth = 4 * step(i, j % game.cols, dir, best) + game.random(0, 3)
        if worth > most:
            most = worth
            first = dir
    # A shot clears the way too.
    trapped = most <= OUTSIDE
    if ship.missiles > 0 and (trapped or target_ahead(ship.pos)):
        game.shoot(ship.id)
        first = Dir.DEFAULT
    else:
        game.steer(ship.id, first)
    for way in game.way(first) + (first,):
        p = ship.pos + way
        if game.within_universe(p):
            taken.add(game.index(p))


def under_fire(i: int, j: int) -> bool:
    """Whether a rival with missiles is so close behind a cell that it may hit whoever is there."""
    for k in (1, 2):
        cell = game.cell(Pos(i, j - k))
        if cell.content == "asteroid":
            return False
        if cell.content == "starship" and game.player_of(cell.id) != game.me:
            return game.starship(cell.id).missiles > 0
    return False


def target_ahead(p: Pos) -> bool:
    """Whether a rival is up to four columns ahead, and nothing between."""
    for k in range(1, 5):
        cell = game.cell(p + (0, k))
        if cell.content == "starship":
            return game.player_of(cell.id) != game.me
        if cell.content != "empty":
            return False
    return False
