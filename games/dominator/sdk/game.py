# What players of this game in Python see beside what api.json describes.


class Game(Common):
    # The cell that holds a unit is the unit's own.
    def loaded_(self):
        native.stand(self.cells.id, self.cols, self.units, *STANDING)

    def command(self, id, dir):
        self.once_(id, native.code(dir), "action")


# The places of its identifier, its position and whether it is lost.
FIELDS = [f["name"] for f in description["types"]["Unit"]["fields"] if f["code"] not in "BI"]
STANDING = [FIELDS.index(name) for name in ("id", "pos", "lost")]
