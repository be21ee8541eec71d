//! The files that clang is shown: with an overlay that only redirects, folders that are not named
//! in it do not exist for `#include`, `__has_include` and their like, on every system and without
//! help from its kernel.

use crate::error::{At, Error};
use serde_json::json;
use std::fs;
use std::path::Path;

const FILE: &str = "view.json";

/// Writes the overlay into the job's folder; answers the options that use it.
///
/// # Errors
/// When the folder cannot be written.
pub(crate) fn only(folders: &[&Path], job: &Path) -> Result<[String; 2], Error> {
    let root = |folder: &&Path| {
        let path = folder.display().to_string();
        json!({ "type": "directory-remap", "name": path, "external-contents": path })
    };
    let overlay = json!({
        "version": 0,
        "case-sensitive": "true",
        "redirecting-with": "redirect-only",
        "use-external-names": "false",
        "roots": folders.iter().chain([&job]).map(root).collect::<Vec<_>>(),
    });
    let path = job.join(FILE);
    fs::write(&path, overlay.to_string()).at(&path)?;
    Ok(["-ivfsoverlay".into(), FILE.into()])
}
