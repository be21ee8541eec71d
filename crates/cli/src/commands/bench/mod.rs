//! `palestra bench`: how fast the games run on this machine.

mod figures;
mod measure;
#[cfg(feature = "players")]
mod sandboxed;

use crate::failure::{DONE, Done, Failure};
use crate::files;
use crate::input;
use crate::interrupt::Interrupt;
use crate::options::Bench;
use crate::paint::Paint;
use figures::{Change, Figure, Run};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::time::Duration;

/// Measures one game or all, shows, saves and compares.
pub fn run(options: &Bench) -> Done {
    let games = match &options.game {
        Some(name) => vec![input::game(name)?],
        None => games::ALL.to_vec(),
    };
    // A file that cannot be used is refused before minutes of measuring.
    let before = options.against.as_deref().map(read).transpose()?;
    let run = measure_all(&games, options)?;
    if let Some(path) = &options.save {
        let text = serde_json::to_string_pretty(&run).map_err(Failure::ours)?;
        files::write(path, text)?;
    }
    if options.json {
        let text = serde_json::to_string_pretty(&run).map_err(Failure::ours)?;
        anstream::println!("{text}");
    } else {
        print(&run, before.as_ref());
    }
    Ok(DONE)
}

fn read(path: &Path) -> Result<Run, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|e| Failure::file("read", path.display(), &e))?;
    serde_json::from_str(&text).map_err(|e| {
        Failure::usage(format!("{}: {e}", path.display()))
            .help("--against takes a file that `palestra bench --save FILE.json` wrote")
    })
}

/// All figures in turn, again and again, so that whatever disturbs the machine disturbs all.
fn measure_all(games: &[&'static dyn engine::DynGame], options: &Bench) -> Result<Run, Failure> {
    let at_least = Duration::from_millis(options.time);
    let mut gauges = Vec::new();
    for game in games {
        gauges.extend(measure::gauges(*game, at_least)?);
    }
    gauges.push(measure::start_up());
    let interrupt = Interrupt::listen();
    let bar = ProgressBar::new(u64::from(options.repeats) * gauges.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {eta} left") {
        bar.set_style(style);
    }
    let mut figures: Vec<Figure> = gauges.iter().map(|g| g.figure.clone()).collect();
    'measuring: for _ in 0..options.repeats {
        for (gauge, figure) in gauges.iter_mut().zip(&mut figures) {
            if interrupt.asked() {
                break 'measuring;
            }
            figure.values.push((gauge.measure)()?);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    figures.retain(|figure| !figure.values.is_empty());
    Ok(Run {
        program: env!("CARGO_PKG_VERSION").into(),
        machine: figures::machine(),
        repeats: options.repeats,
        figures,
    })
}

fn print(run: &Run, before: Option<&Run>) {
    let paint = Paint::stdout();
    let head = match before {
        Some(_) => format!("{:58}{:>14}{:>9}{:>14}  change", "", "now", "spread", "before"),
        None => format!("{:58}{:>14}{:>9}", "", "median", "spread"),
    };
    anstream::println!("{}\n{}", run.machine, paint.dim(head));
    for figure in &run.figures {
        let name = format!("{:15} {} [{}]", figure.game, figure.what, figure.unit);
        let (middle, spread) = (figures::shown(figure.median()), 100.0 * figure.spread());
        let mut line = format!("{name:58}{middle:>14}{:>9}", format!("±{spread:.1} %"));
        if let Some(old) = before.and_then(|b| b.same(figure)) {
            line += &format!("{:>14}  {}", figures::shown(old.median()), verdict(old, figure));
        }
        anstream::println!("{line}");
    }
    let note = "One thread. Only its processor time counts, if the system reports it. The spread \
     is \
                half of the width of the middle half.";
    anstream::println!("{}", paint.dim(note));
    if before.is_some() {
        let note = "The two runs were at different times, so other work on the machine also \
         counts as a change. Repeat both runs before you trust a small change.";
        anstream::println!("{}", paint.dim(note));
    }
}

fn verdict(old: &Figure, new: &Figure) -> String {
    let (change, verdict) = figures::compare(old, new);
    let word = match verdict {
        Change::Same => return "the same".into(),
        Change::Noise => "within noise",
        Change::Unknown => "(too few repeats)",
        Change::Better => "better",
        Change::Worse => "worse",
    };
    format!("{:+.1} % {word}", 100.0 * change)
}
