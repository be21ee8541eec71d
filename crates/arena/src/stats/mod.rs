//! Statistics of results, without any knowledge of matches.
//!
//! - [`sequential`]: the sequential test of two versions, and its always-valid interval.
//! - [`clustered_mean`]: means of results that come in clusters.
//! - [`plackett_luce`]: strengths from places.
//! - [`ranks`]: probabilities of final ranks.
//! - [`weng_lin`]: the rating after each match.
//! - [`place_points`]: the value of a result.
//! - [`fairness`]: whether the seats of a board are equally good.

pub mod clustered_mean;
pub mod fairness;
pub mod place_points;
pub mod plackett_luce;
pub mod ranks;
pub mod sequential;
pub mod weng_lin;
