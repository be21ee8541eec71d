//! A worker process for the tests of the server; people have it as `palestra worker-process`.

fn main() -> std::process::ExitCode {
    worker::main(&std::env::args_os().collect::<Vec<_>>())
}
