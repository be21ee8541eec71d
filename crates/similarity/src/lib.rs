//! Finds copies: compares sources and behaviour of players.
//!
//! - [`Templates`]: what everybody was given, and which is subtracted.
//! - [`Anatomy`] and [`Sketch`]: a source taken apart, and what is kept of it.
//! - [`module`]: the second view, from what a compiler made of a source.
//! - [`season`]: everybody against everybody; [`index`]: against earlier seasons.
//! - [`alarm`]: which scores are unusual; [`crowds`]: what many share.
//! - [`behaviour`]: who orders the same in the same situations.
//! - [`evidence`], [`report`], [`page`]: what people get to see; [`decisions`]: what they decide.
//!
//! Sources are hostile: any bytes give a score or a [`Remark`], never a crash.
#![forbid(unsafe_code)]

pub mod alarm;
pub mod behaviour;
pub mod crowds;
pub mod decisions;
pub mod evidence;
mod expand;
pub mod grams;
pub mod index;
pub mod intake;
mod lex;
pub mod module;
mod names;
mod normal;
pub mod page;
pub mod report;
pub mod season;
pub mod sketch;
pub mod source;
mod syntax;
pub mod templates;
pub mod tokens;

pub use intake::Submission;
pub use module::Unreadable;
pub use sketch::{Anatomy, Cover, Sketch};
pub use source::{Language, Remark};
pub use templates::Templates;
