//! The faults of a source against the rules, in words. A worker process applies the rules as part
//! of a build.

use crate::app::refusal;
use crate::db::submissions::Submission;
use crate::i18n::Lang;
use worker::rules::Fault;

/// The messages of the checks about a submission, in words; empty if there are none.
#[must_use]
pub fn shown(submission: &Submission, lang: Lang) -> String {
    let Some(report) = &submission.report else { return String::new() };
    // What a compiler says is text, and so is what an earlier version of this program stored.
    let Ok(faults) = serde_json::from_str::<Vec<Fault>>(report) else { return report.clone() };
    let told = faults.iter().map(|fault| {
        fault.shown(&submission.file, |complaint| refusal::complaint(complaint, lang))
    });
    told.collect::<Vec<_>>().join("\n")
}
