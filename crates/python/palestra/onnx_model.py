"""The layers of ONNX models, as :func:`palestra.export_player` takes them."""

import os

import numpy

OPERATORS = ("Conv", "Gemm", "MatMul", "Add", "Relu", "Tanh", "Flatten", "Reshape", "Concat", "Identity")


class _Walk:
    """Follows the one tensor that goes through a chain of layers."""

    def __init__(self, model):
        from onnx import numpy_helper

        graph, self.read = model.graph, numpy_helper.to_array
        self.known = {one.name: self.read(one) for one in graph.initializer}
        inputs = [one.name for one in graph.input if one.name not in self.known]
        if not 1 <= len(inputs) <= 2:
            raise ValueError(
                f"the model has {len(inputs)} inputs: it must have one, or the square and the scalars"
            )
        self.here, self.scalars = inputs[0], inputs[1] if len(inputs) == 2 else None
        self.layers = []

    def refuse(self, node, why):
        name = f" `{node.name}`" if node.name else ""
        raise ValueError(f"operator {node.op_type}{name} cannot be packed: {why}")

    def weights(self, node, at):
        """A constant input of a node."""
        if at >= len(node.input) or not node.input[at]:
            return None
        if node.input[at] not in self.known:
            self.refuse(node, f"its input {at} must be a constant")
        return self.known[node.input[at]]

    def step(self, node):
        """Goes over one node."""
        attributes = {one.name: one for one in node.attribute}
        if node.op_type == "Constant":
            self.known[node.output[0]] = self.read(attributes["value"].t)
            return
        if node.op_type not in OPERATORS:
            self.refuse(node, f"allowed are {', '.join(OPERATORS)}")
        if self.here not in node.input:
            self.refuse(node, "the model must be a chain of layers")
        getattr(self, node.op_type.lower())(node, attributes)
        self.here = node.output[0]

    def gemm(self, node, attributes):
        plain = all(attributes[key].f == 1 for key in ("alpha", "beta") if key in attributes)
        if not plain or "transA" in attributes and attributes["transA"].i:
            self.refuse(node, "alpha and beta must be 1, and transA 0")
        weights, bias = self.weights(node, 1), self.weights(node, 2)
        if "transB" in attributes and attributes["transB"].i:
            weights = weights.T
        self.dense(weights, bias)

    def matmul(self, node, attributes):
        self.dense(self.weights(node, 1), None)

    def dense(self, weights, bias):
        bias = numpy.zeros(weights.shape[1]) if bias is None else bias
        self.layers.append([weights, bias.reshape(-1), "none"])

    def add(self, node, attributes):
        other = [name for name in node.input if name != self.here]
        if not self.layers or self.layers[-1][2] != "none" or not other or other[0] not in self.known:
            self.refuse(node, "it must add a constant bias to a layer")
        bias = self.layers[-1][1]
        added = self.known[other[0]]
        if added.size not in (1, bias.size):
            self.refuse(node, f"it adds {added.size} numbers to a layer of {bias.size}")
        self.layers[-1][1] = bias + added.reshape(-1)

    def conv(self, node, attributes):
        weights, bias = self.weights(node, 1), self.weights(node, 2)
        ones = [*attributes["strides"].ints] if "strides" in attributes else []
        ones += attributes["dilations"].ints if "dilations" in attributes else []
        ones += [attributes["group"].i] if "group" in attributes else []
        pads = set(attributes["pads"].ints) if "pads" in attributes else {0}
        automatic = attributes["auto_pad"].s if "auto_pad" in attributes else b"NOTSET"
        kernel = weights.shape[-1]
        if automatic in (b"SAME_UPPER", b"SAME_LOWER") and kernel % 2 == 1:
            pads = {kernel // 2}
        elif automatic not in (b"NOTSET", b"VALID"):
            self.refuse(node, "auto_pad must be VALID, or SAME with an odd kernel")
        if any(one != 1 for one in ones) or len(pads) != 1:
            self.refuse(node, "strides, dilations and group must be 1, and all pads equal")
        bias = numpy.zeros(weights.shape[0]) if bias is None else bias
        self.layers.append([weights, bias, "none", pads.pop()])

    def relu(self, node, attributes):
        self.activation(node, "relu")

    def tanh(self, node, attributes):
        self.activation(node, "tanh")

    def activation(self, node, name):
        if not self.layers or self.layers[-1][2] != "none":
            self.refuse(node, "it must stand behind a layer")
        self.layers[-1][2] = name

    def concat(self, node, attributes):
        if list(node.input) != [self.here, self.scalars]:
            self.refuse(node, "it must put the scalars behind the flattened square")

    def flatten(self, node, attributes):
        """The numbers stay as they are."""

    reshape = identity = flatten


def layers_of(model):
    """The layers of an ONNX model or of the file with this path.

    Raises ValueError when the model has an operator that cannot be packed.
    """
    import onnx

    if isinstance(model, (str, os.PathLike)):
        model = onnx.load(os.fspath(model))
    walk = _Walk(model)
    for node in model.graph.node:
        walk.step(node)
    if [one.name for one in model.graph.output] != [walk.here]:
        raise ValueError("the model must have one output: the scores of the actions")
    return walk.layers
