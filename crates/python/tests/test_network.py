"""Networks play: the packed player does what its model does."""

import subprocess
from pathlib import Path

import numpy
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import palestra
from palestra.command import program
from palestra.network import LARGEST, Sight


def random_layers(sight, hidden, seed=1):
    """A network of two layers. The scalars are large numbers, so their weights are small."""
    random = numpy.random.default_rng(seed)
    first = random.standard_normal((sight.inputs, hidden)) * 0.1
    first[sight.square :] *= 1e-5
    second = random.standard_normal((hidden, sight.actions))
    numbers = [first, random.standard_normal(hidden), second, random.standard_normal(sight.actions)]
    first, bias, second, offset = (number.astype(numpy.float32) for number in numbers)
    return [(first, bias, "tanh"), (second, offset, "none")]


def played(player, game, seed=5):
    """A match of the player with the judge's limits. Nobody is frozen in it."""
    match = palestra.play(game, [player, "Demo", "Null", "Dummy"], seed=seed, judge=True)
    assert match.receipts == []
    return match


def same_actions(match, sight, model):
    """Compares what the player did at seat 0 with the best scores of the model."""
    lessons = match.lessons(0)
    at, inputs = sight.see(lessons)
    own = (at[:, 0], at[:, 1])
    scores = numpy.where(lessons["action_mask"][own] > 0, model(inputs), -numpy.inf)
    did = lessons["actions"][own]
    ordered = numpy.sort(scores, axis=-1)
    # Sums in another order may differ in the last digits, which decides equal scores only.
    clear = ordered[:, -1] - ordered[:, -2] > 1e-3
    assert clear.mean() > 0.9 and clear.sum() > 300
    assert (scores.argmax(axis=-1) == did)[clear].all()
    assert len(numpy.unique(did)) > 2


def test_a_player_does_what_its_model_does(game, tmp_path):
    sight = Sight(game, 2)
    layers = random_layers(sight, 12)
    palestra.export_player(layers, game, tmp_path / "Net.wasm", reach=2)

    def model(inputs):
        hidden = numpy.tanh(inputs @ layers[0][0] + layers[0][1])
        return hidden @ layers[1][0] + layers[1][1]

    same_actions(played(tmp_path / "Net.wasm", game), sight, model)


def convolutional(sight):
    """An ONNX model of every operator that is allowed."""
    random = numpy.random.default_rng(2)
    channels, side = len(sight.channels), sight.side
    flat = 5 * side**2 + sight.inputs - sight.square
    kernel = random.standard_normal((5, channels, 3, 3)) * 0.2
    first = random.standard_normal((8, flat)) * 0.1
    first[:, 5 * side**2 :] *= 1e-5
    weights = {
        "kernel": kernel,
        "offset": random.standard_normal(5),
        "first": first,
        "bias": random.standard_normal(8),
        "second": random.standard_normal((8, sight.actions)),
        "last": random.standard_normal(sight.actions),
    }
    nodes = [
        helper.make_node("Conv", ["square", "kernel", "offset"], ["a"], pads=[1] * 4),
        helper.make_node("Relu", ["a"], ["b"]),
        helper.make_node("Flatten", ["b"], ["c"]),
        helper.make_node("Concat", ["c", "scalars"], ["d"], axis=1),
        helper.make_node("Gemm", ["d", "first", "bias"], ["e"], transB=1),
        helper.make_node("Tanh", ["e"], ["f"]),
        helper.make_node("MatMul", ["f", "second"], ["g"]),
        helper.make_node("Add", ["g", "last"], ["h"]),
        helper.make_node("Identity", ["h"], ["scores"]),
    ]
    square = ("square", [None, channels, side, side])
    scalars = ("scalars", [None, sight.inputs - sight.square])
    graph = helper.make_graph(
        nodes,
        "policy",
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, s) for name, s in (square, scalars)],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [None, sight.actions])],
        [numpy_helper.from_array(w.astype(numpy.float32), name) for name, w in weights.items()],
    )
    return helper.make_model(graph)


def test_an_onnx_model_plays(tmp_path):
    sight = Sight("dominator", 2)
    onnx.save(convolutional(sight), tmp_path / "policy.onnx")
    player = tmp_path / "Net.wasm"
    palestra.export_player(tmp_path / "policy.onnx", "dominator", player, reach=2)
    reference = ReferenceEvaluator(onnx.load(tmp_path / "policy.onnx"))

    def model(inputs):
        square = inputs[:, : sight.square].reshape(-1, len(sight.channels), sight.side, sight.side)
        return reference.run(None, {"square": square, "scalars": inputs[:, sight.square :]})[0]

    same_actions(played(player, "dominator"), sight, model)


def test_networks_draw_or_take_the_best(tmp_path):
    sight = Sight("dominator", 0)
    layers = [(numpy.zeros((sight.inputs, sight.actions)), numpy.zeros(sight.actions))]
    shares = {}
    for choice in ("best", "draw"):
        player = tmp_path / f"{choice}.wasm"
        palestra.export_player(layers, "dominator", player, reach=0, choice=choice)
        lessons = played(player, "dominator").lessons(0)
        knights = lessons["action_mask"].sum(axis=-1) == sight.actions
        did = lessons["actions"][knights]
        shares[choice] = numpy.bincount(did, minlength=sight.actions) / len(did)
    assert shares["best"][0] == 1
    # The last match is the one of `draw`.
    drawn = len(did)
    deviation = (1 / 9 * 8 / 9 / drawn) ** 0.5
    assert drawn > 200 and (abs(shares["draw"] - 1 / 9) < 4 * deviation).all(), shares["draw"]


def test_the_program_takes_the_player(tmp_path):
    sight = Sight("dominator", 1)
    palestra.export_player(random_layers(sight, 4), "dominator", tmp_path / "Net.wasm", reach=1)
    command = [program(), "check", tmp_path / "Net.wasm", "-g", "dominator"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # A learner's opponent too.
    env = palestra.vec("dominator", 1, opponents=[str(tmp_path / "Net.wasm")], records=True)
    env.reset(seed=1)
    for _ in range(3):
        env.step(numpy.zeros((1, env.shape.units), numpy.int32))
    assert {1, 2, 3} <= set(env.match(0).orders()[:, 1].tolist())


def test_a_player_of_another_game_is_frozen(tmp_path):
    sight = Sight("pandemic", 1)
    palestra.export_player(random_layers(sight, 4), "pandemic", tmp_path / "Net.wasm", reach=1)
    match = palestra.play("dominator", [tmp_path / "Net.wasm", "Null", "Null", "Null"], seed=1)
    assert [receipt["seat"] for receipt in match.receipts] == [0]
    assert "not a view of Pandemic" in match.receipts[0]["detail"]


def zeros(*shape):
    return numpy.zeros(shape, numpy.float32)


@pytest.mark.parametrize(
    "layers, words",
    [
        ([], "the last layer must be a dense one"),
        ([(zeros(25, 9), zeros(8))], r"bias of shape \(8,\): it must be \(9,\)"),
        ([(zeros(24, 9), zeros(9))], "layer 1 has 24 inputs; with reach 0 it must have 25"),
        ([(zeros(3, 9, 2), zeros(9))], "weights of shape"),
        ([(zeros(25, 9), zeros(9), "swish")], "activation `swish`"),
        ([(zeros(25, 9),)], "layer 1 must be"),
    ],
)
def test_layers_that_do_not_fit_are_refused(layers, words, tmp_path):
    with pytest.raises(ValueError, match=words):
        palestra.export_player(layers, "dominator", tmp_path / "Net.wasm", reach=0)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda path: palestra.export_player([], "chess", path, reach=1), "no game `chess`"),
        (lambda path: palestra.export_player([], "agora", path, reach=1), "Agora has nothing"),
        (lambda path: palestra.export_player([], "dominator", path, reach=999), "from 0 to 100"),
        (lambda path: palestra.export_player([], "dominator", path, reach=1, choice="a"), "`draw`"),
        (lambda path: Sight("dominator", 1).see(Sight("pandemic", 1)), "subscriptable"),
    ],
)
def test_bad_arguments_give_an_exception_with_a_sentence(call, words, tmp_path):
    with pytest.raises((ValueError, TypeError), match=words):
        call(tmp_path / "Net.wasm")


def test_observations_of_another_game_are_refused():
    env = palestra.vec("pandemic", 1)
    with pytest.raises(ValueError, match="not compact observations of dominator"):
        Sight("dominator", 1).see(env.reset(seed=1)[0])


def test_networks_that_are_too_large_are_refused(tmp_path):
    sight = Sight("dominator", 0)
    wide = LARGEST // 4 // sight.inputs
    layers = [(zeros(sight.inputs, wide), zeros(wide)), (zeros(wide, 9), zeros(9))]
    with pytest.raises(ValueError, match="room for 3,"):
        palestra.export_player(layers, "dominator", tmp_path / "Net.wasm", reach=0)


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda nodes: setattr(nodes[5], "op_type", "Sigmoid"), "operator Sigmoid .*allowed are Conv"),
        (lambda nodes: setattr(nodes[5], "op_type", "Relus"), "operator Relus"),
        (lambda nodes: nodes[4].attribute.append(helper.make_attribute("alpha", 2.0)), "alpha"),
        (lambda nodes: nodes[0].attribute.append(helper.make_attribute("strides", [2, 2])), "strides"),
        (lambda nodes: nodes[6].input.__setitem__(1, "f"), "input 1 must be a constant"),
        (lambda nodes: nodes[5].input.__setitem__(0, "a"), "a chain of layers"),
        (lambda nodes: nodes.pop(), "one output"),
    ],
)
def test_operators_that_cannot_be_packed_are_named(change, words, tmp_path):
    model = convolutional(Sight("dominator", 2))
    change(model.graph.node)
    with pytest.raises(ValueError, match=words):
        palestra.export_player(model, "dominator", tmp_path / "Net.wasm", reach=2)
    assert not list(Path(tmp_path).iterdir())
