//! The schedule of a series: players, boards, seeds and seats of its matches.
//!
//! A *visit* is one group of four on one seed: four matches, the four rotations of one cyclic
//! order. Rotations alone keep the neighbours and bias the result, so the cyclic order is drawn
//! too, and six visits of a group use all six: 24 matches balance its seats and its neighbours.

use crate::random::Stream;

/// Seeds of matches are below this: short enough to be typed again.
pub const SEEDS: usize = 1_000_000;
const GROUP: usize = engine::SEATS;
/// Matches of a visit.
pub const ROTATIONS: usize = GROUP;
/// Fewer would make no match.
pub const PLAYERS_MIN: usize = GROUP;

/// One match to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The seed of the match.
    pub seed: usize,
    /// Which of the settings files.
    pub board: usize,
    /// Which player sits at each seat.
    pub seats: [usize; GROUP],
}

/// One group on one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The seed of its matches.
    pub seed: usize,
    /// Which of the settings files.
    pub board: usize,
    /// The players, round the table.
    pub table: [usize; GROUP],
}

impl Visit {
    /// Its four matches: everybody sits in every seat once.
    #[must_use]
    pub fn fixtures(&self) -> [Fixture; ROTATIONS] {
        let Self { seed, board, table } = *self;
        [0, 1, 2, 3].map(|turn| {
            let seats = [0, 1, 2, 3].map(|seat| table[(seat + turn) % GROUP]);
            Fixture { seed, board, seats }
        })
    }
}

/// The six cyclic orders of four players, each beginning with the first.
#[must_use]
pub fn cyclic_orders(group: [usize; GROUP]) -> [[usize; GROUP]; 6] {
    let [a, b, c, d] = group;
    [[a, b, c, d], [a, b, d, c], [a, c, b, d], [a, c, d, b], [a, d, b, c], [a, d, c, b]]
}

/// A league's visits, in the order in which they are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The visits.
    pub visits: Vec<Visit>,
}

impl Schedule {
    /// A schedule in which all pairs of players meet equally often, as nearly as the number of
    /// visits allows. It depends on the numbers and the master seed only.
    ///
    /// # Panics
    /// With fewer than four players or no board.
    #[must_use]
    pub fn new(players: usize, boards: usize, visits: usize, master: &str) -> Self {
        assert!(players >= PLAYERS_MIN && boards > 0, "a league needs four players and a board");
        let groups = balanced_groups(players, visits, master);
        let mut orders = Orders::new(master);
        let mut board_order = BoardOrder::new(boards, master);
        let visits = groups.into_iter().enumerate().map(|(number, group)| {
            let seed = Stream::new(master, "league seed", number as u64).below(SEEDS);
            Visit { seed, board: board_order.next(), table: orders.next(group) }
        });
        Self { visits: visits.collect() }
    }

    /// How often each pair meets on one seed: `[i][j]`.
    #[must_use]
    pub fn meetings(&self, players: usize) -> Vec<Vec<u32>> {
        let mut pairs = Pairs::new(players);
        self.visits.iter().for_each(|v| pairs.change(&v.table, 1));
        pairs.rows()
    }
}

/// Deals the cyclic orders: six visits of the same group use all six, in random order.
pub struct Orders {
    master: String,
    visits: std::collections::BTreeMap<[usize; GROUP], u64>,
}

impl Orders {
    /// Nobody has played yet.
    #[must_use]
    pub fn new(master: &str) -> Self {
        Self { master: master.into(), visits: std::collections::BTreeMap::new() }
    }

    /// The order round the table for the group's next visit; the group may be named in any order.
    pub fn next(&mut self, mut group: [usize; GROUP]) -> [usize; GROUP] {
        group.sort_unstable();
        let visit = self.visits.entry(group).or_default();
        let mut orders = cyclic_orders(group);
        let purpose = format!("cyclic orders of {group:?}");
        Stream::new(&self.master, &purpose, *visit / 6).shuffle(&mut orders);
        let order = orders[(*visit % 6) as usize];
        *visit += 1;
        order
    }
}

/// Deals the boards: each as often as the others, in random order.
struct BoardOrder {
    stream: Stream,
    boards: usize,
    pile: Vec<usize>,
}

impl BoardOrder {
    fn new(boards: usize, master: &str) -> Self {
        Self { stream: Stream::new(master, "boards", 0), boards, pile: Vec::new() }
    }

    fn next(&mut self) -> usize {
        if self.pile.is_empty() {
            self.pile = (0..self.boards).collect();
            self.stream.shuffle(&mut self.pile);
        }
        self.pile.pop().unwrap_or(0)
    }
}

/// How often each pair has met.
struct Pairs {
    players: usize,
    met: Vec<i64>,
}

impl Pairs {
    fn new(players: usize) -> Self {
        Self { players, met: vec![0; players * players] }
    }

    fn of(&self, a: usize, b: usize) -> i64 {
        self.met[a * self.players + b]
    }

    fn change(&mut self, group: &[usize; GROUP], by: i64) {
        for &a in group {
            for &b in group {
                if a != b {
                    self.met[a * self.players + b] += by;
                }
            }
        }
    }

    fn rows(&self) -> Vec<Vec<u32>> {
        self.met.chunks(self.players).map(|r| r.iter().map(|m| *m as u32).collect()).collect()
    }

    /// Difference between the pair that met most and the one that met least.
    fn spread(&self) -> i64 {
        let n = self.players;
        let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
        let (mut least, mut most) = (i64::MAX, 0);
        for (a, b) in pairs {
            least = least.min(self.of(a, b));
            most = most.max(self.of(a, b));
        }
        most - least
    }
}

/// `count` groups of four in which all pairs meet equally often.
fn balanced_groups(players: usize, count: usize, master: &str) -> Vec<[usize; GROUP]> {
    let mut stream = Stream::new(master, "groups", 0);
    let mut pairs = Pairs::new(players);
    let mut groups: Vec<[usize; GROUP]> = Vec::with_capacity(count);
    for _ in 0..count {
        let group = least_met(&pairs, &mut stream);
        pairs.change(&group, 1);
        groups.push(group);
    }
    even_out(&mut groups, &mut pairs, &mut stream);
    groups
}

/// Four players who have met least, one after the other; chance decides between equals.
fn least_met(pairs: &Pairs, stream: &mut Stream) -> [usize; GROUP] {
    let played = |p: usize| (0..pairs.players).map(|q| pairs.of(p, q)).sum::<i64>();
    let mut order: Vec<usize> = (0..pairs.players).collect();
    stream.shuffle(&mut order);
    let mut group = Vec::with_capacity(GROUP);
    while group.len() < GROUP {
        let met = |p: &usize| {
            let with: i64 = group.iter().map(|g| pairs.of(*p, *g).pow(2)).sum();
            let twice: i64 = group.iter().map(|g| 2 * pairs.of(*p, *g)).sum();
            (twice, with, played(*p))
        };
        let next = order.iter().filter(|p| !group.contains(*p)).min_by_key(|p| met(p)).copied();
        group.extend(next);
    }
    [group[0], group[1], group[2], group[3]]
}

/// Changes single players of groups as long as that makes the meetings more even.
fn even_out(groups: &mut [[usize; GROUP]], pairs: &mut Pairs, stream: &mut Stream) {
    const PATIENCE: usize = 400;
    let players = pairs.players;
    if players == GROUP || groups.is_empty() {
        return;
    }
    let mut idle = 0;
    while pairs.spread() > 1 && idle < PATIENCE * groups.len() {
        idle += 1;
        let g = stream.below(groups.len());
        let place = stream.below(GROUP);
        let (old, new) = (groups[g][place], stream.below(players));
        if groups[g].contains(&new) {
            continue;
        }
        // Change of Σ met², over the three pairs that end and the three that begin.
        let others = (0..GROUP).filter(|k| *k != place).map(|k| groups[g][k]);
        let change: i64 =
            others.map(|q| (2 * pairs.of(new, q) + 1) - (2 * pairs.of(old, q) - 1)).sum();
        // Steps that change nothing, and now and then a bad one, lead out of dead ends.
        if change <= 0 || change == 2 && stream.below(200) == 0 {
            pairs.change(&groups[g], -1);
            groups[g][place] = new;
            pairs.change(&groups[g], 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_visits_balance_seats_and_neighbours() {
        let schedule = Schedule::new(4, 1, 6, "9");
        let mut sat = [[0; 4]; 4];
        let mut left_of = [[0; 4]; 4];
        for fixture in schedule.visits.iter().flat_map(Visit::fixtures) {
            for seat in 0..4 {
                sat[fixture.seats[seat]][seat] += 1;
                left_of[fixture.seats[seat]][fixture.seats[(seat + 1) % 4]] += 1;
            }
        }
        assert_eq!(sat, [[6; 4]; 4]);
        for (a, row) in left_of.iter().enumerate() {
            assert!((0..4).all(|b| row[b] == if a == b { 0 } else { 8 }), "{left_of:?}");
        }
    }

    #[test]
    fn all_pairs_meet_equally_often_whatever_the_number_of_players() {
        for players in 4..=24 {
            for visits in [6 * players, 500] {
                let met = Schedule::new(players, 1, visits, "1").meetings(players);
                let pairs: Vec<u32> =
                    (0..players).flat_map(|a| met[a][..a].iter().copied()).collect();
                let spread = pairs.iter().max().expect("some") - pairs.iter().min().expect("some");
                // Closer is impossible for some numbers, such as 500 visits of 7 players.
                assert!(spread <= 2, "{players} players, {visits} visits: {pairs:?}");
            }
        }
    }

    #[test]
    fn boards_and_master_seeds_decide() {
        let one = Schedule::new(7, 3, 42, "1");
        assert_eq!(one, Schedule::new(7, 3, 42, "1"));
        assert_ne!(one, Schedule::new(7, 3, 42, "2"));
        for board in 0..3 {
            assert_eq!(one.visits.iter().filter(|v| v.board == board).count(), 14);
        }
    }
}
