//! Prints the contents of modules: the largest value per limit, beside the limit, with its file.
//!
//! `cargo run --release -p sandbox --example census -- FILES`

use sandbox::{Census, Limit};
use std::path::PathBuf;

fn main() {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let mut largest = vec![(0, PathBuf::new()); Limit::ALL.len()];
    for file in files {
        let wasm = match std::fs::read(&file) {
            Ok(wasm) => wasm,
            Err(error) => {
                eprintln!("{}: {error}", file.display());
                continue;
            }
        };
        match Census::of(&wasm) {
            Ok(census) => {
                for (largest, limit) in largest.iter_mut().zip(Limit::ALL) {
                    *largest = largest.clone().max((census.largest(limit), file.clone()));
                }
            }
            Err(refused) => eprintln!("{}: {refused}", file.display()),
        }
    }
    for ((found, file), limit) in largest.into_iter().zip(Limit::ALL) {
        let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!("{:<72}{:>10} of {:>10}  {file}", limit.to_string(), found, limit.allowed());
    }
}
