# What players of this game in Python see beside what api.json describes.

# The game has no limit of calls; this one only keeps a runaway player from filling its memory.
MOST_CALLS = (1 << 20) - 1


class Game(Common):
    def __init__(self):
        self.farmers = native.numbered("farmers", "player")
        self.knights = native.numbered("knights", "player")
        self.name = native.numbered("name", "player")
        super().__init__()

    def kinds_(self):
        self.board_()
        kinds = "knight", "farmer"
        self.own_ = [kinds[native.byte() != 0] for _ in range(self.counts_["units"])]

    def names_(self):
        players = range(self.settings.nb_players)
        native.number(self.name, [native.text(native.int()) for _ in players])

    # Each cell names just the unit that stands on it, unless a list of its own says more.
    def standing_(self):
        native.stand(self.cells.unit, self.cols, self.units, *STANDING)
        farmers, knights = ([], [], [], []), ([], [], [], [])
        for unit in self.units:
            (farmers if unit.kind == "farmer" else knights)[unit.player & 3].append(unit.id)
        native.number(self.farmers, farmers)
        native.number(self.knights, knights)

    def any_random(self):
        return native.any()

    def command(self, id, dir):
        if native.order(0, id, native.code(dir), 0, MOST_CALLS):
            return True
        native.warn(f"warning: action alread requested for unit {id}")
        return False


# The places of its identifier and its position; every unit is on the board.
STANDING = 0, 3, -1
