

members = {"Dir": Dir, "Pos": Pos, "Direction": Direction, "FAR": FAR, "Game": Game, "Cell": Cell}
members.update(types)
native.module(MODULE, members)

begin = Game


def load(game):
    for read in game.view_:
        read()
    game.loaded_()
