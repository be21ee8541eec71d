"""Many matches: the same results as the commands of the same names."""

from palestra import command


def _options(options):
    """Keywords as options of the program: ``max_matches=96`` is ``--max-matches 96``."""
    arguments = []
    for key, value in options.items():
        name = "--" + key.replace("_", "-")
        if value is True:
            arguments.append(name)
        elif isinstance(value, (list, tuple)):
            for one in value:
                arguments += [name, str(one)]
        elif value is not None and value is not False:
            arguments += [name, str(value)]
    return arguments


def league(game, players, *, progress=False, **options):
    """Plays all players against each other. Returns the standings as a dictionary.

    Options are those of ``palestra league``, for example ``matches=96, seed=1, judge=True``. With
    ``progress`` a bar of ``tqdm`` shows how far the league is.
    Ctrl-C stops the league and returns the standings so far.
    """
    arguments = ["league", *players, "--game", game, *_options(options)]
    return command.run(arguments, progress)


def compare(game, new, old, *, against=(), progress=False, **options):
    """Says whether a new version of a player is better than the old one.

    Options are those of ``palestra compare``, for example ``seed=1, max_matches=400``.
    """
    rivals = ["--against", *against] if against else []
    arguments = ["compare", new, old, *rivals, "--game", game, *_options(options)]
    return command.run(arguments, progress)


def qualify(game, player, *, progress=False, **options):
    """Rehearses the judge's qualification. Options are those of ``palestra qualify``."""
    arguments = ["qualify", player, "--game", game, *_options(options)]
    return command.run(arguments, progress)
