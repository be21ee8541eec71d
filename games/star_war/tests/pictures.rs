//! The pictures of the manual.

use super::drawn::{Drawn, step};
use crate::pictures::{Album, Strip};
use crate::star_war::state::State;
use engine::Ruleset;

fn begin(drawing: &str) -> State {
    Drawn::new(drawing, 1).state(Ruleset::Statement)
}

fn play(state: &mut State, orders: &str) {
    step(state, orders).expect("the round is played");
}

#[test]
fn pictures_of_the_manual_show_what_the_rules_do() {
    let mut album = Album::new("star_war");

    let drawing = "............ ............ ..a......... ............ ............";
    let narrow = |settings: &mut crate::star_war::settings::Settings| {
        settings.parameters.nb_win_cols = 7;
        settings.board.round = 1;
    };
    let mut state = Drawn::new(drawing, 1).with(narrow).state(Ruleset::Statement);
    let strip = Strip::new(&state, 0..5, 0..12)
        .play(&mut state, |state| play(state, ""))
        .play(&mut state, |state| play(state, "a:-1,2"));
    album.add("window", &strip);

    let mut state = begin(".PPP........ .aPP........ .PPP........");
    let strip = Strip::new(&state, 0..3, 0..6)
        .with_scores()
        .play(&mut state, |state| play(state, "a:-1,2"));
    album.add("way", &strip);

    let mut state = begin("............ .a..0..X.... ............");
    let strip = Strip::new(&state, 0..3, 0..9)
        .play(&mut state, |state| play(state, "a:0,0"))
        .play(&mut state, |state| play(state, "a:0,0"));
    album.add("missile", &strip);

    let mut state = begin("............ .a.d........ ............");
    let strip = Strip::new(&state, 0..3, 0..7)
        .with_scores()
        .play(&mut state, |state| play(state, "a:shoot d:0,0"));
    album.add("shot", &strip);

    let mut state = begin(".aX......... ............ .b.d........");
    let strip = Strip::new(&state, 0..3, 0..7)
        .with_scores()
        .play(&mut state, |state| play(state, "a:0,2 b:0,2 d:0,0"));
    album.add("crash", &strip);

    come_back(&mut album);
    album.finish();
}

/// A destroyed starship comes back at a quiet place of the window.
fn come_back(album: &mut Album) {
    let soon = |settings: &mut crate::star_war::settings::Settings| {
        settings.parameters.nb_rnds_regen = 1;
    };
    let drawing = "...X...... .......... .......... ..c....... .......... .aX.......";
    let mut state = Drawn::new(drawing, 3).with(soon).state(Ruleset::Statement);
    let strip = Strip::new(&state, 0..6, 0..10)
        .play(&mut state, |state| play(state, "a:0,1 c:0,0"))
        .play(&mut state, |state| play(state, "c:0,0"));
    album.add("return", &strip);
}
