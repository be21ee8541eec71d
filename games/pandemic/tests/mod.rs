//! Tests of the whole game.
