import pytest

import palestra


def learned(game):
    """Whether the game has arrays for learners."""
    try:
        palestra.parallel_env(game)
    except ValueError:
        return False
    return True


LEARNED = [game.id for game in palestra.games() if learned(game.id)]
# Without this, a fault that keeps all environments from starting would skip all tests.
assert len(LEARNED) >= 5, LEARNED


@pytest.fixture(params=LEARNED)
def game(request):
    return request.param
