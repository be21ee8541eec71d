//! The effects of the instructions of a function, as far as they depend on its author.

use super::Module;
use super::lines::{Lines, named};
use crate::normal::mix;
use wasmparser::{FunctionBody, Operator};

/// The same event at the same place counts once among so many.
const NEAR: usize = 8;

/// Something that a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Event {
    /// The hash.
    pub hash: u64,
    /// How much it says.
    pub weight: u16,
    /// The line in the author's file.
    pub line: u32,
}

/// Kinds of events.
#[derive(Clone, Copy)]
enum Kind {
    Uses = 1,
    Loop,
    Compare,
    Equal,
    Computes,
    Constant,
    Store,
    Select,
}

/// The events of a function in the order of its code; `left` counts instructions down.
pub(super) fn of(
    body: &FunctionBody<'_>,
    module: &Module<'_>,
    lines: &Lines<'_>,
    left: &mut usize,
) -> Vec<Event> {
    let mut found: Vec<Event> = Vec::new();
    let mut places: Vec<(u64, (u32, u32))> = Vec::new();
    let Ok(reader) = body.get_operators_reader() else { return found };
    let mut constant = None;
    for operator in reader.into_iter_with_offsets() {
        let Ok((operator, offset)) = operator else { break };
        let Some(rest) = left.checked_sub(1) else { break };
        *left = rest;
        let said = said(&operator, constant, module, lines);
        constant = literal(&operator);
        let plain = said.is_none()
            && matches!(
                operator,
                Operator::LocalGet { .. } | Operator::LocalSet { .. } | Operator::End
            );
        if plain {
            continue;
        }
        let address = offset.saturating_sub(module.code_start) as u64;
        let Some(origin) = lines.origin(address) else { continue };
        let (hash, weight) = match (origin.uses, said) {
            (0, Some(said)) => said,
            (0, None) => continue,
            (uses, _) => (mix(Kind::Uses as u64, uses), 2),
        };
        let near = places.len().saturating_sub(NEAR);
        if hash == 0 || places[near..].contains(&(hash, origin.place)) {
            continue;
        }
        places.push((hash, origin.place));
        found.push(Event { hash, weight, line: origin.place.0 });
    }
    found
}

/// The value of a constant that says something: not of addresses, sizes and small steps.
fn literal(operator: &Operator<'_>) -> Option<u64> {
    match operator {
        Operator::I32Const { value } => Some(*value as u32 as u64),
        Operator::I64Const { value } => Some(*value as u64),
        _ => None,
    }
}

/// The event of an instruction of the author: hash and weight.
fn said(
    operator: &Operator<'_>,
    constant: Option<u64>,
    module: &Module<'_>,
    lines: &Lines<'_>,
) -> Option<(u64, u16)> {
    use Operator as O;
    let with = |kind: Kind, what: u64| {
        let value = constant.filter(|v| *v > 1 && *v < 100_000);
        let weight = 1 + u16::from(value.is_some());
        Some((mix(mix(kind as u64, what), value.unwrap_or(0)), weight))
    };
    match operator {
        O::Call { function_index } => calls(*function_index, module, lines),
        O::Loop { .. } => Some((mix(Kind::Loop as u64, 0), 1)),
        O::Select | O::TypedSelect { .. } => Some((mix(Kind::Select as u64, 0), 1)),
        O::F64Const { value } => Some((mix(Kind::Constant as u64, value.bits()), 2)),
        O::F32Const { value } => Some((mix(Kind::Constant as u64, u64::from(value.bits())), 2)),
        O::I32Eq | O::I32Ne | O::I64Eq | O::I64Ne | O::F64Eq | O::F64Ne => with(Kind::Equal, 0),
        O::I32LtS
        | O::I32GtS
        | O::I32LeS
        | O::I32GeS
        | O::I64LtS
        | O::I64GtS
        | O::I64LeS
        | O::I64GeS
        | O::I32LtU
        | O::I32GtU
        | O::I32LeU
        | O::I32GeU => with(Kind::Compare, 0),
        O::F64Lt | O::F64Gt | O::F64Le | O::F64Ge => with(Kind::Compare, 1),
        O::I32Mul | O::I64Mul => with(Kind::Computes, 1),
        O::I32DivS | O::I32DivU | O::I64DivS => with(Kind::Computes, 2),
        O::I32RemS | O::I32RemU | O::I64RemS => with(Kind::Computes, 3),
        O::F64Add | O::F64Sub => with(Kind::Computes, 4),
        O::F64Mul => with(Kind::Computes, 5),
        O::F64Div => with(Kind::Computes, 6),
        O::F64Sqrt => with(Kind::Computes, 7),
        O::F64ConvertI32S | O::I32TruncSatF64S => with(Kind::Computes, 8),
        O::I32Store { .. } | O::I64Store { .. } | O::F64Store { .. } | O::I32Store8 { .. } => {
            Some((mix(Kind::Store as u64, 0), 0))
        }
        _ => None,
    }
}

/// A call says something when the function is given: the game's, or the library's.
fn calls(function: u32, module: &Module<'_>, lines: &Lines<'_>) -> Option<(u64, u16)> {
    let told = module.start(function).and_then(|start| lines.function(start));
    let name = match told {
        Some(0) => return None,
        Some(name) => name,
        None => named(module.called(function)),
    };
    Some((mix(Kind::Uses as u64, name), 2))
}
