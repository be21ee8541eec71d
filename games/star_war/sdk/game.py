# What players of this game in Python see beside what api.json describes.

MOVE, SHOOT = 0, 1
STARSHIP, MISSILE = 2, 3
# The game has no limit of calls; refused ones are only passed on while they are few.
KEPT = 99999
FEW = 1000

# The cells that a starship visits, by the code of its step.
WAYS = {}
for dir in Dir.ALL:
    if dir.j == 0:
        way = [(dir.i, 0)]
    elif dir.i == 0:
        way = [(0, 1), (0, 2)][:dir.j]
    else:
        way = [(0, 1), (dir.i, 0), (dir.i, 1), (0, 2), (dir.i, 2)][:2 * dir.j + 1]
    WAYS[dir] = tuple([Pos(i, j) for i, j in way])


class Game(Common):
    any_column_ = True

    def board_(self):
        super().board_()
        self.counts_["starships"] = 4 * self.settings.starships_per_player
        self.within_universe = self.pos_ok

    def ships_(self):
        self.ordered_ = set()

    def loaded_(self):
        content, id, index = self.cells.content, self.cells.id, self.index
        for k in range(len(id)):
            id[k] = -1
        for ship in self.starships:
            if ship.alive:
                k = index(ship.pos)
                content[k] = STARSHIP
                id[k] = ship.id
        for missile in self.missiles:
            k = index(missile.pos)
            content[k] = MISSILE
            id[k] = missile.id

    def within_window(self, p, round):
        ahead = (p.j - round) % self.cols
        return self.pos_ok(p) and ahead < self.settings.window_columns

    def player_of(self, starship):
        return self.starship(starship).id // self.settings.starships_per_player

    def starships_of(self, player):
        fleet = self.settings.starships_per_player
        return list(range(player * fleet, (player + 1) * fleet))

    def way(self, dir):
        return WAYS[dir]

    def any_random(self):
        return native.any()

    def steer(self, starship, dir):
        native.code(dir)
        self.give_(MOVE, starship, dir)

    def shoot(self, starship):
        self.give_(SHOOT, starship, Dir.SLOW)

    def give_(self, verb, id, dir):
        if not 0 <= id < len(self.starships):
            native.warn(f"warning: invalid starship identifier{id}")
        elif id // self.settings.starships_per_player != self.me:
            native.warn("warning: starship does not belong to commanding player")
        elif id not in self.ordered_:
            self.ordered_.add(id)
            native.order(verb, id, dir.i, dir.j, KEPT)
            return
        else:
            native.warn(f"warning: instruction alread requested for starship {id}")
        if native.calls() < FEW:
            native.order(verb, id, dir.i, dir.j, KEPT)
