//! Both views of our detector of copies and Dolos, another one, on the corpus of
//! `crates/similarity`: by hand only, because it builds some 400 modules and installs Dolos, which
//! compiles its parsers for minutes.

use anyhow::Result;
use harness::run::{cargo, root, run, target, workshop};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Installs the pinned version below the target folder, writes the corpus and compares.
pub fn compare() -> Result<()> {
    let folder = workshop("dolos")?;
    for file in ["package.json", "package-lock.json", "compare.mjs"] {
        fs::copy(root().join("xtask/dolos").join(file), folder.join(file))?;
    }
    let corpus = folder.join("corpus");
    let example = |name: &str| {
        let mut command = cargo(["run", "--release", "--quiet", "--package", "similarity"]);
        command.args(["--example", name, "--"]).arg(&corpus);
        run(&mut command)
    };
    example("disguised")?;
    build_modules(&corpus)?;
    example("figures")?;
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))?;
    let template = root().join("games/dominator/players/AIScout.cc");
    run(Command::new("node").arg("compare.mjs").arg(corpus).arg(template).current_dir(&folder))
}

/// Builds the module of every source of the corpus beside it. A copy that its disguise broke has
/// none.
fn build_modules(corpus: &Path) -> Result<()> {
    run(&mut cargo(["build", "--release", "--quiet", "--package", "palestra-cli"]))?;
    let program = target().join("release/palestra");
    for group in fs::read_dir(corpus)?.flatten().filter(|g| g.path().is_dir()) {
        for file in fs::read_dir(group.path())?.flatten().map(|f| f.path()) {
            if file.extension().is_some_and(|e| e == "cc") {
                let mut build = Command::new(&program);
                build.args(["build", "--game", "dominator"]).arg(&file);
                build.arg("--output").arg(file.with_extension("wasm"));
                if !build.output()?.status.success() {
                    println!("{} does not build", file.display());
                }
            }
        }
    }
    Ok(())
}
