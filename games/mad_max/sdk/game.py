# What players of this game in Python see beside what api.json describes.


class Game(Common):
    def can_move(self, id):
        if not 0 <= id < len(self.units):
            return False
        unit = self.units[id]
        if unit.player == self.round % 4:
            return True
        return unit.kind == "car" and unit.food > 0 and self.cell(unit.pos).type == "road"

    def command(self, id, dir):
        self.once_(id, native.code(dir), "action")
