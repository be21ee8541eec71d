//! `palestra completions` and `palestra man`: made from the description of the command line.

use crate::failure::{DONE, Done, Failure};
use crate::options::{Cli, Completions};
use clap::CommandFactory;
use std::io::{ErrorKind, Write};

/// Prints the completions for a shell.
pub fn run(options: &Completions) -> Done {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::command(), "palestra", &mut text);
    print(&text)
}

/// Prints the manual page: first the command itself, then one page per subcommand.
pub fn man() -> Done {
    let mut command = Cli::command();
    command.build();
    let mut text = Vec::new();
    let ours = |e: std::io::Error| Failure::ours(e);
    clap_mangen::Man::new(command.clone()).render(&mut text).map_err(ours)?;
    for sub in command.get_subcommands().filter(|c| c.get_name() != "help") {
        clap_mangen::Man::new(sub.clone()).render(&mut text).map_err(ours)?;
    }
    print(&text)
}

fn print(text: &[u8]) -> Done {
    match std::io::stdout().write_all(text) {
        // A reader such as `head` has seen enough.
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(DONE),
        written => written.map(|()| DONE).map_err(|e| Failure::file("write", "stdout", &e)),
    }
}
