//! The sources and licences of dependencies, as `deny.toml` lists them.
//!
//! `cargo deny` checks more, among it known faults, but no registry that the tests may use has it
//! as a program. These two rules need no network.

use anyhow::{Context, Result, ensure};
use harness::run::{cargo, root};
use serde_json::{Value, json};
use spdx::{Expression, Licensee};
use std::fs;

/// Where cargo finds the packages of crates.io.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Every package of the lock files, for all features and platforms.
#[test]
fn packages_come_from_crates_io_with_licences_that_are_allowed() -> Result<()> {
    let allowed = allowed()?;
    let mut complaints = Vec::new();
    let mut checked = 0;
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let metadata = ["metadata", "--format-version=1", "--all-features", "--manifest-path"];
        let asked = cargo(metadata).arg(manifest).output().context("cargo can be started")?;
        ensure!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
        let found: Value = serde_json::from_slice(&asked.stdout)?;
        let packages = found["packages"].as_array().context("cargo metadata lists packages")?;
        checked += packages.len();
        complaints.extend(packages.iter().filter_map(|package| complaint(package, &allowed)));
    }
    assert!(checked > 100, "{checked} packages");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    Ok(())
}

/// The licences that `deny.toml` allows.
fn allowed() -> Result<Vec<Licensee>> {
    let rules: toml::Table = fs::read_to_string(root().join("deny.toml"))?.parse()?;
    let listed = rules.get("licenses").and_then(|section| section.get("allow")?.as_array());
    let listed = listed.context("deny.toml allows no licences")?;
    let licensee = |name: &toml::Value| {
        let name = name.as_str().context("a licence is a text")?;
        Licensee::parse(name).with_context(|| format!("deny.toml: `{name}`"))
    };
    listed.iter().map(licensee).collect()
}

/// What is wrong with a package, if anything.
fn complaint(package: &Value, allowed: &[Licensee]) -> Option<String> {
    let text = |key: &str| package[key].as_str();
    let name = format!("{} {}", text("name")?, text("version")?);
    if let Some(source) = text("source").filter(|source| *source != CRATES_IO) {
        return Some(format!("{name} comes from {source}, not from crates.io"));
    }
    let licence = text("license").unwrap_or_default();
    // Old packages separate alternatives by a slash.
    let Ok(expression) = Expression::parse(&licence.replace('/', " OR ")) else {
        return Some(format!("{name} has the licence `{licence}`, which is no SPDX expression"));
    };
    let suits = expression.evaluate(|wanted| allowed.iter().any(|one| one.satisfies(wanted)));
    let refused = || format!("{name} has the licence `{licence}`, which deny.toml does not allow");
    (!suits).then(refused)
}

#[test]
fn other_sources_and_licences_are_named() {
    let allowed = [Licensee::parse("MIT").expect("known")];
    let said = |source: Option<&str>, license: &str| {
        let package = json!({ "name": "x", "version": "1", "source": source, "license": license });
        complaint(&package, &allowed)
    };
    assert_eq!(said(Some(CRATES_IO), "MIT/Apache-2.0"), None);
    assert_eq!(said(None, "Apache-2.0 OR MIT"), None);
    let git = said(Some("git+https://a.example/x"), "MIT").expect("refused");
    assert!(git.contains("comes from git+https://a.example/x"), "{git}");
    for licence in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "", "house rules"] {
        assert!(said(Some(CRATES_IO), licence).is_some(), "{licence}");
    }
}
