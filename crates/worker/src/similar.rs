//! Players compared: parsers of hostile sources and modules run here, and nowhere else.

use crate::blobs::Blobs;
use crate::play::Stop;
use crate::protocol::{Common, Compared, Outcome, Sketched};
use similarity::evidence::Evidence;
use similarity::{Anatomy, Remark, Sketch, Templates};

/// The stored form of a player.
pub(crate) fn sketch(
    templates: &Templates,
    player: &Compared,
    blobs: &mut Blobs<'_>,
) -> Result<Outcome, Stop> {
    let (sketch, remarks) = match anatomy(templates, player, blobs)? {
        Ok(anatomy) => (anatomy.sketch(), anatomy.remarks),
        Err(remark) => (Sketch::default(), vec![remark]),
    };
    Ok(Outcome::Sketched(Box::new(Sketched {
        sketch,
        finding: remarks.iter().any(Remark::is_finding),
        counts: !remarks.iter().any(Remark::excludes),
        remarks,
    })))
}

/// A player taken apart, with its module.
fn anatomy(
    templates: &Templates,
    player: &Compared,
    blobs: &mut Blobs<'_>,
) -> Result<Result<Anatomy, Remark>, Stop> {
    let bytes = blobs.one(player.source)?;
    let anatomy = match Anatomy::of(&bytes, player.language, templates) {
        Ok(anatomy) => anatomy,
        Err(remark) => return Ok(Err(remark)),
    };
    Ok(Ok(match player.module {
        Some(module) => anatomy.with_module(&blobs.one(module)?),
        None => anatomy,
    }))
}

/// The common code of two players.
pub(crate) fn evidence(
    templates: &Templates,
    left: &Compared,
    right: &Compared,
    blobs: &mut Blobs<'_>,
) -> Result<Outcome, Stop> {
    let sides = (anatomy(templates, left, blobs)?, anatomy(templates, right, blobs)?);
    let (Ok(left), Ok(right)) = sides else { return Ok(Outcome::Evidence(None)) };
    let found = Evidence::of(&left, &right);
    Ok(Outcome::Evidence(Some(Box::new(Common {
        fragments: found.fragments,
        fingerprints: found.fingerprints,
        subtracted: (left.subtracted, right.subtracted),
        left: found.left,
        right: found.right,
    }))))
}
