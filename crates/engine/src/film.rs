//! A match that can be looked at: every board of it, read from a result file or replayed.

use crate::game::{Board, State};
use crate::hidden::DynState;
use crate::player::Order;
use crate::say;
use crate::say::Say;
use crate::scene::{Asked, Fact, Mark, MarkKind, Scene, Series, Sight, Stage};
use crate::text::{Lines, Refusal};

/// The name of the series of shares of the budgets, which no game gives.
pub const BUDGET: &str = "Budget";

/// A finished (or cut short) match whose game is hidden.
pub trait Film: Send + Sync {
    /// Number of boards: one more than rounds.
    fn len(&self) -> usize;
    /// Whether there is no board at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The constant part of the match.
    fn stage(&self) -> Stage;
    /// The picture of board `k`; `None` beyond the end.
    fn scene(&self, k: usize) -> Option<Scene>;
    /// Everything known about a cell of board `k`.
    fn inspect(&self, k: usize, i: i32, j: i32) -> Vec<Fact>;
    /// The view of a player of board `k` before its turn; `None` beyond the end and for seats
    /// without a player.
    fn sight(&self, k: usize, seat: usize) -> Option<Sight>;
    /// The result of an order of the round that led to board `k`, if its scene does not have it
    /// and the game can find it.
    fn answer(&self, k: usize, seat: usize, order: &Order) -> Option<Asked>;
    /// The scores on board `k`, by seat.
    fn scores(&self, k: usize) -> Vec<i64>;
    /// Adds the board after a round; a state of another game is not taken.
    fn push(&mut self, state: &dyn DynState) -> bool;
    /// The whole match as a result file.
    fn write_res(&self) -> Vec<u8>;
}

/// Takes board and moves out of a state, if it is of the same game.
type Take<B> = fn(&dyn DynState) -> Option<(B, <B as Board>::Moves)>;

/// A film of one game.
#[derive(Clone)]
pub struct Recorded<B: Board> {
    head: B::Head,
    boards: Vec<B>,
    /// `moves[k]` led from board `k` to board `k + 1`.
    moves: Vec<B::Moves>,
    incomplete: Say,
    take: Option<Take<B>>,
}

impl<B: Board> Recorded<B> {
    /// Reads a result file; one that ends early gives the boards before its end.
    ///
    /// # Errors
    /// When not even the head and the first board can be read.
    pub fn read(text: &[u8]) -> Result<Self, Refusal> {
        let mut lines = Lines::new(text);
        let head = B::read_head(&mut lines)?;
        let mut boards = vec![B::read(&head, &mut lines)?];
        let mut moves = Vec::new();
        let mut incomplete = Say::default();
        while !lines.at_end() {
            let next = B::read_moves(&head, &mut lines)
                .and_then(|m| B::read(&head, &mut lines).map(|b| (m, b)));
            match next {
                Ok((mut m, mut b)) => {
                    if let Some(before) = boards.last() {
                        b.recall(&head, before, &mut m);
                    }
                    moves.push(m);
                    boards.push(b);
                }
                Err(refusal) => {
                    incomplete = say!("The file is damaged or cut short: {}", Say::plain(refusal));
                    break;
                }
            }
        }
        Ok(Self { head, boards, moves, incomplete, take: None })
    }

    /// A film that begins with a state.
    pub(crate) fn of<S: State<Board = B>>(state: &S) -> Self {
        let take = |state: &dyn DynState| {
            let state = state.as_any().downcast_ref::<S>()?;
            Some((state.board().clone(), state.moves().clone()))
        };
        Self {
            head: state.head().clone(),
            boards: vec![state.board().clone()],
            moves: Vec::new(),
            incomplete: Say::default(),
            take: Some(take),
        }
    }

    fn series(&self) -> Vec<Series> {
        let mut series: Vec<Series> = B::series()
            .iter()
            .map(|name| Series { name: (*name).into(), values: Vec::new() })
            .collect();
        for board in &self.boards {
            for (row, values) in series.iter_mut().zip(board.values(&self.head)) {
                row.values.push(values);
            }
        }
        series
    }

    /// Marks of the timeline, and the share of their budgets that the players used.
    fn marks(&self) -> (Vec<Mark>, Series) {
        let mut marks = Vec::new();
        let mut shares = Series { name: BUDGET.into(), values: Vec::new() };
        let (mut leader, mut frozen) = (None, Vec::new());
        for k in 0..self.boards.len() {
            let Some(scene) = self.scene(k) else { continue };
            for event in scene.events.iter().filter(|e| e.seat >= 0) {
                if let Some(lane) = event.lane {
                    marks.push(Mark { scene: k, seat: event.seat as usize, kind: lane.into() });
                }
            }
            frozen.resize(scene.seats.len(), false);
            for (seat, now) in scene.seats.iter().enumerate() {
                if now.status < 0.0 && !frozen[seat] {
                    frozen[seat] = true;
                    marks.push(Mark { scene: k, seat, kind: MarkKind::Freeze });
                }
            }
            shares.values.push(scene.seats.iter().map(|s| s.status.max(0.0)).collect());
            let lead = alone_in_lead(self.boards[k].scores());
            if let Some(seat) = lead {
                if leader.is_some_and(|l| l != seat) {
                    marks.push(Mark { scene: k, seat, kind: MarkKind::Lead });
                }
                leader = Some(seat);
            }
        }
        (marks, shares)
    }
}

fn alone_in_lead(scores: &[i32]) -> Option<usize> {
    let best = scores.iter().max()?;
    let mut first = (0..scores.len()).filter(|&s| scores[s] == *best);
    match (first.next(), first.next()) {
        (Some(seat), None) => Some(seat),
        _ => None,
    }
}

impl<B: Board> Film for Recorded<B> {
    fn len(&self) -> usize {
        self.boards.len()
    }

    fn stage(&self) -> Stage {
        let mut stage = self.boards[0].stage(&self.head);
        stage.scenes = self.boards.len();
        stage.series = self.series();
        let (marks, shares) = self.marks();
        stage.marks = marks;
        if shares.values.iter().flatten().any(|&share| share > 0.0) {
            stage.series.push(shares);
        }
        stage.incomplete.clone_from(&self.incomplete);
        stage
    }

    fn scene(&self, k: usize) -> Option<Scene> {
        let board = self.boards.get(k)?;
        let before = k.checked_sub(1).map(|b| (&self.boards[b], &self.moves[b]));
        Some(board.scene(&self.head, before))
    }

    fn inspect(&self, k: usize, i: i32, j: i32) -> Vec<Fact> {
        self.boards.get(k).map(|board| board.inspect(&self.head, i, j)).unwrap_or_default()
    }

    fn sight(&self, k: usize, seat: usize) -> Option<Sight> {
        let board = self.boards.get(k)?;
        (seat < board.scores().len()).then(|| board.sight(&self.head, seat))
    }

    fn answer(&self, k: usize, seat: usize, order: &Order) -> Option<Asked> {
        let before = self.boards.get(k.checked_sub(1)?)?;
        self.boards.get(k)?.answer(before, seat, order)
    }

    fn scores(&self, k: usize) -> Vec<i64> {
        let scores = self.boards.get(k).map(Board::scores).unwrap_or_default();
        scores.iter().map(|&score| score.into()).collect()
    }

    fn push(&mut self, state: &dyn DynState) -> bool {
        let Some((board, moves)) = self.take.and_then(|take| take(state)) else { return false };
        self.boards.push(board);
        self.moves.push(moves);
        true
    }

    fn write_res(&self) -> Vec<u8> {
        let mut out = Vec::new();
        B::write_head(&self.head, &mut out);
        for (k, board) in self.boards.iter().enumerate() {
            board.write(&self.head, &mut out);
            if let Some(moves) = self.moves.get(k) {
                B::write_moves(&self.head, moves, &mut out);
            }
        }
        out
    }
}
