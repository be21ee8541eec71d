//! The figures of a measurement with all their values, and the size of a real difference.

use serde::{Deserialize, Serialize};

/// Which way a figure should go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// More is better.
    More,
    /// Less is better.
    Less,
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The game, or `-` for the whole program.
    pub game: String,
    /// The name of the figure.
    pub what: String,
    /// Its unit.
    pub unit: String,
    /// Which way it should go.
    pub better: Better,
    /// One value per repeat.
    pub values: Vec<f64>,
}

/// A run of the command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Version of the program.
    pub program: String,
    /// The processor.
    pub machine: String,
    /// Repeats that were asked for.
    pub repeats: u32,
    /// The figures.
    pub figures: Vec<Figure>,
}

impl Run {
    /// The figure with the same name.
    pub fn same(&self, other: &Figure) -> Option<&Figure> {
        self.figures.iter().find(|f| {
            (&f.game, &f.what, &f.unit) == (&other.game, &other.what, &other.unit)
                && !f.values.is_empty()
        })
    }
}

impl Figure {
    /// A value below which a share of all lies, 0 ..= 1; between two values in proportion.
    fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.values.clone();
        sorted.sort_by(f64::total_cmp);
        let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
        let at = share * last as f64;
        let (low, high) = (sorted[at as usize], sorted[(at as usize + 1).min(last)]);
        low + (high - low) * at.fract()
    }

    /// The middle value.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// Half the width of the middle half, as a share of the median.
    pub fn spread(&self) -> f64 {
        let width = self.quantile(0.75) - self.quantile(0.25);
        width / 2.0 / self.median().abs().max(f64::MIN_POSITIVE)
    }
}

/// The meaning of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Exactly the same values.
    Same,
    /// Not more than chance explains.
    Noise,
    /// Too few values to know what chance explains.
    Unknown,
    /// It went where it should.
    Better,
    /// It went where it should not.
    Worse,
}

/// How much `new` differs from `old`, as a share, and what that says. The standard error of a
/// median is estimated from the middle half of the values; three of them are noise.
pub fn compare(old: &Figure, new: &Figure) -> (f64, Change) {
    let change = new.median() / old.median() - 1.0;
    let still = old.spread() == 0.0 && new.spread() == 0.0;
    if still && old.median() == new.median() {
        return (0.0, Change::Same);
    }
    let error = |f: &Figure| 1.86 * f.spread() / (f.values.len() as f64).sqrt();
    let noise = 3.0 * error(old).hypot(error(new));
    // One or two values show no chance; the sizes of files have none.
    let unknown = new.unit != "bytes" && old.values.len().min(new.values.len()) < 3;
    let verdict = match new.better {
        _ if unknown => Change::Unknown,
        _ if change.abs() <= noise => Change::Noise,
        Better::More if change > 0.0 => Change::Better,
        Better::Less if change < 0.0 => Change::Better,
        _ => Change::Worse,
    };
    (change, verdict)
}

/// A number with four digits that matter, or all that stand before the point.
pub fn shown(value: f64) -> String {
    let digits = match value.abs() {
        v if v >= 1000.0 => 0,
        v if v >= 100.0 => 1,
        v if v >= 10.0 => 2,
        _ => 3,
    };
    format!("{value:.digits$}")
}

/// The name of the processor, where the system tells it.
pub fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let name = model.map_or(std::env::consts::ARCH, |(_, name)| name);
    format!("{name}, {}", std::env::consts::OS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(better: Better, values: &[f64]) -> Figure {
        let text = String::new;
        Figure { game: text(), what: text(), unit: text(), better, values: values.into() }
    }

    #[test]
    fn the_middle_and_its_spread() {
        let f = figure(Better::More, &[5.0, 1.0, 2.0, 4.0, 3.0]);
        assert_eq!((f.median(), f.spread()), (3.0, 1.0 / 3.0));
        assert_eq!(figure(Better::More, &[1.0, 2.0]).median(), 1.5);
    }

    #[test]
    fn only_what_chance_does_not_explain_is_a_change() {
        let old = figure(Better::More, &[98.0, 100.0, 102.0, 99.0, 101.0]);
        let verdict = |values: &[f64]| compare(&old, &figure(Better::More, values)).1;
        assert_eq!(verdict(&[99.0, 101.0, 102.0, 100.0, 103.0]), Change::Noise);
        assert_eq!(verdict(&[119.0, 121.0, 122.0, 120.0, 123.0]), Change::Better);
        assert_eq!(verdict(&[79.0, 81.0, 82.0, 80.0, 83.0]), Change::Worse);
        assert_eq!(verdict(&[150.0]), Change::Unknown, "one value knows nothing of chance");
    }

    #[test]
    fn sizes_that_do_not_vary_change_when_they_change() {
        let size = |bytes| figure(Better::Less, &[bytes; 3]);
        assert_eq!(compare(&size(10.0), &size(10.0)), (0.0, Change::Same));
        assert_eq!(compare(&size(100.0), &size(99.0)).1, Change::Better);
        assert_eq!(compare(&size(100.0), &size(101.0)).1, Change::Worse);
    }
}
