"""Tells Gymnasium about the games; Gymnasium calls this when it is imported."""


def register():
    """Registers ``palestra/BattleRoyale-v0`` and the like."""
    from gymnasium.envs import registration

    from palestra.facts import games

    for game in games():
        id = f"palestra/{game.title.replace(' ', '')}-v0"
        if id not in registration.registry:
            registration.register(
                id=id, entry_point="palestra.single:SingleEnv", kwargs={"game": game.id}
            )
