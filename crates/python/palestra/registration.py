"""Tells Gymnasium about the games, where Gymnasium is installed."""


def register():
    """Registers ``palestra/BattleRoyale-v0`` and the like. ``import palestra`` calls this."""
    try:
        from gymnasium.envs import registration
    except ImportError:
        return

    from palestra.facts import games

    for game in games():
        id = f"palestra/{game.title.replace(' ', '')}-v0"
        if id not in registration.registry:
            registration.register(
                id=id, entry_point="palestra.single:SingleEnv", kwargs={"game": game.id}
            )
