//! Layers, and the bytes that hold them.
//!
//! | bytes | what |
//! |---|---|
//! | first line | `palestra network 1` |
//! | second line | the [`Head`] as JSON |
//! | the others | `f32`, little-endian: weights and bias of each layer |
//!
//! The weights of a dense layer stand by input, then output; those of a convolution by input
//! channel, row and column of the kernel, then output channel. So the weights that an input is
//! multiplied with lie side by side, and inputs of 0 cost nothing.

use engine::Lcg;
use engine::features::SCALARS;
use serde::{Deserialize, Serialize};
use std::fmt;

const FIRST_LINE: &[u8] = b"palestra network 1\n";
/// The farthest that units see: no board has more rows.
pub const REACH_MAX: usize = 100;

/// Why bytes are no network, or none for this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable(pub String);

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unusable {}

/// The function on the outputs of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// Nothing.
    None,
    /// Negative numbers become 0.
    Relu,
    /// The hyperbolic tangent.
    Tanh,
}

/// How an action is chosen from its scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// The accepted action with the highest score; of equal ones the first.
    Best,
    /// At random: the scores are logarithms of odds.
    Draw,
}

/// The shape of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Layer {
    /// Every output depends on every input.
    Dense {
        /// Numbers that go in.
        inputs: usize,
        /// Numbers that come out.
        outputs: usize,
        /// The function on the outputs.
        then: Activation,
    },
    /// The same weights at every place of the square, one step apart.
    Convolution {
        /// Channels that go in.
        inputs: usize,
        /// Channels that come out.
        outputs: usize,
        /// Rows and columns of the kernel.
        kernel: usize,
        /// Zeros around the square, on each side.
        padding: usize,
        /// The function on the outputs.
        then: Activation,
    },
}

impl Layer {
    fn outputs(&self) -> usize {
        let (Self::Dense { outputs, .. } | Self::Convolution { outputs, .. }) = self;
        *outputs
    }

    fn then(&self) -> Activation {
        let (Self::Dense { then, .. } | Self::Convolution { then, .. }) = self;
        *then
    }

    /// How many weights there are; `None` when there are too many to count.
    fn weights(&self) -> Option<usize> {
        match *self {
            Self::Dense { inputs, outputs, .. } => inputs.checked_mul(outputs),
            Self::Convolution { inputs, outputs, kernel, .. } => {
                inputs.checked_mul(outputs)?.checked_mul(kernel.checked_mul(kernel)?)
            }
        }
    }
}

/// The second line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    game: String,
    reach: usize,
    choice: Choice,
    layers: Vec<Layer>,
}

/// A network for the units of a game.
#[derive(Clone, Debug)]
pub struct Network {
    head: Head,
    /// Weights and bias of each layer.
    numbers: Vec<(Vec<f32>, Vec<f32>)>,
}

/// The square that goes through convolutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Square {
    channels: usize,
    side: usize,
}

impl Square {
    fn len(self) -> usize {
        self.channels * self.side * self.side
    }

    fn after(self, outputs: usize, kernel: usize, padding: usize) -> Option<Self> {
        let padded = padding.checked_mul(2)?.checked_add(self.side + 1)?;
        let side = padded.checked_sub(kernel).filter(|side| *side > 0)?;
        Some(Self { channels: outputs, side })
    }
}

impl Network {
    /// Reads the bytes of a network.
    ///
    /// # Errors
    /// When the bytes do not say a network, or numbers are missing or left over.
    pub fn read(bytes: &[u8]) -> Result<Self, Unusable> {
        let refused = |why: &str| Unusable(format!("this is not a network: {why}"));
        let rest = bytes.strip_prefix(FIRST_LINE).ok_or_else(|| refused("another first line"))?;
        let end = rest.iter().position(|byte| *byte == b'\n');
        let (line, rest) = rest.split_at(end.ok_or_else(|| refused("it has one line only"))?);
        let head: Head = serde_json::from_slice(line).map_err(|e| refused(&e.to_string()))?;
        if head.reach > REACH_MAX {
            return Err(refused(&format!("reach {} is larger than {REACH_MAX}", head.reach)));
        }
        let mut left = rest[1..].as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four));
        let mut numbers = Vec::new();
        for layer in &head.layers {
            let count = layer.weights().filter(|count| *count <= bytes.len());
            let count = count.ok_or_else(|| refused("its layers are larger than its bytes"))?;
            let weights: Vec<f32> = left.by_ref().take(count).collect();
            let bias: Vec<f32> = left.by_ref().take(layer.outputs()).collect();
            if weights.len() != count || bias.len() != layer.outputs() {
                return Err(refused("numbers are missing"));
            }
            numbers.push((weights, bias));
        }
        match left.next() {
            Some(_) => Err(refused("numbers are left over")),
            None => Ok(Self { head, numbers }),
        }
    }

    /// The game that it plays.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.head.game
    }

    /// How far units see.
    #[must_use]
    pub fn reach(&self) -> usize {
        self.head.reach
    }

    /// Checks that the layers fit together: from squares of so many channels, with the scalars
    /// behind them, to one score per action.
    ///
    /// # Errors
    /// Which layer does not fit.
    pub fn check(&self, channels: usize, actions: usize) -> Result<(), Unusable> {
        let mut square = Square { channels, side: 2 * self.head.reach + 1 };
        let (mut flat, mut last) = (None, 0);
        for (k, layer) in (1..).zip(&self.head.layers) {
            let wants = |inputs: usize, fits: usize| match inputs == fits {
                true => Ok(()),
                false => Err(Unusable(format!(
                    "layer {k} has {inputs} inputs; with reach {} it must have {fits}",
                    self.head.reach
                ))),
            };
            match *layer {
                Layer::Dense { inputs, outputs, .. } => {
                    wants(inputs, flat.unwrap_or(square.len() + SCALARS))?;
                    flat = Some(outputs);
                }
                Layer::Convolution { .. } if flat.is_some() => {
                    return Err(Unusable(format!(
                        "layer {k} is a convolution: it must stand before all dense layers"
                    )));
                }
                Layer::Convolution { inputs, outputs, kernel, padding, .. } => {
                    wants(inputs, square.channels)?;
                    let after = square.after(outputs, kernel, padding);
                    square = after.ok_or_else(|| {
                        Unusable(format!("layer {k} has a kernel larger than its square"))
                    })?;
                }
            }
            last = layer.outputs();
        }
        match flat {
            Some(outputs) if outputs == actions => Ok(()),
            Some(_) => Err(Unusable(format!(
                "the last layer has {last} outputs; it must have {actions}, one per action"
            ))),
            None => Err(Unusable("the last layer must be a dense one".into())),
        }
    }

    /// The scores of the actions. `square` has the positions and values of the inputs that are
    /// not 0, `scalars` those behind the square, counted from 0. The layers must fit: see
    /// [`check`](Self::check).
    #[must_use]
    pub fn scores(&self, square: &[(usize, f32)], scalars: &[(usize, f32)]) -> Vec<f32> {
        let mut inputs = square.to_vec();
        let mut shape = Square { channels: 0, side: 2 * self.head.reach + 1 };
        let (mut flat, mut sums) = (false, Vec::new());
        for (layer, (weights, bias)) in self.head.layers.iter().zip(&self.numbers) {
            match *layer {
                Layer::Dense { inputs: count, .. } => {
                    if !flat {
                        let area = count - SCALARS;
                        inputs.extend(scalars.iter().map(|&(at, value)| (area + at, value)));
                        flat = true;
                    }
                    sums = dense(&inputs, weights, bias);
                }
                Layer::Convolution { inputs: count, kernel, padding, .. } => {
                    shape.channels = count;
                    (shape, sums) = convolution(shape, &inputs, weights, bias, kernel, padding);
                }
            }
            activate(layer.then(), &mut sums);
            inputs.clear();
            inputs.extend(sums.iter().copied().enumerate().filter(|(_, value)| *value != 0.0));
        }
        sums
    }

    /// Chooses one of the actions that the mask accepts, by their scores.
    pub fn choose(&self, scores: &[f32], mask: &[u8], dice: &mut Lcg) -> usize {
        let accepted = || scores.iter().zip(mask).enumerate().filter(|(_, (_, ok))| **ok != 0);
        let best = accepted().fold((0, f32::NEG_INFINITY), |best, (k, (score, _))| {
            if *score > best.1 { (k, *score) } else { best }
        });
        if self.head.choice == Choice::Best {
            return best.0;
        }
        const STEPS: i32 = 1_000_000;
        let odds = |score: f32| (score - best.1).exp();
        let total: f32 = accepted().map(|(_, (score, _))| odds(*score)).sum();
        let mut left = dice.draw(0, STEPS - 1) as f32 / STEPS as f32 * total;
        for (k, (score, _)) in accepted() {
            left -= odds(*score);
            if left < 0.0 {
                return k;
            }
        }
        best.0
    }
}

fn activate(how: Activation, numbers: &mut [f32]) {
    match how {
        Activation::None => {}
        Activation::Relu => numbers.iter_mut().for_each(|number| *number = number.max(0.0)),
        Activation::Tanh => numbers.iter_mut().for_each(|number| *number = number.tanh()),
    }
}

/// Adds the weights of one input, `by` its value.
#[inline(always)]
fn add(sums: &mut [f32], weights: &[f32], by: f32) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += weight * by;
    }
}

// The instructions for four numbers at once halve the fuel and more.
#[cfg_attr(target_family = "wasm", target_feature(enable = "simd128"))]
fn dense(inputs: &[(usize, f32)], weights: &[f32], bias: &[f32]) -> Vec<f32> {
    let mut sums = bias.to_vec();
    for &(at, value) in inputs {
        add(&mut sums, &weights[at * bias.len()..][..bias.len()], value);
    }
    sums
}

/// The square that comes out, by channel, row and column.
#[cfg_attr(target_family = "wasm", target_feature(enable = "simd128"))]
fn convolution(
    square: Square,
    inputs: &[(usize, f32)],
    weights: &[f32],
    bias: &[f32],
    kernel: usize,
    padding: usize,
) -> (Square, Vec<f32>) {
    let outputs = bias.len();
    let Some(after) = square.after(outputs, kernel, padding) else { return (square, Vec::new()) };
    let (area, places) = (square.side * square.side, after.side * after.side);
    let mut sums = bias.repeat(places);
    for &(at, value) in inputs {
        let (channel, y, x) = (at / area, at % area / square.side, at % square.side);
        for (ky, kx) in (0..kernel * kernel).map(|k| (k / kernel, k % kernel)) {
            let to = ((y + padding).wrapping_sub(ky), (x + padding).wrapping_sub(kx));
            if to.0 < after.side && to.1 < after.side {
                let from = ((channel * kernel + ky) * kernel + kx) * outputs;
                let place = (to.0 * after.side + to.1) * outputs;
                add(&mut sums[place..][..outputs], &weights[from..][..outputs], value);
            }
        }
    }
    let by_channel = (0..outputs).flat_map(|c| (0..places).map(move |place| (c, place)));
    (after, by_channel.map(|(c, place)| sums[place * outputs + c]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(head: &str, numbers: &[f32]) -> Vec<u8> {
        let numbers = numbers.iter().flat_map(|number| number.to_le_bytes());
        [FIRST_LINE, head.as_bytes(), b"\n"].concat().into_iter().chain(numbers).collect()
    }

    /// A head with these layers.
    fn head(reach: usize, layers: &str) -> String {
        format!(r#"{{"game":"dominator","reach":{reach},"choice":"best","layers":[{layers}]}}"#)
    }

    fn dense_layer(inputs: usize, outputs: usize, then: &str) -> String {
        format!(r#"{{"kind":"dense","inputs":{inputs},"outputs":{outputs},"then":"{then}"}}"#)
    }

    #[test]
    fn two_dense_layers_compute_their_sums() {
        // One channel, one cell, and the scalars: the third of these counts.
        let layers = [dense_layer(7, 2, "relu"), dense_layer(2, 1, "none")].join(",");
        let mut numbers = vec![0.0; 14];
        (numbers[0], numbers[1]) = (2.0, -1.0);
        (numbers[6], numbers[7]) = (0.5, 1.0);
        numbers.extend([1.0, -30.0, 10.0, 100.0, 7.0]);
        let network = Network::read(&bytes(&head(0, &layers), &numbers)).expect("a network");
        network.check(1, 1).expect("it fits");
        // 2·3 + 0.5·8 + 1 = 11; the other is below 0.
        assert_eq!(network.scores(&[(0, 3.0)], &[(2, 8.0)]), [117.0]);
        // 2·0 + 0.5·40 + 1 = 21; 1·40 − 30 = 10.
        assert_eq!(network.scores(&[], &[(2, 40.0)]), [1217.0]);
    }

    #[test]
    fn convolutions_look_at_the_cells_around() {
        let convolution =
            r#"{"kind":"convolution","inputs":1,"outputs":2,"kernel":3,"padding":1,"then":"none"}"#;
        let layers = [convolution.into(), dense_layer(2 * 9 + 6, 18, "none")].join(",");
        // The first output is the cell above, the second the cell to the right plus 1.
        let mut numbers = vec![0.0; 18];
        (numbers[2], numbers[11]) = (1.0, 1.0);
        numbers.extend([0.0, 1.0]);
        // The dense layer shows its inputs but for the scalars.
        let shown = (0..24 * 18).map(|k| if k / 18 == k % 18 { 1.0 } else { 0.0 });
        numbers.extend(shown.chain([0.0; 18]));
        let network = Network::read(&bytes(&head(1, &layers), &numbers)).expect("a network");
        network.check(1, 18).expect("it fits");
        let scores = network.scores(&[(1, 5.0), (5, 7.0)], &[]);
        assert_eq!(scores[..9], [0.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 7.0]);
        assert_eq!(scores[9..], [6.0, 1.0, 1.0, 1.0, 8.0, 1.0, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let check = |layers: &str, numbers: usize| {
            let read = Network::read(&bytes(&head(0, layers), &vec![0.0; numbers]));
            read.and_then(|network| network.check(2, 3)).map_err(|error| error.0)
        };
        assert_eq!(check(&dense_layer(8, 3, "tanh"), 27), Ok(()));
        let refused = |layers: &str, numbers: usize, words: &str| {
            let why = check(layers, numbers).expect_err(words);
            assert!(why.contains(words), "{why}");
        };
        refused(&dense_layer(8, 3, "tanh"), 26, "numbers are missing");
        refused(&dense_layer(8, 3, "tanh"), 28, "numbers are left over");
        refused(&dense_layer(8, 3, "swish"), 27, "unknown variant `swish`");
        refused(
            &dense_layer(9, 3, "none"),
            30,
            "layer 1 has 9 inputs; with reach 0 it must have 8",
        );
        refused(&dense_layer(8, 2, "none"), 18, "the last layer has 2 outputs; it must have 3");
        refused(&dense_layer(usize::MAX, 9, "none"), 1, "larger than its bytes");
        let shape = r#"{"kind":"convolution","inputs":2,"outputs":1,"padding":0,"then":"none""#;
        let convolution = |kernel: usize| format!(r#"{shape},"kernel":{kernel}}}"#);
        refused(&convolution(1), 3, "the last layer must be a dense one");
        refused(&convolution(2), 9, "layer 1 has a kernel larger than its square");
        let behind = [dense_layer(8, 3, "none"), convolution(1)].join(",");
        refused(&behind, 30, "layer 2 is a convolution");
        assert!(Network::read(b"palestra network 1\n").is_err());
        assert!(Network::read(b"\0asm").is_err());
    }

    #[test]
    fn only_accepted_actions_are_chosen() {
        let numbers = [0.0; 27];
        let choose = |choice: &str, scores: &[f32], dice: &mut Lcg| {
            let head = head(0, &dense_layer(8, 3, "none")).replace("best", choice);
            let network = Network::read(&bytes(&head, &numbers)).expect("a network");
            network.choose(scores, &[1, 0, 1], dice)
        };
        let mut dice = Lcg::new(1);
        assert_eq!(choose("best", &[1.0, 9.0, 2.0], &mut dice), 2);
        assert_eq!(choose("best", &[2.0, 9.0, 2.0], &mut dice), 0);
        assert_eq!(choose("best", &[f32::NAN; 3], &mut dice), 0);
        // Odds of 3 to 1.
        let scores = [3_f32.ln(), 50.0, 0.0];
        let drawn: Vec<usize> = (0..2000).map(|_| choose("draw", &scores, &mut dice)).collect();
        let first = drawn.iter().filter(|k| **k == 0).count();
        assert!(drawn.iter().all(|k| *k != 1) && (1400..1600).contains(&first), "{first}");
    }
}
