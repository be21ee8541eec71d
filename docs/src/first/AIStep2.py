from palestra.battle_royale import Dir, Game


# Sends a farmer to a neighbouring tile that is not mine yet, or anywhere.
def paint(game: Game, id: int) -> None:
    for dir in Dir.ALL:
        cell = game.cell(game.dest(game.unit(id).pos, dir))
        if cell.type == "empty" and cell.owner != game.me and cell.unit is None:
            game.command(id, dir)
            return
    game.command(id, Dir.ALL[game.random(0, 3)])


def play(game: Game) -> None:
    for id in game.farmers(game.me):
        paint(game, id)
