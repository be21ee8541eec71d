//! Small universes as drawings: `.XPM` as in the files, `a` to `h` for the starships (two of
//! each player: `a` and `b` are player 0's), a digit for a missile of that starship.

use crate::star_war::rules::{MOVE, SHOOT};
use crate::star_war::settings::Parameters;
use crate::star_war::settings::Settings;
use crate::star_war::state::{Board, Head, Missile, Ship, State};
use engine::{Fatal, Grid, Notes, Order, Pos, Rules, Ruleset};

/// The number that the first missile of a drawing gets; the others count on.
const FIRST_MISSILE: i32 = 100;
/// Dead starships stay dead in the tests that do not ask for them.
const NEVER: i32 = 1_000_000;

/// A universe to begin a test with.
#[derive(Clone)]
pub struct Drawn {
    pub settings: Settings,
    seed: i32,
}

impl Drawn {
    /// The drawing, one row per word; the window is the whole universe, no bonus is wanted,
    /// every starship has three missiles, and starships that are not drawn are dead.
    pub fn new(drawing: &str, seed: i32) -> Self {
        let rows: Vec<&str> = drawing.split_whitespace().collect();
        let (n, cols) = (rows.len(), rows[0].len());
        let parameters = Parameters {
            nb_rnds: 1000,
            nb_rows: n as i32,
            nb_uni_cols: cols as i32,
            nb_win_cols: cols as i32,
            nb_rnds_regen: 4,
            nb_miss_bonuses: 0,
            nb_point_bonuses: 0,
            ..Parameters::DEFAULT
        };
        let nowhere = Ship { at: Pos::new(0, 0), missiles: 3, alive: false, time: NEVER };
        let mut board = Board {
            round: 0,
            ground: Grid::new(n, cols, b'.'),
            ships: vec![nowhere; 8],
            missiles: Vec::new(),
            scores: [0; 4],
            status: [0.0; 4],
        };
        for (i, row) in rows.iter().enumerate() {
            for (j, letter) in row.bytes().enumerate() {
                let at = Pos::new(i as i32, j as i32);
                match letter {
                    b'a'..=b'h' => {
                        let ship = &mut board.ships[(letter - b'a') as usize];
                        *ship = Ship { at, alive: true, time: 0, ..*ship };
                    }
                    b'0'..=b'7' => {
                        let id = FIRST_MISSILE + board.missiles.len() as i32;
                        let shooter = u32::from(letter - b'0');
                        board.missiles.push(Missile { id, shooter, at });
                    }
                    letter => board.ground[at] = letter,
                }
            }
        }
        Self { settings: Settings { parameters, board }, seed }
    }

    /// The same with other parameters.
    pub fn with(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.settings);
        self
    }

    /// The first state of a match.
    pub fn state(&self, ruleset: Ruleset) -> State {
        let head = Head {
            seed: self.seed,
            judged: false,
            parameters: self.settings.parameters,
            names: ["A", "B", "C", "D"].map(String::from).to_vec(),
            labels: Vec::new(),
        };
        State::new(&self.settings, head, ruleset)
    }
}

/// Orders like `a:-1,2 c:shoot`, given by the owners of the starships.
pub fn orders(text: &str) -> Vec<Vec<Order>> {
    let mut orders = vec![Vec::new(); 4];
    for word in text.split_whitespace() {
        let (ship, what) = word.split_once(':').expect("SHIP:ORDER");
        let unit = i32::from(ship.as_bytes()[0] - b'a');
        let order = match what.split_once(',') {
            Some((a, b)) => Order {
                verb: MOVE,
                unit,
                a: a.parse().expect("rows"),
                b: b.parse().expect("columns"),
            },
            None => Order { verb: SHOOT, unit, a: 0, b: 0 },
        };
        orders[(unit / 2) as usize].push(order);
    }
    orders
}

/// Plays one round.
pub fn step(state: &mut State, text: &str) -> Result<String, Fatal> {
    let mut notes = Notes::default();
    state.step(&orders(text), &[false; 4], &mut notes)?;
    Ok(notes.text)
}

/// The universe as a drawing; checks on the way that the tables agree with the cells.
pub fn draw(state: &State) -> String {
    let board = &state.board;
    let mut cells = board.ground.clone();
    assert!(crate::star_war::state::units(board) == state.units, "tables and cells disagree");
    for (s, ship) in board.ships.iter().enumerate().filter(|(_, ship)| ship.alive) {
        assert_eq!(cells[ship.at], b'.', "starship {s} stands on something");
        cells[ship.at] = b'a' + s as u8;
    }
    for m in &board.missiles {
        assert_eq!(cells[m.at], b'.', "missile {} is where something else is", m.id);
        cells[m.at] = b'0' + m.shooter as u8;
    }
    let rows = cells.cells().chunks(cells.cols());
    let rows: Vec<_> = rows.map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    rows.join("\n")
}

/// Plays one round of a drawing with these orders and compares with the drawing after it.
pub fn check(before: &str, text: &str, after: &str) -> State {
    let mut state = Drawn::new(before, 1).state(Ruleset::Statement);
    step(&mut state, text).expect("the round is played");
    let after: Vec<&str> = after.split_whitespace().collect();
    assert_eq!(draw(&state), after.join("\n"), "orders: {text}");
    state
}
