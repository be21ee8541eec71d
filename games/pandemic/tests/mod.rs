//! Tests of Pandemic.

mod golden;
