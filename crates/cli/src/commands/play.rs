//! `palestra play`: one match, its table and its files.

use crate::failure::{DONE, Done, FROZEN, Failure, INTERRUPTED, MISTAKE, OURS, USAGE};
use crate::files::{self, Whole};
use crate::follow::{Follow, Speech};
use crate::input::{self, Settings};
use crate::interrupt::Interrupt;
use crate::options::{Play, Rules};
use crate::paint::Paint;
use crate::players::Seating;
use crate::players::mistakes::{self, Search};
use crate::result::{self, About};
use crate::viewer;
use arena::{Observer, Plan, Played, Products};
use engine::{DynGame, DynState, Ending, Fatal, Notes, Setup};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Plays a match and tells how it went.
pub fn run(options: &Play) -> Done {
    let game = input::game(&options.game)?;
    let settings = input::settings(game, options.input.as_deref())?;
    let mut seating = Seating::new(game, options.judge, options.backend)
        .with_forward(options.forward)
        .with_checks(usize::from(!options.judge && !options.release))
        .for_one_match();
    let interrupt = Interrupt::listen();
    let prepared = || seating.entrants(&options.players, Path::new("."));
    let entrants = interrupt.preparing(prepared)?;
    let setup = Setup {
        seed: input::seed(game, options.seed.as_deref())?,
        ruleset: options.rules.into(),
        names: entrants.iter().map(|e| e.seated.name.clone()).collect(),
        judged: options.judge,
    };
    let begin = Instant::now();
    let mut notes = Notes::default();
    let state = game
        .start(&settings.text, &setup, &mut notes)
        .map_err(|fatal| no_start(game, &settings, entrants.len(), &fatal))?;
    let plan = Plan { game, settings: &settings.text, setup: setup.clone(), entrants: &entrants };
    let searches = seating.searches();
    let (played, lead) = play(state, &notes, &plan, options, searches, interrupt)?;
    let mistakes = mistakes::all(searches);
    let about = About {
        game: game.facts().id,
        setup: &setup,
        settings: &settings.name,
        lead,
        seconds: begin.elapsed().as_secs_f64(),
    };
    tell(&played, &about, options, &seating)?;
    if !options.json {
        let after = match options.strict {
            true => "; --strict ended the match",
            false => "; the match continued with the judge's build",
        };
        let texts = mistakes.iter().map(|found| found.text(Paint::stderr(), after));
        texts.for_each(|text| anstream::eprint!("{text}"));
    }
    let record = played.record.as_ref().map(engine::record::Record::to_bytes);
    if let (Some(path), Some(bytes)) = (&options.record, &record) {
        write_record(path, bytes, options)?;
    }
    if let (true, Some(bytes)) = (options.watch, &record) {
        let name = format!("{}-{}.match", about.game, setup.seed.trim());
        viewer::open(&viewer::write(&name, bytes, None)?);
    }
    Ok(match played.outcome.ending {
        Ending::Aborted(_) => USAGE,
        Ending::Voided { .. } => OURS,
        _ if options.strict && !mistakes.is_empty() => MISTAKE,
        Ending::Stopped => INTERRUPTED,
        _ if options.judge && !played.outcome.freezes.is_empty() => FROZEN,
        _ => DONE,
    })
}

/// Why a match does not begin: its settings, the number of players, or the board.
fn no_start(game: &dyn DynGame, settings: &Settings, given: usize, fatal: &Fatal) -> Failure {
    let seats = match game.check_settings(&settings.text) {
        Err(refusal) => return input::refused(settings, &refusal),
        Ok(seats) => seats,
    };
    if given == seats {
        return Failure::usage(format!("{}: {fatal}", settings.name));
    }
    let all = game.facts().players.join(", ");
    Failure::usage(format!("{} has {seats} seats, but you named {given} players", settings.name))
        .help(format!("name one player per seat; players of {}: {all}", game.facts().title))
}

fn play(
    state: Box<dyn DynState>,
    notes: &Notes,
    plan: &Plan<'_>,
    options: &Play,
    searches: &[Search],
    interrupt: Interrupt,
) -> Result<(Played, Option<i32>), Failure> {
    let names = &plan.setup.names;
    let mut res = options.output.as_deref().map(Output::open).transpose()?;
    let speech = match &options.logs {
        Some(dir) => Speech::logs(dir, names)?,
        None if options.quiet => Speech::Silent,
        None => Speech::Stderr,
    };
    let mut follow = Follow::new(interrupt, speech, names);
    if options.strict {
        follow.end_at_mistakes(searches);
    }
    let to = res.as_mut().map(|res| Box::new(res) as Box<dyn Write + '_>);
    let products =
        Products { res: to, record: options.record.is_some() || options.watch, film: false };
    follow.loaded(&*state, &notes.text);
    let played = arena::play::play_from(state, plan, products, &mut follow);
    if let (Some(error), Some(path)) = (&played.res_error, &options.output) {
        return Err(Failure::file("write", path.display(), error));
    }
    if let (Some(res), Some(path)) = (res, &options.output) {
        res.keep().map_err(|e| Failure::file("write", path.display(), &e))?;
    }
    let lead = follow.finish()?;
    Ok((played, lead))
}

/// Where the result file goes.
enum Output {
    Stdout,
    File(Whole),
}

impl Output {
    fn open(path: &Path) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Self::Stdout);
        }
        let file = Whole::create(path);
        file.map(Self::File).map_err(|e| Failure::file("write", path.display(), &e))
    }

    fn keep(self) -> std::io::Result<()> {
        match self {
            Self::Stdout => Ok(()),
            Self::File(file) => file.keep(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Self::Stdout => std::io::stdout().write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Self::Stdout => std::io::stdout().flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// Prints the result: on stdout, or on stderr when the result file goes to stdout.
fn tell(
    played: &Played,
    about: &About<'_>,
    options: &Play,
    seating: &Seating,
) -> Result<(), Failure> {
    let beside = options.output.as_deref().is_some_and(|o| o.as_os_str() == "-");
    let paint = if beside { Paint::stderr() } else { Paint::stdout() };
    let text = if options.json {
        let mut value = result::as_json(played, about);
        value["seconds"] = about.seconds.into();
        let mistakes = mistakes::all(seating.searches());
        value["mistakes"] = mistakes.iter().map(mistakes::Mistake::json).collect();
        format!("{value:#}\n")
    } else {
        let mut text = result::headline(paint, played, about);
        text.push_str("\n\n");
        text.push_str(&result::table(paint, played, about));
        text.push('\n');
        for freeze in &played.outcome.freezes {
            let (name, again) = (&about.setup.names[freeze.seat], again(about, options));
            text.push_str(&result::receipt(paint, name, freeze, seating.source_of(name), &again));
        }
        text.push_str(&paint.dim(result::conclusion(played, about)));
        text.push('\n');
        text
    };
    let written = if beside {
        anstream::stderr().write_all(text.as_bytes())
    } else {
        anstream::stdout().write_all(text.as_bytes())
    };
    written.map_err(|e| Failure::file("write", "the result", &e))
}

/// The command that plays the same match again.
fn again(about: &About<'_>, options: &Play) -> String {
    let mut words = vec!["palestra play".to_string(), about.game.into()];
    let quoted = |word: &String| match word.contains(' ') {
        true => format!("\"{word}\""),
        false => word.clone(),
    };
    words.extend(options.players.iter().map(quoted));
    words.push(format!("-s {}", about.setup.seed));
    if let Some(input) = &options.input {
        words.push(format!("-i {}", input.display()));
    }
    if options.rules == Rules::Kit {
        words.push("--rules kit".into());
    }
    if options.judge {
        words.push("--judge".into());
    }
    if options.forward {
        words.push("--forward".into());
    }
    words.join(" ")
}

fn write_record(path: &Path, bytes: &[u8], options: &Play) -> Result<(), Failure> {
    files::write(path, bytes)?;
    if !options.json {
        let kilobytes = bytes.len().div_ceil(1024);
        let watch = Paint::stderr().command(format!("palestra watch {}", path.display()));
        let name = path.display();
        anstream::eprintln!("Wrote {name}, {kilobytes} KB. To watch it: {watch}");
    }
    Ok(())
}
