//! `palestra watch`: a match in the browser.

use crate::failure::{DONE, Done, Failure};
use crate::files;
use crate::options::Watch;
use crate::viewer;
use engine::record::{MAGIC, Record};

/// Writes the viewer's page with the match inside, and opens it.
pub fn run(options: &Watch) -> Done {
    let path = &options.file;
    let bytes = files::read(path)?;
    check(&bytes).map_err(|why| {
        Failure::usage(format!("{}: {why}", path.display()))
            .help("watch shows result files (.res) and match records (.match)")
    })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let page = viewer::write(&name, &bytes, options.output.as_deref())?;
    if options.no_open {
        anstream::println!("Wrote {}", page.display());
    } else {
        viewer::open(&page);
    }
    Ok(DONE)
}

/// Whether the viewer will be able to show this file.
fn check(bytes: &[u8]) -> Result<(), String> {
    if bytes.starts_with(MAGIC) {
        let record = Record::from_bytes(bytes).map_err(|e| e.to_string())?;
        return match games::by_id(&record.game) {
            Some(_) => Ok(()),
            None => Err(format!(
                "the record has the game `{}`, which this program does not \
             have",
                record.game
            )),
        };
    }
    // The refusal that got furthest is that of the right game; in the first line none has begun.
    let refusals = games::ALL.iter().map(|game| game.read_res(bytes).err());
    let mut furthest: Option<engine::Refusal> = None;
    for refusal in refusals {
        let Some(refusal) = refusal else { return Ok(()) };
        if furthest.as_ref().is_none_or(|f| f.line < refusal.line) {
            furthest = Some(refusal);
        }
    }
    let begun = furthest.filter(|refusal| refusal.line > 1);
    let neither = "the file is neither a match record nor a result file";
    Err(begun.map_or_else(|| neither.into(), |refusal| refusal.to_string()))
}
