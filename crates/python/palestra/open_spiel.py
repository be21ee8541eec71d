"""Games of OpenSpiel: boards on which every player has one unit.

``import palestra.open_spiel`` registers the game ``palestra``::

    import pyspiel
    import palestra.open_spiel

    game = pyspiel.load_game("palestra", {"game": game, "board": board, "seed": 7})

All players move at once, with one of the actions of an environment. The seed decides all else, so
there is no chance. The utility is the share of rivals outscored at the end; ties count half.
Needs ``open_spiel``.
"""

import numpy
import pyspiel

from palestra import arrays

_NAME = "palestra"
_TYPE = pyspiel.GameType(
    short_name=_NAME,
    long_name="Palestra",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=arrays.SEATS,
    min_num_players=arrays.SEATS,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "", "board": "", "seed": 1},
)


def _begun(chosen):
    """The first state of a match with these parameters."""
    matches = arrays.Matches(
        chosen["game"],
        players=[None] * arrays.SEATS,
        seeds=[chosen["seed"]],
        board=chosen["board"],
        rules="statement",
        reward="place",
        observation="compact",
        restarts=False,
        records=False,
        threads=1,
    )
    matches.reset([chosen["seed"]])
    return matches


class _Line:
    """A match as the moves so far. A copy plays them again when it is asked for more."""

    def __init__(self, chosen, moves=()):
        self._chosen, self._moves, self._matches = chosen, list(moves), None

    def __reduce__(self):
        return _Line, (self._chosen, list(self._moves))

    def matches(self):
        if self._matches is None:
            self._matches = _begun(self._chosen)
            for move in self._moves:
                self._matches.step(move)
        return self._matches

    def step(self, move):
        self.matches().step(move)
        self._moves.append(move)


class Game(pyspiel.Game):
    """A board on which every player has one unit.

    Raises ValueError for other boards, and for games without environments.
    """

    def __init__(self, params=None):
        chosen = dict(_TYPE.parameter_specification) | dict(params or {})
        first = _begun(chosen)
        own = first.units[..., first.shape.columns.index("player")] == 0
        if (own.sum(axis=1) != 1).any():
            count = int(own[0].sum())
            raise ValueError(
                f"a player of OpenSpiel has one action, but {count} units on {chosen['board']}:"
                " choose a board with one unit for each player"
            )
        self.units = own.argmax(axis=1)
        """The unit of each player."""
        self.shape, self.chosen = first.shape, chosen
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.shape.actions),
            max_chance_outcomes=0,
            num_players=arrays.SEATS,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=arrays.SEATS / 2,
            max_game_length=int(first.scalars[0, 1]),
        )
        super().__init__(_TYPE, info, dict(params or {}))

    def new_initial_state(self):
        """The state before the first round."""
        return State(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """What a player sees: see :class:`Observer`."""
        return Observer(self)


class State(pyspiel.State):
    """The state before a round. Copies replay the moves when they are asked for more."""

    def __init__(self, game):
        super().__init__(game)
        self._units, self._words = game.units, game.shape.actions
        self._line = _Line(game.chosen)

    def matches(self):
        """The match behind the state."""
        return self._line.matches()

    def current_player(self):
        """All players, or nobody at the end."""
        ended = self.is_terminal()
        return pyspiel.PlayerId.TERMINAL if ended else pyspiel.PlayerId.SIMULTANEOUS

    def _legal_actions(self, player):
        mask = self.matches().mask[player, self._units[player]]
        return [] if self.is_terminal() else numpy.flatnonzero(mask).tolist()

    def _apply_actions(self, actions):
        matches = self.matches()
        move = numpy.zeros(matches.mask.shape[:2], numpy.int32)
        move[numpy.arange(len(actions)), self._units] = actions
        self._line.step(move)

    def _action_to_string(self, player, action):
        return self._words[action]

    def is_terminal(self):
        """Whether the last round is over."""
        return bool(self.matches().over[0])

    def returns(self):
        """By player: the share of rivals outscored, 0 before the end."""
        return self.matches().rewards.astype(float).tolist()

    def __str__(self):
        return self.matches().native.text(0)


class Observer:
    """What a player sees: one plane of 0 and 1 per value of a cell, the units, the scalars."""

    def __init__(self, game):
        shape = game.shape
        self._fields = shape.fields
        parts = {
            "planes": (shape.one_hot(), shape.rows, shape.cols),
            "units": (shape.units, len(shape.columns)),
            "scalars": (shape.scalars,),
        }
        sizes = [int(numpy.prod(part)) for part in parts.values()]
        self.tensor = numpy.zeros(sum(sizes), numpy.float32)
        """All numbers in one row."""
        rows = numpy.split(self.tensor, numpy.cumsum(sizes)[:-1])
        self.dict = {key: row.reshape(parts[key]) for key, row in zip(parts, rows)}
        """The same numbers by name, in the shapes of environments."""

    def set_from(self, state, player):
        """Fills the arrays with what a player sees."""
        matches = state.matches()
        self.dict["planes"][:] = arrays.expand(matches.cells[player], self._fields)
        self.dict["units"][:] = matches.units[player]
        self.dict["scalars"][:] = matches.scalars[player]

    def string_from(self, state, player):
        """The scalars and the board, which looks the same for all players."""
        scalars = " ".join(str(number) for number in state.matches().scalars[player])
        return f"player {player}: {scalars}\n{state}"


pyspiel.register_game(_TYPE, Game)
