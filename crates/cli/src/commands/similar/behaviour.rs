//! Behaviour: the players are shown recorded situations, and their orders compared.

use super::files::Given;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::options::{Backend, Similar};
use crate::paint::Paint;
use crate::players::Seating;
use engine::DynGame;
use similarity::behaviour::{self, Agreement, Answer};
use std::path::Path;

/// Pairs of the table on the terminal.
const ROWS: usize = 5;

/// Compares the behaviour of all players in the situations of the records; nothing without
/// records.
pub fn compare(
    options: &Similar,
    given: &Given,
    interrupt: &Interrupt,
) -> Result<Vec<Agreement>, Failure> {
    let Some((first, record)) = given.records.first() else { return Ok(Vec::new()) };
    let id = options.game.as_deref().unwrap_or(&record.game);
    let game = crate::input::game(id)?;
    let mut situations = Vec::new();
    for (path, record) in &given.records {
        let name = path.display();
        if record.game != game.facts().id {
            let message =
                format!("{name} is a match of {}, {} of {id}", record.game, first.display());
            return Err(Failure::usage(message).help("give the records of one game at a time"));
        }
        // A forged record would show situations that never were.
        record.verify(game).map_err(|e| Failure::usage(format!("{name}: {e}")))?;
        situations.extend(behaviour::situations(record));
    }
    let mut seating = Seating::new(game, true, Backend::Wasm);
    let (mut who, mut all) = (Vec::new(), Vec::new());
    for (k, path) in given.paths.iter().enumerate() {
        if interrupt.asked() {
            break;
        }
        match answers(game, &mut seating, path, given) {
            Ok(answers) => {
                who.push(k);
                all.push(answers);
            }
            Err(failure) => {
                let warning = Paint::stderr().dim("warning:");
                let first = failure.message.lines().next().unwrap_or_default().to_owned();
                anstream::eprintln!("{warning} its behaviour is left out: {first}");
            }
        }
    }
    let names: Vec<String> = who.iter().map(|k| given.submissions[*k].label.clone()).collect();
    let mut found = behaviour::compare(&names, &situations, &all);
    for agreement in &mut found {
        (agreement.left, agreement.right) = (who[agreement.left], who[agreement.right]);
    }
    found.retain(|a| given.people[a.left] != given.people[a.right]);
    Ok(found)
}

fn answers(
    game: &'static dyn DynGame,
    seating: &mut Seating,
    path: &Path,
    given: &Given,
) -> Result<Vec<Answer>, Failure> {
    let entrant = seating.entrant(&path.display().to_string(), Path::new("."))?;
    let mut all = Vec::new();
    for (_, record) in &given.records {
        let answers = behaviour::answers(game, record, &mut |intro| entrant.maker.player(intro));
        all.extend(answers.map_err(Failure::ours)?);
    }
    Ok(all)
}

/// Tells which pairs agree most.
pub fn tell(agreements: &[Agreement]) {
    let Some(first) = agreements.first() else { return };
    let paint = Paint::stdout();
    anstream::println!(
        "\nBehaviour in the same situations; usual: {:.0} %\n{}",
        first.usual * 100.0,
        paint.dim("alike  p        situations  players")
    );
    for agreement in agreements.iter().take(ROWS) {
        anstream::println!(
            "{:>3.0} %  {:<8.2e} {:>9}   {} and {}",
            agreement.alike * 100.0,
            agreement.p,
            agreement.situations,
            super::shown(&agreement.names[0]),
            super::shown(&agreement.names[1])
        );
    }
}
