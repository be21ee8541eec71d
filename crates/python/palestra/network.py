"""From learning to the ladder: a trained network becomes a player."""

import json
import os

import numpy

from palestra import _native

ACTIVATIONS = ("none", "relu", "tanh")
CHOICES = ("best", "draw")
LARGEST = 16 << 20
"""Bytes that a player may have."""
_MODULE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "neural.wasm")
_SECTION = b"palestra.source"


class Sight:
    """What one unit sees: the inputs of a network that plays.

    A unit sees the square of cells around it, ``side`` by ``side`` with ``side = 2*reach + 1``.
    Each cell has the same channels: one per value of the board's fields, one for cells outside the
    board, and those of the unit that stands there. Behind the square come the scalars.
    """

    def __init__(self, game, reach):
        self.game, self.reach, self.side = game, reach, 2 * reach + 1
        self._native = _native.NativeSight(game, reach)
        self.channels = self._native.channels()
        """The names of the channels."""
        self.inputs = self._native.inputs()
        """How many inputs there are: channels × side × side, then six scalars."""
        self.square = len(self.channels) * self.side**2
        """How many of them are the square."""
        self.actions = self._native.actions()
        """How many actions a unit has: so many outputs has a network."""

    def see(self, observations):
        """Returns what all units with a choice see, in compact observations or lessons.

        The first array has a row per unit: its observation and its number. The second has the
        inputs of the same unit, as ``float32``. Raises ValueError when the observations are none
        of this game.
        """
        keys = ("cells", "units", "action_mask", "scalars")
        arrays = (numpy.ascontiguousarray(observations[key]) for key in keys)
        at, inputs = self._native.see(*arrays)
        return at.reshape(-1, 2), inputs.reshape(-1, self.inputs)

    def _packed(self, layers, choice):
        """The bytes of a network: see ``crates/neural/src/network.rs``."""
        if choice not in CHOICES:
            raise ValueError(f"choice `{choice}` must be `best` or `draw`")
        shapes, numbers = [], []
        for number, layer in enumerate(layers, start=1):
            shape, weights, bias = _layer(number, layer)
            if shape["kind"] == "dense" and shape["inputs"] == self._flat(shapes):
                # A network that does not read the scalars gives them weights of 0.
                rest = self.inputs - self.square
                weights = numpy.concatenate([weights, numpy.zeros((rest, weights.shape[1]))])
                shape["inputs"] += rest
            shapes.append(shape)
            numbers += [weights, bias]
        head = {"game": self.game, "reach": self.reach, "choice": choice, "layers": shapes}
        line = json.dumps(head, separators=(",", ":")).encode()
        floats = [numpy.ascontiguousarray(array, "<f4").tobytes() for array in numbers]
        packed = b"".join([b"palestra network 1\n", line, b"\n", *floats])
        self._native.check(packed)
        return packed

    def _flat(self, shapes):
        """How many numbers leave the square when these layers have been at work; ``None`` behind a
        dense one."""
        side, channels = self.side, len(self.channels)
        for shape in shapes:
            if shape["kind"] == "dense":
                return None
            side += 2 * shape["padding"] + 1 - shape["kernel"]
            channels = shape["outputs"]
        return channels * side**2


def _layer(number, layer):
    """A layer's shape, and its weights with the outputs as the last dimension."""
    if not 2 <= len(layer) <= 4:
        raise ValueError(f"layer {number} must be (weights, bias, activation, padding)")
    weights, bias, then, padding = (*layer, *("none", 0)[len(layer) - 2 :])
    weights = numpy.asarray(weights)
    if then not in ACTIVATIONS:
        allowed = "`none`, `relu` or `tanh`"
        raise ValueError(f"layer {number} has the activation `{then}`: it must be {allowed}")
    if weights.ndim == 2:
        shape = {"kind": "dense", "inputs": weights.shape[0], "outputs": weights.shape[1]}
    elif weights.ndim == 4 and weights.shape[2] == weights.shape[3]:
        shape = {"kind": "convolution", "inputs": weights.shape[1], "outputs": weights.shape[0]}
        shape |= {"kernel": weights.shape[2], "padding": int(padding)}
        weights = weights.transpose(1, 2, 3, 0)
    else:
        allowed = "(inputs, outputs) or (outputs, inputs, kernel, kernel)"
        raise ValueError(f"layer {number} has weights of shape {weights.shape}: allowed is {allowed}")
    bias = numpy.asarray(bias)
    if bias.shape != (shape["outputs"],):
        wanted = f"({shape['outputs']},)"
        raise ValueError(f"layer {number} has a bias of shape {bias.shape}: it must be {wanted}")
    return {**shape, "then": then}, weights, bias


def _number(value):
    """A number as modules have it: seven bits to a byte, the lowest first."""
    bytes = bytearray()
    while value >= 0x80:
        bytes.append(value & 0x7F | 0x80)
        value >>= 7
    return [*bytes, value]


def export_player(model, game, path, *, reach, choice="best"):
    """Writes a network as a player: a ``.wasm`` file that plays wherever players play.

    ``model`` gives each action of one unit a score. It is one of these:

    - a list of layers ``(weights, bias, activation)``. Weights of shape (inputs, outputs) are a
      dense layer. Weights of shape (outputs, inputs, kernel, kernel) are a convolution over the
      square, with a padding as fourth entry. Activations are ``none``, ``relu`` and ``tanh``.
    - an ONNX model or the path of one, with the same layers. Needs ``onnx``.

    Its inputs are those of :class:`Sight` with this ``reach``; the first dense layer gets the
    scalars behind the square. With ``choice="best"`` a unit takes the accepted action with the
    highest score. With ``draw`` it draws one, with the scores as logarithms of odds.

    Raises ValueError when the network does not fit the game.
    """
    sight = Sight(game, reach)
    if not isinstance(model, (list, tuple)):
        from palestra.onnx_model import layers_of

        model = layers_of(model)
    source = sight._packed(model, choice)
    with open(_MODULE, "rb") as file:
        module = file.read()
    name = bytes([*_number(len(_SECTION)), *_SECTION])
    section = bytes([0, *_number(len(name) + len(source))]) + name + source
    if len(module) + len(section) > LARGEST:
        most = (LARGEST - len(module)) // 4
        raise ValueError(f"the network has too many weights: a player has room for {most:,}")
    partial = f"{os.fspath(path)}.part"
    # Written beside its place and renamed: a failure leaves no half player.
    with open(partial, "wb") as file:
        file.write(module + section)
    os.replace(partial, path)
