//! Runs players in WebAssembly.
