//! The value of a city or path for a player, in points per round.

use crate::pandemic::view::Intro;

/// Half of what a plan of two steps brings counts for the first of them.
const HOPE: f32 = 0.5;
/// The loss of a rival is worth less than an own gain.
const ENVY: f32 = 0.3;

/// Owners, and the worth of every place.
pub(super) struct Worth {
    owners: Vec<i32>,
    worth: Vec<f32>,
    parent: Vec<u32>,
    size: Vec<u32>,
}

impl Worth {
    pub(super) fn new(intro: &Intro) -> Self {
        let places = intro.cities.len() + intro.paths.len();
        Self {
            owners: vec![-1; places],
            worth: vec![0.0; places],
            parent: Vec::new(),
            size: Vec::new(),
        }
    }

    /// The owner of a city or path, -1 for nobody.
    pub(super) fn owner(&self, place: usize) -> i32 {
        self.owners[place]
    }

    /// How much a place is wanted; never negative.
    pub(super) fn of(&self, place: usize) -> f32 {
        self.worth[place]
    }

    /// Weighs all places anew.
    pub(super) fn weigh(&mut self, intro: &Intro, owner: impl Fn(usize) -> i32) {
        let me = intro.seat as i32;
        for place in 0..self.owners.len() {
            self.owners[place] = owner(place);
        }
        let now = [0, 1, 2, 3].map(|player| self.income(intro, player));
        for place in 0..self.owners.len() {
            let was = self.owners[place];
            let worth = if was == me {
                self.owners[place] = -1;
                now[intro.seat] - self.income(intro, me)
            } else {
                self.owners[place] = me;
                let gain = self.income(intro, me) - now[intro.seat];
                let further = self.next_gain(intro, place, now[intro.seat]);
                let loss = match usize::try_from(was) {
                    Ok(rival) => now[rival] - self.income(intro, was),
                    Err(_) => 0.0,
                };
                gain.max(HOPE * further) + ENVY * loss
            };
            self.owners[place] = was;
            self.worth[place] = worth.max(1.0).sqrt().sqrt();
        }
    }

    /// The best gain when a neighbour in the graph is conquered as well.
    fn next_gain(&mut self, intro: &Intro, place: usize, now: f32) -> f32 {
        let me = intro.seat as i32;
        let cities = intro.cities.len();
        let mut best = 0.0_f32;
        for (k, (ends, _)) in intro.paths.iter().enumerate() {
            let next = if place >= cities {
                if place != cities + k {
                    continue;
                }
                // A path: one of its cities is missing.
                ends.iter().copied().find(|&city| self.owners[city] != me)
            } else if ends.contains(&place) {
                Some(cities + k)
            } else {
                None
            };
            let Some(next) = next.filter(|&n| self.owners[n] != me) else { continue };
            let was = std::mem::replace(&mut self.owners[next], me);
            best = best.max(self.income(intro, me) - now);
            self.owners[next] = was;
        }
        best
    }

    /// Points per round that a player's cities and paths bring.
    fn income(&mut self, intro: &Intro, player: i32) -> f32 {
        let n = intro.cities.len();
        let [per_city, per_path, factor] = intro.points.map(|p| p as f32);
        self.parent.clear();
        self.parent.extend(0..n as u32);
        let mut points = 0.0;
        for (k, (ends, cells)) in intro.paths.iter().enumerate() {
            if self.owners[n + k] != player {
                continue;
            }
            points += per_path * cells.len() as f32;
            if ends.iter().all(|&city| self.owners[city] == player) {
                let [a, b] = ends.map(|city| self.root(city));
                self.parent[a] = b as u32;
            }
        }
        self.size.clear();
        self.size.resize(n, 0);
        for city in 0..n {
            if self.owners[city] == player {
                points += per_city * intro.cities[city].len() as f32;
                let root = self.root(city);
                self.size[root] += 1;
            }
        }
        let joined = self.size.iter().filter(|&&s| s > 0);
        points + joined.map(|&s| factor * (1_u32 << s.min(25)) as f32).sum::<f32>()
    }

    fn root(&self, mut city: usize) -> usize {
        while self.parent[city] as usize != city {
            city = self.parent[city] as usize;
        }
        city
    }
}
