//! The result file, out and in.
//!
//! The head is `Game` or `SecGame`, the seed, the parameters, the names, the trades by seat, and
//! the market. A block is the round, four lines of four numbers, the owners and the prices, row
//! by row. Between two blocks stand the bids that counted, as seat, cell and coins.

use super::scene;
use super::settings::{Parameters, VERSION, read_row};
use super::state::{Bid, Board, GOODS, Head, Moves, NOBODY, PAVING, State, owner_of};
use engine::scene::{Fact, Scene, Sight, Stage};
use engine::text::{push_int, push_real, push_rows};
use engine::{Grid, Lines, Pos, Refusal, SEATS, Shown};
use std::str::FromStr;

impl Shown for State {
    type Board = Board;

    fn head(&self) -> &Head {
        &self.head
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn moves(&self) -> &Moves {
        &self.moves
    }
}

impl engine::Board for Board {
    type Head = Head;
    type Moves = Moves;

    fn write_head(head: &Head, out: &mut Vec<u8>) {
        out.extend_from_slice(if head.judged { b"SecGame" } else { b"Game" });
        out.extend_from_slice(format!("\n{VERSION}\nseed {}\n", head.seed).as_bytes());
        for (keyword, value) in head.parameters.named() {
            out.extend_from_slice(format!("{keyword} {value}\n").as_bytes());
        }
        out.extend_from_slice(format!("names {}\ntrades", head.names.join(" ")).as_bytes());
        head.trades.iter().for_each(|&trade| out.extend_from_slice(&[b' ', trade]));
        out.push(b'\n');
        push_rows(out, head.goods.cells(), head.goods.cols());
    }

    fn write(&self, head: &Head, out: &mut Vec<u8>) {
        let cols = head.goods.cols();
        out.extend_from_slice(b"\nround ");
        push_int(out, self.round.into());
        write_four(out, "\ncoins", &self.coins);
        write_four(out, "\nstalls", &self.stalls);
        write_four(out, "\ntotal_score", &self.total_score);
        out.extend_from_slice(b"\nstatus");
        for &share in &self.status {
            out.push(b' ');
            push_real(out, share);
        }
        out.push(b'\n');
        push_rows(out, &self.owners, cols);
        for row in self.prices.chunks(cols) {
            for (k, &price) in row.iter().enumerate() {
                push_int(out, price.into());
                out.push(if k + 1 == row.len() { b'\n' } else { b' ' });
            }
        }
    }

    fn write_moves(_: &Head, moves: &Moves, out: &mut Vec<u8>) {
        out.extend_from_slice(b"bids\n");
        for bid in &moves.bids {
            push_int(out, bid.seat as i64);
            out.push(b' ');
            push_int(out, bid.cell as i64);
            out.push(b' ');
            push_int(out, bid.coins.into());
            out.push(b'\n');
        }
        out.extend_from_slice(b"-1\n");
    }

    fn read_head(lines: &mut Lines<'_>) -> Result<Head, Refusal> {
        let first = lines.need("`Game` or `SecGame`")?;
        let judged = match first {
            b"Game" => false,
            b"SecGame" => true,
            _ => return Err(lines.refuse(first, "`Game` or `SecGame` must stand here")),
        };
        lines.expect(VERSION)?;
        let seed = value(lines, "seed")?;
        let parameters = Parameters::try_from_fn(|parameter| {
            let found = value(lines, parameter.key)?;
            let allowed = format!("`{}` needs a whole number", parameter.key);
            parameter.parse(&found).ok_or_else(|| lines.refuse(found.as_bytes(), allowed))
        })?;
        parameters.check().map_err(|wrong| Refusal { line: lines.number(), ..wrong })?;
        let names = four(lines, "names")?;
        let trades = four(lines, "trades")?.map(|Letter(trade)| trade);
        let mut goods = Grid::new(parameters.rows as usize, parameters.cols as usize, PAVING);
        for row in goods.cells_mut().chunks_mut(parameters.cols as usize) {
            let found = lines.need("a row of the market")?;
            read_row(found, row).map_err(|allowed| lines.refuse(found, allowed))?;
        }
        Ok(Head { judged, seed, parameters, names, trades, goods })
    }

    fn read(head: &Head, lines: &mut Lines<'_>) -> Result<Self, Refusal> {
        lines.expect("")?;
        let round = value(lines, "round")?;
        let round = round
            .parse()
            .map_err(|_| lines.refuse(round.as_bytes(), "`round` needs a whole number"))?;
        let (coins, stalls) = (four(lines, "coins")?, four(lines, "stalls")?);
        let (total_score, status) = (four(lines, "total_score")?, four(lines, "status")?);
        let cells = head.goods.cells().len();
        let (mut owners, mut prices) = (Vec::with_capacity(cells), Vec::with_capacity(cells));
        for _ in 0..head.goods.rows() {
            let row = lines.need("a row of owners")?;
            let sound = |&letter: &u8| letter == NOBODY || owner_of(letter).is_some();
            if row.len() != head.goods.cols() || !row.iter().all(sound) {
                return Err(lines.refuse(row, "a row of owners has one of `.0123` per cell"));
            }
            owners.extend_from_slice(row);
        }
        for _ in 0..head.goods.rows() {
            let row = lines.need("a row of prices")?;
            let numbers = numbers(row).filter(|row| row.len() == head.goods.cols());
            let allowed = "a row of prices has a number per cell";
            prices.extend(numbers.ok_or_else(|| lines.refuse(row, allowed))?);
        }
        Ok(Self { round, coins, stalls, total_score, status, owners, prices })
    }

    fn read_moves(head: &Head, lines: &mut Lines<'_>) -> Result<Moves, Refusal> {
        lines.expect("bids")?;
        let mut bids = Vec::new();
        loop {
            let line = lines.need("a bid or `-1`")?;
            if line == b"-1" {
                return Ok(Moves { bids });
            }
            let bid = numbers(line).and_then(|numbers| bid(head, &numbers));
            let allowed = "a bid is a seat, a cell and coins; `-1` ends the list";
            bids.push(bid.ok_or_else(|| lines.refuse(line, allowed))?);
        }
    }

    fn stage(&self, head: &Head) -> Stage {
        scene::stage(head)
    }

    fn series() -> &'static [&'static str] {
        &["Score", "Stalls", "Coins"]
    }

    fn values(&self, _: &Head) -> Vec<Vec<f64>> {
        let row = |numbers: &[i32; SEATS]| numbers.iter().map(|&n| n.into()).collect();
        vec![row(&self.total_score), row(&self.stalls), row(&self.coins)]
    }

    fn scores(&self) -> &[i32] {
        &self.total_score
    }

    fn scene(&self, head: &Head, before: Option<(&Self, &Moves)>) -> Scene {
        scene::scene(self, head, before)
    }

    fn inspect(&self, head: &Head, i: i32, j: i32) -> Vec<Fact> {
        scene::inspect(self, head, Pos::new(i, j))
    }

    fn sight(&self, head: &Head, seat: usize) -> Sight {
        scene::sight(self, head, seat)
    }
}

fn write_four(out: &mut Vec<u8>, keyword: &str, values: &[i32; SEATS]) {
    out.extend_from_slice(keyword.as_bytes());
    for &value in values {
        out.push(b' ');
        push_int(out, value.into());
    }
}

/// The rest of a line that begins with a keyword.
fn value(lines: &mut Lines<'_>, keyword: &str) -> Result<String, Refusal> {
    let line = lines.need(keyword)?;
    let rest = line.strip_prefix(keyword.as_bytes()).and_then(|rest| rest.strip_prefix(b" "));
    let rest = rest.and_then(|rest| std::str::from_utf8(rest).ok());
    let allowed = || format!("`{keyword}` and its value must stand here");
    rest.map(String::from).ok_or_else(|| lines.refuse(line, allowed()))
}

fn four<T: FromStr>(lines: &mut Lines<'_>, keyword: &str) -> Result<[T; SEATS], Refusal> {
    let found = value(lines, keyword)?;
    let values: Option<Vec<T>> = found.split(' ').map(|word| word.parse().ok()).collect();
    let values = values.and_then(|values| values.try_into().ok());
    let allowed = format!("`{keyword}` needs one value for each of four players");
    values.ok_or_else(|| lines.refuse(found.as_bytes(), allowed))
}

/// The letter of a good.
struct Letter(u8);

impl FromStr for Letter {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        match word.as_bytes() {
            [letter] if GOODS.contains(letter) => Ok(Self(*letter)),
            _ => Err(()),
        }
    }
}

fn numbers(line: &[u8]) -> Option<Vec<i32>> {
    std::str::from_utf8(line).ok()?.split(' ').map(|word| word.parse().ok()).collect()
}

fn bid(head: &Head, numbers: &[i32]) -> Option<Bid> {
    let &[seat, cell, coins] = numbers else { return None };
    let (seat, cell) = (usize::try_from(seat).ok()?, usize::try_from(cell).ok()?);
    let known = seat < SEATS && cell < head.goods.cells().len();
    known.then_some(Bid { seat, cell, coins })
}
