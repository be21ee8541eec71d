//! The addresses for visitors and programs: rules of access, pages and the API. A handler parses a
//! request, calls [`crate::app`] and renders the answer. It decides nothing.

pub mod access;
pub mod api;
pub mod connections;
pub mod description;
pub mod errors;
pub mod events;
pub mod files;
pub mod manual;
pub mod pages;
pub mod refill;
pub mod request;
pub mod router;
pub mod security;
