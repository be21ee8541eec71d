//! Symbols and colours of the viewer, in its light theme.
#![expect(clippy::disallowed_methods, reason = "tests may read their data")]

use engine::scene::{GroundKind, Piece};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Symbols and colours for the boards of a game.
pub struct Look {
    /// By name: the shapes, with variables for colours.
    symbols: BTreeMap<String, String>,
    /// The variables of the light theme, without the dashes.
    colors: BTreeMap<String, String>,
    /// The variables of the game's own look.
    own: BTreeMap<String, String>,
}

impl Look {
    /// Reads what the viewer has, and the game in this folder.
    pub fn read(folder: &str) -> Self {
        let games = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let read = |path: PathBuf| std::fs::read_to_string(path).unwrap_or_default();
        let viewer = games.join("../viewer/src");
        let mut symbols = BTreeMap::new();
        for file in [viewer.join("sprites.svg"), games.join(folder).join("sprites.svg")] {
            for part in read(file).split("<symbol id=\"").skip(1) {
                let (id, rest) = part.split_once('"').expect("a name");
                let body = rest.split_once('>').and_then(|(_, body)| body.split_once("</symbol>"));
                let (body, _) = body.expect("a symbol ends");
                symbols.insert(id.to_string(), body.replace('\n', ""));
            }
        }
        let own = light(&read(games.join(folder).join("look.css")));
        let colors = light(&read(viewer.join("tokens.css")));
        assert!(colors.contains_key("seat-0") && symbols.contains_key("seat-0"), "{folder}");
        Self { symbols, colors, own }
    }

    /// A colour of the viewer.
    pub fn token(&self, name: &str) -> &str {
        let found = self.colors.get(name).or_else(|| self.own.get(name));
        found.unwrap_or_else(|| panic!("no colour `{name}`"))
    }

    /// A colour of a seat; a colour of nobody for others.
    pub fn seat(&self, seat: i32, part: &str) -> &str {
        match seat {
            0..4 => self.token(&format!("seat-{seat}{part}")),
            _ => self.token("nobody"),
        }
    }

    /// A colour of the game's look, by the end of its name.
    fn of_look(&self, end: &str) -> Option<&str> {
        let found = self.own.iter().find(|(name, _)| name.ends_with(&format!("-{end}")));
        found.map(|(_, color)| color.as_str())
    }

    /// The colour of a cell.
    pub fn ground(&self, kind: GroundKind, owner: Option<usize>) -> String {
        let (name, wash) = match kind {
            GroundKind::Plain => ("ground", 30),
            GroundKind::Wall => ("wall", 30),
            GroundKind::Road | GroundKind::Station => ("road", 30),
            GroundKind::Water => ("water", 30),
            GroundKind::City => ("city", 46),
            GroundKind::Path => ("path", 36),
            GroundKind::Out => ("out", 30),
        };
        let plain = self.of_look(name).or_else(|| self.of_look("ground"));
        let plain = plain.unwrap_or_else(|| self.token("sunken"));
        match owner {
            Some(seat) => mix(plain, self.seat(seat as i32, ""), wash),
            None => plain.into(),
        }
    }

    /// The symbol that lies on a kind of ground.
    pub fn symbol_of(&self, kind: GroundKind) -> Option<String> {
        let name = match kind {
            GroundKind::Water => "water",
            GroundKind::Station => "station",
            _ => return None,
        };
        self.symbols.contains_key(name).then(|| name.to_string())
    }

    /// The symbols of a piece, lowest first, with their sizes in the cell.
    pub fn layers(&self, piece: &Piece) -> Vec<(String, f64)> {
        let with_seat = |kind: &str| format!("{kind}-{}", piece.seat.max(0));
        let kind = piece.kind;
        if self.symbols.contains_key(&with_seat(kind)) {
            return vec![(with_seat(kind), 0.95)];
        }
        if self.symbols.contains_key(&format!("{kind}-a")) {
            let letter = char::from(b'a' + (piece.i * 7 + piece.j).rem_euclid(3) as u8);
            return vec![(format!("{kind}-{letter}"), 0.95)];
        }
        if piece.seat < 0 {
            return vec![(kind.to_string(), 0.9)];
        }
        let below = format!("{kind}-wheels");
        let wheels = self.symbols.contains_key(&below).then_some((below, 0.85));
        let plate = (with_seat("seat"), 0.85);
        wheels.into_iter().chain([plate, (kind.to_string(), 0.85)]).collect()
    }

    /// The shapes of a symbol in the colours of a seat.
    pub fn symbol(&self, name: &str, seat: Option<usize>) -> String {
        let body = self.symbols.get(name).unwrap_or_else(|| panic!("no symbol `{name}`"));
        let (first, rest) = body.split_once("var(--").unwrap_or((body, ""));
        let mut shapes = first.to_string();
        for part in rest.split("var(--").filter(|part| !part.is_empty()) {
            let (variable, rest) = part.split_once(')').expect("a variable ends");
            let seat = seat.map_or(-1, |seat| seat as i32);
            shapes.push_str(match variable {
                "seat" => self.seat(seat, ""),
                "seat-line" => self.seat(seat, "-line"),
                "seat-on" if seat < 0 => self.token("bg"),
                "seat-on" => self.seat(seat, "-on"),
                "seat-edge" if seat < 0 => self.token("ink"),
                "seat-edge" => self.seat(seat, "-edge"),
                other => self.token(other),
            });
            shapes.push_str(rest);
        }
        shapes
    }
}

/// The variables of the light theme of a style sheet.
fn light(css: &str) -> BTreeMap<String, String> {
    let block = css.split_once("[data-theme=\"light\"] {").map_or("", |(_, rest)| rest);
    let block = block.split('}').next().unwrap_or_default();
    let pairs = block.split(';').filter_map(|line| line.trim().split_once(':'));
    // A comment can stand before the name.
    let named = pairs.filter_map(|(name, value)| Some((name.split_once("--")?.1, value.trim())));
    named.map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

/// `share` percent of the second colour in the first.
fn mix(one: &str, other: &str, share: i32) -> String {
    let part = |color: &str, at: usize| i32::from_str_radix(&color[at..at + 2], 16).unwrap_or(0);
    let parts = [1, 3, 5].map(|at| {
        let (a, b) = (part(one, at), part(other, at));
        a + (b - a) * share / 100
    });
    format!("#{:02x}{:02x}{:02x}", parts[0], parts[1], parts[2])
}
