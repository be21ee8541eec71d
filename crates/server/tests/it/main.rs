//! The judge's tests as one program: linking takes far longer than running any of them. Tests
//! that change the whole process are programs of their own (`files.rs`, `statements.rs`).

#[path = "../common/mod.rs"]
mod common;

mod access;
mod boards;
mod cluster;
mod connections;
mod databases;
mod dates;
mod forms;
mod held;
mod interface;
mod ladder;
mod languages;
mod layers;
mod live;
mod nats;
mod operation;
mod pages;
mod races;
mod search;
mod sign_in;
mod signatures;
mod similar;
mod staff;
mod standings;
mod stop;
mod submit;
mod tokens;
mod tournaments;
mod workers;
