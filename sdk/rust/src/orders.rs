//! The orders of one round, every call included.

use std::cell::RefCell;

/// One call of a player to give an order: four numbers that mean what the game says.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Order {
    pub verb: i32,
    pub unit: i32,
    pub a: i32,
    pub b: i32,
}

/// More calls than this in one round freeze a player, in most games.
const CALLS_MAX: usize = 1000;
/// Of more calls than this a list only keeps that there were more: one above the limit is enough
/// for the arena to see that it was passed.
pub(crate) const MOST: usize = CALLS_MAX + 1;
const LARGEST: i32 = 1 << 16;

#[derive(Debug, Default)]
struct List {
    orders: Vec<Order>,
    most: usize,
    calls: usize,
    /// By unit: the stamp of the round that named it last.
    seen: Vec<u32>,
    /// Numbers too strange for the table, sorted.
    odd: Vec<i32>,
    stamp: u32,
    warned: bool,
}

/// The list. Orders are given through a shared reference, so that a player can give them while
/// it walks through what it sees.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Orders(RefCell<List>);

impl Orders {
    pub(crate) fn new(most: usize) -> Self {
        Self(RefCell::new(List { most, stamp: 1, ..List::default() }))
    }

    /// Forgets everything: a new round begins.
    pub(crate) fn clear(&self) {
        let mut list = self.0.borrow_mut();
        list.orders.clear();
        list.odd.clear();
        list.calls = 0;
        list.warned = false;
        list.stamp = list.stamp.wrapping_add(1);
        if list.stamp == 0 {
            list.seen.clear();
            list.stamp = 1;
        }
    }

    /// Keeps one call.
    pub(crate) fn add(&self, verb: i32, unit: i32, a: i32, b: i32) {
        let mut list = self.0.borrow_mut();
        list.calls += 1;
        if list.orders.len() < list.most {
            list.orders.push(Order { verb, unit, a, b });
        }
    }

    /// Whether `unit`, any number at all, is named here for the first time in this round.
    pub(crate) fn first_for(&self, unit: i32) -> bool {
        let mut list = self.0.borrow_mut();
        let (stamp, most) = (list.stamp, list.most);
        if (0..LARGEST).contains(&unit) {
            let unit = unit as usize;
            if unit >= list.seen.len() {
                list.seen.resize(unit + 1, 0);
            }
            return std::mem::replace(&mut list.seen[unit], stamp) != stamp;
        }
        match list.odd.binary_search(&unit) {
            Ok(_) => false,
            Err(at) => {
                if list.odd.len() < most {
                    list.odd.insert(at, unit);
                }
                true
            }
        }
    }

    /// Keeps a call of a game with that limit, and warns of all but the first one for a unit, in
    /// the words of its kit.
    pub(crate) fn once(&self, unit: i32, code: i32, what: &str) {
        self.add(0, unit, code, 0);
        if self.calls() <= CALLS_MAX && !self.first_for(unit) {
            crate::eprintln!("warning: {what} already requested for unit {unit}");
            self.warned();
        }
    }

    /// Calls of this round, however many.
    pub(crate) fn calls(&self) -> usize {
        self.0.borrow().calls
    }

    /// Notes that the player was warned of repeated orders, so that the rules need not.
    pub(crate) fn warned(&self) {
        self.0.borrow_mut().warned = true;
    }

    /// The flags of the reply: bit 0 says that there was a warning.
    #[must_use]
    pub fn flags(&self) -> u32 {
        u32::from(self.0.borrow().warned)
    }

    /// Copies the orders of this round.
    pub fn copy_to(&self, out: &mut Vec<Order>) {
        out.clear();
        out.extend_from_slice(&self.0.borrow().orders);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_order_for_a_unit_is_the_first() {
        let orders = Orders::new(MOST);
        for unit in [0, 7, -1, i32::MAX, i32::MIN, 65_536] {
            assert!(orders.first_for(unit));
            assert!(!orders.first_for(unit));
        }
        orders.clear();
        assert!(orders.first_for(7) && orders.first_for(-1));
    }

    #[test]
    fn a_flood_is_counted_but_not_kept() {
        let orders = Orders::new(MOST);
        (0..5000).for_each(|unit| orders.add(0, unit, 0, 0));
        let mut kept = Vec::new();
        orders.copy_to(&mut kept);
        assert_eq!((orders.calls(), kept.len()), (5000, MOST));
    }
}
