use crate::confine::{Confine, Jail, Kernel, run};
use crate::error::{Reason, Step};
use crate::{Error, Options};
use std::path::Path;
use std::process::Command;

/// Runs a script of the shell's own commands in a jail; answers whether it succeeded, and its
/// stderr.
fn shell(script: &str, job: &Path) -> Result<(bool, String), Error> {
    let there = |paths: &[&'static str]| -> Vec<&'static Path> {
        paths.iter().map(|path| Path::new(*path)).filter(|path| path.exists()).collect()
    };
    let jail = Jail {
        confine: Confine::Available,
        user: Options::default().user,
        program: Path::new("/bin/sh"),
        helpers: there(&["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]),
        read: there(&["/lib", "/usr/lib", "/lib64"]),
        job,
        file: "AIFoo.cc",
    };
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(script);
    run(command, Step::Compile, &jail).map(|done| (done.success, done.stderr))
}

#[test]
fn a_jail_holds_what_it_names_and_nothing_else() {
    let job = tempfile::tempdir().expect("a folder");
    std::fs::write(job.path().join("given"), "text").expect("a file");
    let write = "test -r given && echo made > out && read line < out && test $line = made";
    let (fine, said) = shell(write, job.path()).expect("it runs");
    assert!(fine, "{said}");
    let made = std::fs::read_to_string(job.path().join("out"));
    assert_eq!(made.ok().as_deref(), Some("made\n"));
    for script in ["read line < /etc/passwd", "echo x > /lib/x", "echo x > /x"] {
        let (fine, said) = shell(script, job.path()).expect("it runs");
        assert!(!fine && !said.is_empty(), "{script}");
    }
    if !Kernel::probe().namespaces {
        return eprintln!("not tested: this kernel gives no namespaces");
    }
    for path in [
        "/etc",
        "/proc/self/fd",
        "/proc/1",
        "/home",
        "/etc/passwd",
        env!("CARGO_MANIFEST_DIR"),
        "/bin/ls",
    ] {
        let (there, _) = shell(&format!("test -e {path}"), job.path()).expect("it runs");
        assert!(!there, "{path}");
    }
}

#[test]
fn a_step_that_uses_too_much_says_what() {
    let job = tempfile::tempdir().expect("a folder");
    let end = |script: &str| match shell(script, job.path()) {
        Err(Error::Compiler { reason, .. }) => Some(reason),
        _ => None,
    };
    let file = format!("a=x; while :; do a=$a$a; echo {}$a >> out; done", "x".repeat(1000));
    assert_eq!(end(&file), Some(Reason::TooLarge));
    assert_eq!(end("kill -9 $$"), None, "no process may send signals");
}
