//! The files of a server are readable for its own user only, with any umask.
#![cfg(unix)]

mod common;

use common::{Site, open};
use rustix::fs::Mode;
use rustix::process::{DumpableBehavior, Resource, dumpable_behavior, getrlimit, umask};
use server::ops::{backup, process};
use server::states::SubmissionState;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Files and folders below a folder, itself included, that others have rights to; and how many
/// there are.
fn open_to_others(path: &Path) -> (Vec<String>, usize) {
    let about = fs::metadata(path).expect("is there");
    let mode = about.permissions().mode() & 0o777;
    let allowed = if about.is_dir() { 0o700 } else { 0o600 };
    let wrong = mode != allowed;
    let (mut found, mut count) = (Vec::new(), 1);
    if wrong {
        found.push(format!("{} {mode:o}", path.display()));
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let (more, inside) = open_to_others(&entry.path());
        found.extend(more);
        count += inside;
    }
    (found, count)
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_reads_what_a_server_writes() {
    umask(Mode::empty());
    let files_max = process::prepare().expect("prepared");
    let (files, cores) = (getrlimit(Resource::Nofile), getrlimit(Resource::Core));
    assert_eq!(files.current, files.maximum);
    assert_eq!(files.current.unwrap_or(u64::MAX), files_max);
    assert_eq!((cores.current, cores.maximum), (Some(0), Some(0)));
    #[cfg(target_os = "linux")]
    assert_eq!(dumpable_behavior().expect("told"), DumpableBehavior::NotDumpable);
    let site = Site::apart().await;
    site.account("alice", "player").await;
    site.enter("alice", "Alices", SubmissionState::Refused).await;
    site.change(|o| o.ladder_rounds_max = 1).await;
    site.work().await;
    let settings = "workers = 1\ndatabase = \"postgres://judge:secret@db/x\"\n";
    fs::write(site.folder.path().join("palestra.toml"), settings).expect("written");
    let folders = tempfile::tempdir().expect("a folder");
    // An operator made the folder for the backup, open to all.
    let to = folders.path().join("backup");
    fs::create_dir(&to).expect("made");
    fs::set_permissions(&to, fs::Permissions::from_mode(0o755)).expect("opened");
    backup::backup(&site.app, &to).await.expect("written");
    let kept = fs::read_to_string(to.join("palestra.toml")).expect("read");
    assert!(kept.contains("postgres://judge@db/x") && !kept.contains("secret"), "{kept}");
    let restored = folders.path().join("restored");
    backup::restore(&open(&restored).await, &to).await.expect("restored");
    for folder in [site.folder.path(), &to, &restored] {
        let (found, count) = open_to_others(folder);
        assert!(found.is_empty() && count > 4, "{count}: {found:#?}");
    }
}
