//! The functions that players' modules call. Addresses are the player's own memory.

use crate::simulation::Simulation;
use engine::Order;
use std::slice;

/// The game with this name.
fn game(id: &[u8]) -> Option<&'static dyn engine::DynGame> {
    games::by_id(std::str::from_utf8(id).ok()?)
}

/// A simulation that begins with this view, or null.
///
/// # Safety
/// Each address must be that of as many bytes as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn palestra_forward_new(
    id: *const u8,
    id_len: usize,
    intro: *const u8,
    intro_len: usize,
    view: *const u8,
    view_len: usize,
) -> *mut Simulation {
    // SAFETY: promised by the caller.
    let (id, intro, view) = unsafe {
        (
            slice::from_raw_parts(id, id_len),
            slice::from_raw_parts(intro, intro_len),
            slice::from_raw_parts(view, view_len),
        )
    };
    let made = game(id).and_then(|game| Simulation::new(game, intro, view));
    made.map_or(std::ptr::null_mut(), |simulation| Box::into_raw(Box::new(simulation)))
}

/// A copy.
///
/// # Safety
/// `from` must be a simulation that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn palestra_forward_clone(from: *const Simulation) -> *mut Simulation {
    // SAFETY: promised by the caller.
    Box::into_raw(Box::new(unsafe { (*from).clone() }))
}

/// Ends a simulation.
///
/// # Safety
/// It must be one that was not freed yet, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn palestra_forward_free(simulation: *mut Simulation) {
    if !simulation.is_null() {
        // SAFETY: promised by the caller.
        drop(unsafe { Box::from_raw(simulation) });
    }
}

/// Sets what chance will bring.
///
/// # Safety
/// It must be a simulation that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn palestra_forward_seed(simulation: *mut Simulation, seed: u32) {
    // SAFETY: promised by the caller.
    unsafe { (*simulation).seed(seed) }
}

/// Gives the next round an order of a player, both as the player that imagines sees them.
///
/// # Safety
/// It must be a simulation that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn palestra_forward_order(
    simulation: *mut Simulation,
    player: u32,
    verb: i32,
    unit: i32,
    a: i32,
    b: i32,
) {
    // SAFETY: promised by the caller.
    unsafe { (*simulation).order(player as usize, Order { verb, unit, a, b }) }
}

/// Plays one round; 0 when the match is over or cannot go on.
///
/// # Safety
/// It must be a simulation that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn palestra_forward_step(simulation: *mut Simulation) -> i32 {
    // SAFETY: promised by the caller.
    i32::from(unsafe { (*simulation).step() })
}

/// Rounds that are still to be played.
///
/// # Safety
/// It must be a simulation that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn palestra_forward_left(simulation: *const Simulation) -> u32 {
    // SAFETY: promised by the caller.
    unsafe { (*simulation).state().rounds_left() }
}

/// The score of a player, numbered as the player that imagines numbers them.
///
/// # Safety
/// It must be a simulation that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn palestra_forward_score(simulation: *const Simulation, player: u32) -> i32 {
    // SAFETY: promised by the caller.
    let score = unsafe { (*simulation).score(player as usize) };
    score.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// The view of the player now: writes at most `room` bytes and returns their number.
///
/// # Safety
/// It must be a simulation that was not freed, and `to` the address of `room` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn palestra_forward_view(
    simulation: *const Simulation,
    to: *mut u8,
    room: usize,
) -> usize {
    let mut view = Vec::new();
    // SAFETY: promised by the caller.
    unsafe {
        (*simulation).write_view(&mut view);
        std::ptr::copy_nonoverlapping(view.as_ptr(), to, view.len().min(room));
    }
    view.len()
}

/// Marks modules that may look ahead.
#[unsafe(no_mangle)]
pub extern "C" fn palestra_looks_ahead() -> i32 {
    1
}
