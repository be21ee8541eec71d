//! The prices of instructions: one unit of fuel each, and more for instructions that take far
//! longer.
//!
//! A unit stands for 0.06 ns. `examples/slow.rs` measures how far instructions are from their
//! price when each waits for the one before: see `SECURITY.md`. A change of prices needs a new
//! [`VERSION`](crate::VERSION).

use wasmtime::OperatorCost;

/// Sets the price of each of these instructions.
macro_rules! set {
    ($prices:ident, $price:expr, $($instruction:ident)*) => {
        $($prices.$instruction = $price;)*
    };
}

/// The prices.
pub(crate) fn table() -> OperatorCost {
    let mut prices = OperatorCost::new();
    prices.variable.memory_grow_per_page = u8::MAX;
    prices.variable.table_copy_per_element = 12;
    prices.variable.table_fill_per_element = 12;
    prices.variable.table_init_per_element = 12;
    // Bulk operations: entering and leaving the arena's code takes this long for no bytes at all.
    set!(prices, u8::MAX, MemoryCopy MemoryFill MemoryInit TableCopy TableFill TableInit);
    // Growth enters the arena too, and exceptions look for their handler.
    set!(prices, u8::MAX, MemoryGrow TableGrow Throw ThrowRef);
    // Branches settle the fuel, and a processor may predict them wrong. A loop without work has
    // nothing but its branch: at the price of other instructions it would run into the clock.
    set!(prices, 6, Br BrIf BrTable If);
    // Calls keep the books of fuel.
    set!(prices, 6, Call ReturnCall);
    // Calls through a table check the type as well.
    set!(prices, 20, CallIndirect ReturnCallIndirect);
    // Access to tables checks bounds and types.
    set!(prices, 4, TableGet TableSet);
    // Roots.
    set!(prices, 20, F32Sqrt F64Sqrt F32x4Sqrt F64x2Sqrt);
    // Divisions.
    set!(prices, 12, I32DivS I32DivU I32RemS I32RemU I64DivS I64DivU I64RemS I64RemU F32Div
        F64Div F32x4Div F64x2Div);
    // Rounding.
    set!(prices, 16, F32Ceil F32Floor F32Trunc F32Nearest F64Ceil F64Floor F64Trunc F64Nearest
        F32x4Ceil F32x4Floor F32x4Trunc F32x4Nearest F64x2Ceil F64x2Floor F64x2Trunc
        F64x2Nearest);
    // Conversions between kinds of numbers.
    set!(prices, 10, F32DemoteF64 F64PromoteF32 I32TruncSatF32S I32TruncSatF32U
        I32TruncSatF64S I32TruncSatF64U I64TruncSatF32S I64TruncSatF32U I64TruncSatF64S
        I64TruncSatF64U I32TruncF32S I32TruncF32U I32TruncF64S I32TruncF64U I64TruncF32S
        I64TruncF32U I64TruncF64S I64TruncF64U I32x4TruncSatF32x4S I32x4TruncSatF32x4U
        I32x4TruncSatF64x2SZero I32x4TruncSatF64x2UZero F32x4DemoteF64x2Zero
        F64x2PromoteLowF32x4 F32ConvertI32S F32ConvertI32U F32ConvertI64S F32ConvertI64U
        F64ConvertI32S F64ConvertI32U F64ConvertI64S F64ConvertI64U F32x4ConvertI32x4S
        F32x4ConvertI32x4U F64x2ConvertLowI32x4S F64x2ConvertLowI32x4U);
    // Sums, products and comparisons of floats have one pattern for NaN to make.
    set!(prices, 6, F32Add F32Sub F32Mul F32Min F32Max F64Add F64Sub F64Mul F64Min F64Max
        F32x4Add F32x4Sub F32x4Mul F32x4Min F32x4Max F64x2Add F64x2Sub F64x2Mul F64x2Min
        F64x2Max);
    // Vector instructions that processors have no single instruction for.
    set!(prices, 6, I64x2Mul I8x16Popcnt I8x16ShrS I8x16ShrU I8x16Shl);
    prices
}
