//! `palestra fairness`: are the seats of a game's boards equally good?

use crate::failure::{DONE, Done, Failure, INTERRUPTED};
use crate::input;
use crate::options::{self, Fairness};
use crate::paint::Paint;
use crate::report::{SIGNIFICANT, plus_minus};
use crate::series::{self, Meter, Stage};
use arena::runner::End;
use arena::self_play::{BoardFairness, FILLERS, PROGRAM, Plan, SelfPlay};
use serde_json::{Value, json};
use std::fmt::Write;

/// Bound on the matches per board and test.
const SEEDS_MAX: u64 = 1_000_000;

/// Tests the boards of a game.
pub fn run(options: &Fairness) -> Done {
    for (name, n) in [("--seeds", options.seeds), ("--neighbour-seeds", options.neighbour_seeds)] {
        if n > SEEDS_MAX {
            return Err(Failure::usage(format!("{name} must be at most {SEEDS_MAX}")));
        }
    }
    if options.seeds + options.neighbour_seeds == 0 {
        return Err(Failure::usage(
            "there are no matches to play: --seeds and --neighbour-seeds \
         are both 0",
        ));
    }
    let game = input::game(&options.game)?;
    let mut words = vec![options.player.clone()];
    words.extend(options.fillers.iter().cloned());
    // Without a choice all boards of the game are tested.
    let all_boards = options.series.all_boards || options.series.input.is_empty();
    let series = options::Series { all_boards, ..options.series.clone() };
    let stage = Stage::new(game, &words, &series)?;
    let plan = Plan {
        seeds: options.seeds,
        neighbour_seeds: options.neighbour_seeds,
        master: stage.master.clone(),
    };
    let mut journal = stage.journal(&json!({"fairness": plan}).to_string())?;
    let mut test = SelfPlay::new(&stage.environment, plan);
    let all = test.matches();
    let meter = Meter::new(all);
    let watch = |played: u64| meter.show(played, String::new);
    let ended = test.run(&stage.environment, &stage.crew(), &mut journal, watch);
    meter.finish();
    ended.map_err(series::failure)?;
    let interrupted = test.end == Some(End::Interrupted);
    if interrupted && test.boards().iter().all(|board| board.matches == 0) {
        return Err(Failure::interrupted("the end of the first match"));
    }
    if stage.json() {
        anstream::println!("{:#}", as_json(&stage, &test));
    } else {
        anstream::print!("{}", text(&stage, &test));
    }
    Ok(if interrupted { INTERRUPTED } else { DONE })
}

/// The result of the test of the seats, in words.
fn verdict(board: &BoardFairness) -> String {
    let half = board.seats.means.iter().map(|m| m.half).fold(0.0, f64::max);
    match board.seats.statistic {
        None if board.matches == 0 => "not played".into(),
        None => "no information: all scores were equal".into(),
        Some(_) if board.p_corrected <= SIGNIFICANT => "the seats are not equally good".into(),
        Some(_) => format!("no bias above {half:.3} found"),
    }
}

/// The result of the test of neighbours, in words.
fn neighbours(stage: &Stage<'_>, board: &BoardFairness) -> Option<String> {
    let found = board.neighbours.as_ref()?;
    let filler = &stage.labels[FILLERS[found.weaker]];
    let (low, high) = found.effect.interval();
    let said = match (low > 0.0, high < 0.0) {
        (true, _) => "the seat beside the weaker rival is better",
        (_, true) => "the seat beside the weaker rival is worse",
        _ => "no effect found",
    };
    Some(format!("{} beside {filler}: {said}", plus_minus(&found.effect, 3)))
}

fn text(stage: &Stage<'_>, test: &SelfPlay) -> String {
    let paint = Paint::stdout();
    let boards = test.boards();
    let width = stage.environment.boards.iter().map(|b| b.name.chars().count()).max().unwrap_or(0);
    let (program, title) = (&stage.labels[PROGRAM], stage.environment.game.facts().title);
    let mut text = format!(
        "{title}: four {program} in each match   seed {}\n{}\n\n",
        paint.bold(&stage.master),
        paint.dim(format!(
            "place points by seat, {} seeds per board\n± are 95 % intervals for all four seats \
             together",
            test.plan.seeds
        )),
    );
    for (board, here) in boards.iter().zip(&stage.environment.boards) {
        let _ = write!(text, "{:width$}", here.name);
        for (seat, mean) in board.seats.means.iter().enumerate().filter(|(_, m)| m.clusters > 0) {
            let _ = write!(text, "  {} {}", paint.mark(seat), plus_minus(mean, 3));
        }
        let p = board.p_corrected;
        let _ = writeln!(text, "\n{:width$}  p {p:.4}  {}", "", paint.bold(verdict(board)));
    }
    if boards.iter().any(|b| b.neighbours.is_some()) {
        let fillers = FILLERS.map(|f| stage.labels[f].as_str()).join(" and ");
        let _ = writeln!(
            text,
            "\n{}",
            paint.dim(format!(
                "neighbours: {program} twice side by side, with {fillers}; place points of the \
                 copy beside the weaker one minus the other's"
            ))
        );
        for (board, here) in boards.iter().zip(&stage.environment.boards) {
            let said = neighbours(stage, board).unwrap_or_else(|| "not played".into());
            let _ = writeln!(text, "{:width$}  {said}", here.name);
        }
    }
    if test.end == Some(End::Interrupted) {
        let _ = writeln!(text, "\nStopped. To continue: {}", paint.command(stage.go_on()));
    }
    text
}

fn as_json(stage: &Stage<'_>, test: &SelfPlay) -> Value {
    let boards: Vec<Value> = test
        .boards()
        .iter()
        .zip(&stage.environment.boards)
        .map(|(board, here)| {
            let mut value = json!(board);
            value["name"] = here.name.as_str().into();
            value["verdict"] = verdict(board).into();
            value["neighbour_verdict"] = json!(neighbours(stage, board));
            value
        })
        .collect();
    json!({
        "game": stage.environment.game.facts().id,
        "player": stage.labels[PROGRAM],
        "fillers": FILLERS.map(|f| &stage.labels[f]),
        "plan": test.plan,
        "boards": boards,
        "resume": (test.end == Some(End::Interrupted)).then(|| stage.go_on()),
    })
}
