//! The units for systemd, as systemd reads them.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

/// What systemd has against a unit. A program that is not installed here takes no part.
fn objections(unit: &Path) -> String {
    let text = fs::read_to_string(unit).expect("a unit");
    let folder = tempfile::tempdir().expect("a folder");
    let name = unit.file_name().expect("a name");
    let copy = folder.path().join(name);
    fs::write(&copy, text.replace("/usr/bin/palestra", "/bin/true")).expect("written");
    let asked = Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&copy).output();
    String::from_utf8_lossy(&asked.expect("an answer").stderr).into_owned()
}

#[test]
fn systemd_understands_every_line_of_the_units() {
    if !needs::program("systemd-analyze") {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for unit in ["deploy/palestra-worker@.service", "packaging/debian/palestra.service"] {
        assert_eq!(objections(&root.join(unit)), "", "{unit}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = folder.path().join("wrong.service");
    fs::write(&wrong, "[Service]\nExecStart=/bin/true\nProtectHme=yes\n").expect("written");
    assert!(objections(&wrong).contains("ProtectHme"), "a mistake is found");
}
