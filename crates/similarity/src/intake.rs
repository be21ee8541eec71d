//! Many sources at once.

use crate::sketch::{Anatomy, Sketch};
use crate::source::{Language, Remark};
use crate::templates::Templates;
use rayon::prelude::*;

/// A source that was handed in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// How it is called in reports, mostly by its file.
    pub label: String,
    /// The owner: players of one person are not compared with each other.
    pub person: String,
    /// The season that it played in; empty for the present one.
    pub season: String,
    /// Its language.
    pub language: Language,
    /// When it was handed in, in seconds since 1970, where that is known.
    pub time: Option<u64>,
    /// The file, as it was handed in.
    pub bytes: Vec<u8>,
}

impl Submission {
    /// Digest of the source, in hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        blake3::hash(&self.bytes).to_hex().to_string()
    }

    /// The source taken apart, with its module.
    ///
    /// # Errors
    /// Why it cannot be compared.
    pub fn anatomy(&self, templates: &Templates, modules: &Modules<'_>) -> Result<Anatomy, Remark> {
        let anatomy = Anatomy::of(&self.bytes, self.language, templates)?;
        Ok(match modules(self) {
            Some(wasm) => anatomy.with_module(&wasm),
            None => anatomy,
        })
    }
}

/// The result for a source: its sketch, empty if it cannot be compared, and remarks.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// Its sketch.
    pub sketch: Sketch,
    /// The remarks about it.
    pub remarks: Vec<Remark>,
}

impl Taken {
    /// Whether it takes part in comparisons.
    #[must_use]
    pub fn counts(&self) -> bool {
        !self.remarks.iter().any(Remark::excludes)
    }
}

/// Gives the module that a compiler made of a source; nothing where there is none.
pub type Modules<'a> = dyn Fn(&Submission) -> Option<Vec<u8>> + Sync + 'a;

/// Takes all sources apart, with their modules, on all processors; `each` is called before every
/// one of them, from any thread, and says whether to go on. After a stop the rest is missing from
/// the result.
pub fn take(
    submissions: &[Submission],
    templates: &Templates,
    modules: &Modules<'_>,
    each: &(dyn Fn() -> bool + Sync),
) -> Vec<Option<Taken>> {
    submissions
        .par_iter()
        .map(|submission| {
            if !each() {
                return None;
            }
            Some(match submission.anatomy(templates, modules) {
                Ok(anatomy) => Taken { sketch: anatomy.sketch(), remarks: anatomy.remarks },
                Err(remark) => Taken { sketch: Sketch::default(), remarks: vec![remark] },
            })
        })
        .collect()
}
