# What players of this game in Python see beside what api.json describes.

TRADES = {"B": "bread", "O": "oil", "W": "wine", "C": "cloth"}


class Game(Common):
    def trade_(self):
        self.trade = TRADES[native.text(1)]

    def positions(self):
        return [Pos(i, j) for i in range(self.rows) for j in range(self.cols)]

    def in_reach(self, p):
        if not self.pos_ok(p) or self.cell(p).good == "paving":
            return False
        owner, index, pos_ok, me = self.cells.owner, self.index, self.pos_ok, self.me
        if self.stalls(me) == 0 or owner[index(p)] == me:
            return True
        return any([pos_ok(p + dir) and owner[index(p + dir)] == me for dir in Dir.STRAIGHT])

    def can_bid(self, p):
        return self.in_reach(p) and self.cell(p).price < self.coins(self.me)

    def bid(self, p, coins):
        native.order(0, self.index(p) if self.pos_ok(p) else -1, coins, 0, 1000)
