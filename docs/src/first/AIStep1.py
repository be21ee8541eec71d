from palestra.battle_royale import Dir, Game


def play(game: Game) -> None:
    for id in game.farmers(game.me):
        game.command(id, Dir.Right)
