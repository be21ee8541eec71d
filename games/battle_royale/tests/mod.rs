//! Tests of Battle Royale.

mod golden;
