//! A worker process by itself, for tests; people have it as `palestra worker-process`.

fn main() -> std::process::ExitCode {
    worker::main(&std::env::args_os().collect::<Vec<_>>())
}
