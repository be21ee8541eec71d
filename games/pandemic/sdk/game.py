# What players of this game in Python see beside what api.json describes.


def positions():
    return [Pos(native.int(), native.int()) for _ in range(native.int())]


def owners(count):
    found = [native.int() for _ in range(count)]
    return [None if owner < 0 else owner for owner in found]


class Game(Common):
    def __init__(self):
        self.city = native.numbered("city", "cities")
        self.path = native.numbered("path", "paths")
        self.city_owner = native.numbered("city_owner", "cities")
        self.path_owner = native.numbered("path_owner", "paths")
        super().__init__()

    def map_(self):
        self.nb_cities = self.counts_["cities"]
        self.nb_paths = self.counts_["paths"]
        self.counts_["units"] = 4 * self.settings.nb_units
        cities = native.number(self.city, [positions() for _ in range(self.nb_cities)])
        paths = []
        for _ in range(self.nb_paths):
            ends = [native.int(), native.int()]
            paths.append(types["Path"](ends, positions()))
        native.number(self.path, paths)
        for id, cells in enumerate(cities):
            for p in cells:
                self.cells.city[self.index(p)] = id
        for id, path in enumerate(paths):
            for p in path.cells:
                self.cells.path[self.index(p)] = id

    def owners_(self):
        native.number(self.city_owner, owners(self.nb_cities))
        native.number(self.path_owner, owners(self.nb_paths))

    def loaded_(self):
        native.stand(self.cells.unit, self.cols, self.units, *STANDING)

    def command(self, id, dir):
        self.once_(id, native.code(dir), "command")


# The places of its identifier and its position; every unit is on the board.
STANDING = 0, 2, -1
