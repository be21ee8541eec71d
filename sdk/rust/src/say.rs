//! Printing: what a player says on stderr reaches its author, what it prints on stdout is kept
//! apart. The standard library's own macros print into nothing where players play, so these take
//! their place: the toolchain adds `#[macro_use] extern crate palestra;` to every player.

use std::fmt;

/// Where a text goes: 1 standard output, 2 standard error.
pub fn say(stream: u32, text: fmt::Arguments<'_>, newline: bool) {
    let mut line = text.to_string();
    if newline {
        line.push('\n');
    }
    crate::runtime::write(stream, line.as_bytes());
}

/// Like the standard one: prints a line on stderr, which the player's author sees.
#[macro_export]
#[doc(hidden)]
macro_rules! eprintln {
    () => { $crate::say::say(2, ::core::format_args!(""), true) };
    ($($text:tt)*) => { $crate::say::say(2, ::core::format_args!($($text)*), true) };
}

/// Like the standard one: prints on stderr, which the player's author sees.
#[macro_export]
#[doc(hidden)]
macro_rules! eprint {
    ($($text:tt)*) => { $crate::say::say(2, ::core::format_args!($($text)*), false) };
}

/// Like the standard one: prints a line on stdout, which is not for players.
#[macro_export]
#[doc(hidden)]
macro_rules! println {
    () => { $crate::say::say(1, ::core::format_args!(""), true) };
    ($($text:tt)*) => { $crate::say::say(1, ::core::format_args!($($text)*), true) };
}

/// Like the standard one: prints on stdout, which is not for players.
#[macro_export]
#[doc(hidden)]
macro_rules! print {
    ($($text:tt)*) => { $crate::say::say(1, ::core::format_args!($($text)*), false) };
}

/// Like the standard one: prints a value with its place on stderr, and answers it.
#[macro_export]
#[doc(hidden)]
macro_rules! dbg {
    ($value:expr $(,)?) => {
        match $value {
            value => {
                $crate::eprintln!(
                    "[{}:{}] {} = {:#?}",
                    ::core::file!(),
                    ::core::line!(),
                    ::core::stringify!($value),
                    &value
                );
                value
            }
        }
    };
}
