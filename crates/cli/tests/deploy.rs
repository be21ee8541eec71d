//! The units for systemd as systemd reads them, and the manifest for Kubernetes by its schemas.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

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

/// What the schemas of Kubernetes have against a manifest: a line for each object, empty if nothing.
fn refusals(python: &Path, manifest: &str) -> String {
    let check = "import kubernetes_validate, sys, yaml\n\
                 for one in yaml.safe_load_all(sys.stdin):\n\
                 \x20   try: kubernetes_validate.validate(one, '1.37', strict=True)\n\
                 \x20   except kubernetes_validate.ValidationError as error: print(error.message)";
    let mut child = Command::new("python3")
        .args(["-c", check])
        .env("PYTHONPATH", python)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("Python");
    child.stdin.take().expect("a pipe").write_all(manifest.as_bytes()).expect("written");
    let done = child.wait_with_output().expect("an answer");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

#[test]
fn kubernetes_understands_every_line_of_the_manifest() {
    let Some(python) = needs::kubernetes_schemas() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let manifest = fs::read_to_string(root.join("deploy/kubernetes.yaml")).expect("a manifest");
    assert_eq!(refusals(&python, &manifest), "");
    let misspelt = manifest.replace("podManagementPolicy", "podManagmentPolicy");
    assert!(refusals(&python, &misspelt).contains("podManagmentPolicy"), "a mistake is found");
    let wrong = manifest.replace("maxReplicas: 8", "maxReplicas: eight");
    assert!(refusals(&python, &wrong).contains("eight"), "a mistake is found");
}
