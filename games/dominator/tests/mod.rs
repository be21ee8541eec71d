//! Tests of Dominator.

mod golden;
