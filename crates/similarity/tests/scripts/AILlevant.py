# Every farmer has a field of its own: the board is cut into stripes.
from palestra.dominator import Dir, Game

home = []
lane = {}


class Plan:
    def __init__(self, game):
        self.game = game
        self.left = list(game.farmers(0))
        self.width = max(1, game.cols // max(1, len(self.left)))

    def stripe(self, id):
        number = self.left.index(id)
        return number * self.width, (number + 1) * self.width

    def inside(self, id, col):
        first, last = self.stripe(id)
        return first <= col < last


def play(game: Game) -> None:
    plan = Plan(game)
    for id in plan.left:
        walk(plan, id)
    guard(game)
    scare(game)


def walk(plan, id):
    game = plan.game
    unit = game.unit(id)
    down = lane.get(id, True)
    ahead = unit.pos + (Dir.Bottom if down else Dir.Top)
    if not game.pos_ok(ahead) or game.cell(ahead).type == "wall":
        lane[id] = not down
        side = Dir.Right if plan.inside(id, unit.pos.j + 1) else Dir.Left
        game.command(id, side)
        return
    game.command(id, Dir.Bottom if down else Dir.Top)


def guard(game):
    flock = [game.unit(id).pos for id in game.farmers(0)]
    if not flock:
        return
    row = sum(p.i for p in flock) // len(flock)
    col = sum(p.j for p in flock) // len(flock)
    for id in game.knights(0):
        pos = game.unit(id).pos
        if abs(pos.i - row) > abs(pos.j - col):
            game.command(id, Dir.Top if pos.i > row else Dir.Bottom)
        elif pos.j != col:
            game.command(id, Dir.Left if pos.j > col else Dir.Right)
        else:
            game.command(id, Dir.ALL[game.random(0, 7)])


def scare(game):
    for id in game.witches(0):
        witch = game.unit(id)
        rivals = sorted((unit.pos.i, unit.pos.j) for unit in game.units if unit.player != 0)
        if not rivals:
            continue
        i, j = rivals[len(rivals) // 2]
        if witch.pos.i != i:
            game.command(id, Dir.Bottom if witch.pos.i < i else Dir.Top)
        elif witch.pos.j != j:
            game.command(id, Dir.Right if witch.pos.j < j else Dir.Left)
