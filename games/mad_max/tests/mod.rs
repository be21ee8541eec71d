//! Tests of Mad Max.

mod golden;
