//! One player in one match.

use crate::clock::{Clock, SLICE};
use crate::guest::Guest;
use crate::limits::{Limits, OnTimeout};
use crate::profile::{self, Profile};
use crate::program::Program;
use crate::receipt::{self, Broken};
use engine::{Freeze, Order, Turn};
use wasmtime::{Instance, Memory, Result, Store, TypedFunc};

/// More orders than this are not even read.
const ORDERS_READ_MAX: u32 = 100_000;
const ORDER_BYTES: usize = 16;
const REPLY_BYTES: usize = 12;
/// Version of the interface.
const ABI: u32 = 1;
/// The export of engines for profiles: see `sdk/script/sampled.h`.
const SAMPLE: &str = "palestra_sample";
/// Flag of a reply: the module warned of repeated orders by itself.
const WARNED: u32 = 1;

/// A player whose module runs in the sandbox.
pub(crate) struct WasmPlayer {
    /// The running module; gone once the player is frozen, so that its memory is free again.
    running: Option<Running>,
    /// Why it could not even be started, until its first turn.
    stillborn: Option<Freeze>,
    /// The fuel of which the player's status is a share.
    budget: Option<u64>,
    on_timeout: OnTimeout,
    fuel_used: u64,
    said: Vec<u8>,
    printed: Vec<u8>,
}

impl WasmPlayer {
    pub(crate) fn start(
        program: &Program,
        limits: &Limits,
        intro: &[u8],
        profile: Option<&Profile>,
    ) -> Self {
        let mut player = Self {
            running: None,
            stillborn: None,
            budget: limits.fuel_max.filter(|_| limits.metered),
            on_timeout: limits.on_timeout,
            fuel_used: 0,
            said: Vec::new(),
            printed: Vec::new(),
        };
        let mut running = match Running::new(program, limits) {
            Ok(running) => running,
            Err(error) => {
                player.stillborn = Some(receipt::of_arena(&error));
                return player;
            }
        };
        if let Some(profile) = profile {
            running.store.data_mut().sampler = Some(profile.sampler(program.pre.module()));
        }
        let started = running.start(program, Some(intro));
        player.stillborn = player.settle(running, started).err();
        player
    }

    /// Keeps the books after a call; a player that failed is not kept running.
    fn settle<T>(&mut self, mut running: Running, result: Result<T>) -> Result<T, Freeze> {
        self.fuel_used = running.fuel_used();
        self.said.append(&mut running.store.data_mut().said);
        match result {
            Ok(value) => {
                self.running = Some(running);
                Ok(value)
            }
            Err(error) => {
                let freeze = receipt::of(&error, &mut running, self.on_timeout);
                self.printed = std::mem::take(&mut running.store.data_mut().printed);
                Err(Freeze { fuel: self.fuel_used, ..freeze })
            }
        }
    }
}

impl engine::Player for WasmPlayer {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let result = match (self.stillborn.take(), self.running.take()) {
            (Some(freeze), _) => Err(freeze),
            (None, Some(mut running)) => {
                let played = running.play(turn);
                self.settle(running, played)
            }
            (None, None) => Err(receipt::buried()),
        };
        turn.said.append(&mut self.said);
        turn.warned = result? & WARNED != 0;
        Ok(())
    }

    fn share(&self) -> f64 {
        match self.budget {
            Some(max) => self.fuel_used as f64 / max.max(1) as f64,
            None => 0.0,
        }
    }

    fn fuel(&self) -> u64 {
        self.fuel_used
    }

    fn printed(&self) -> &[u8] {
        match &self.running {
            Some(running) => &running.store.data().printed,
            None => &self.printed,
        }
    }
}

/// See [`Program::check_source`].
pub(crate) fn check_source(program: &Program, limits: &Limits) -> Result<(), Freeze> {
    if program.source.is_none() {
        return Ok(());
    }
    let mut running = Running::new(program, limits).map_err(|error| receipt::of_arena(&error))?;
    let started = running.start(program, None);
    started.map_err(|error| receipt::of(&error, &mut running, limits.on_timeout))
}

/// A module at work.
pub(crate) struct Running {
    pub(crate) store: Store<Guest>,
    pub(crate) instance: Option<Instance>,
    exports: Option<Exports>,
    clock: Clock,
    fuel_max: u64,
}

/// The exports of a module that the arena uses, and its buffer.
#[derive(Clone)]
struct Exports {
    memory: Memory,
    buffer: TypedFunc<u32, u32>,
    play: TypedFunc<(u32, u32), u32>,
    at: usize,
    len: usize,
}

impl Running {
    /// # Errors
    /// Only when the arena is at fault.
    fn new(program: &Program, limits: &Limits) -> Result<Self> {
        let guest = Guest::new(limits, program.source.is_some());
        let mut store = Store::new(program.pre.module().engine(), guest);
        store.limiter(|guest| guest);
        let fuel_max = limits.fuel_max.unwrap_or(u64::MAX);
        store.set_fuel(fuel_max)?;
        store.fuel_async_yield_interval(Some(SLICE))?;
        // Only engines for profiles ever get there.
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(profile::on_tick);
        let clock = Clock::new(limits.cpu_time_max);
        Ok(Self { store, instance: None, exports: None, clock, fuel_max })
    }

    fn fuel_used(&self) -> u64 {
        self.fuel_max - self.store.get_fuel().unwrap_or(self.fuel_max)
    }

    /// Everything before the first round; without an intro, only what needs none.
    fn start(&mut self, program: &Program, intro: Option<&[u8]>) -> Result<()> {
        let Self { store, clock, .. } = self;
        let instance = clock.run(program.pre.instantiate_async(&mut *store))?;
        self.instance = Some(instance);
        if let Ok(initialize) = instance.get_typed_func::<(), ()>(&mut *store, "_initialize") {
            clock.run(initialize.call_async(&mut *store, ()))?;
        }
        let abi = instance.get_typed_func::<(), u32>(&mut *store, "palestra_abi")?;
        let version = clock.run(abi.call_async(&mut *store, ()))?;
        if version != ABI {
            return Err(Broken::Version(version).into());
        }
        let Some(memory) = instance.get_memory(&mut *store, "memory") else {
            return Err(Broken::NoMemory.into());
        };
        let buffer = instance.get_typed_func(&mut *store, "palestra_buffer")?;
        let play = instance.get_typed_func(&mut *store, "palestra_play")?;
        let begin = instance.get_typed_func::<u32, ()>(&mut *store, "palestra_begin")?;
        let mut exports = Exports { memory, buffer, play, at: 0, len: 0 };
        if let Some(source) = &program.source {
            let take = instance.get_typed_func::<u32, ()>(&mut *store, "palestra_source")?;
            exports.write(store, clock, source)?;
            clock.run(take.call_async(&mut *store, source.len() as u32))?;
        }
        if store.data().sampler.is_some()
            && let Ok(sample) = instance.get_typed_func::<(), u32>(&mut *store, SAMPLE)
        {
            let at = clock.run(sample.call_async(&mut *store, ()))?;
            store.data_mut().sample = Some((memory, at));
        }
        let Some(intro) = intro else { return Ok(()) };
        exports.write(store, clock, intro)?;
        self.exports = Some(exports);
        clock.run(begin.call_async(&mut *store, intro.len() as u32))
    }

    /// One round; the answer is the flags of the reply.
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<u32> {
        let Self { store, clock, exports, .. } = self;
        let Some(exports) = exports else { return Err(Broken::NoMemory.into()) };
        store.data_mut().begin_call();
        // The time of others, since the last round, is not the player's.
        store.set_epoch_deadline(1);
        let (view, orders, stream) = turn.view_and_orders();
        let view_at = stream.len().next_multiple_of(8);
        exports.reserve(store, clock, view_at + view.len())?;
        let (at, len) = (exports.at, stream.len());
        let target = &mut exports.memory.data_mut(&mut *store)[at..][..view_at + view.len()];
        target[..len].copy_from_slice(stream);
        target[len..view_at].fill(0);
        target[view_at..].copy_from_slice(view);
        let lens = (len as u32, view.len() as u32);
        let reply = clock.run(exports.play.call_async(&mut *store, lens))?;
        let memory = exports.memory.data(&*store);
        // The memory never shrinks, so the buffer is still inside.
        stream.copy_from_slice(&memory[at..at + len]);
        Ok(read_reply(memory, reply, orders)?)
    }
}

impl Exports {
    /// Writes bytes to the beginning of the buffer.
    fn write(&mut self, store: &mut Store<Guest>, clock: &mut Clock, bytes: &[u8]) -> Result<()> {
        self.reserve(store, clock, bytes.len())?;
        self.memory.data_mut(&mut *store)[self.at..][..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    /// Makes sure that the buffer holds `len` bytes.
    fn reserve(&mut self, store: &mut Store<Guest>, clock: &mut Clock, len: usize) -> Result<()> {
        if len <= self.len && self.len > 0 {
            return Ok(());
        }
        // Some room to grow, so that a view that gets a little longer every round does not cost
        // a call every round.
        let asked = (len + len / 4).next_multiple_of(64).max(64);
        let too_long = |_| Broken::Buffer { at: 0, asked };
        let asked_u32 = u32::try_from(asked).map_err(too_long)?;
        let at = clock.run(self.buffer.call_async(&mut *store, asked_u32))?;
        let inside = at as usize + asked <= self.memory.data_size(&*store);
        if at == 0 || !at.is_multiple_of(8) || !inside {
            return Err(Broken::Buffer { at, asked }.into());
        }
        (self.at, self.len) = (at as usize, asked);
        Ok(())
    }
}

/// Reads a reply and its orders; the answer is its flags.
fn read_reply(memory: &[u8], at: u32, orders: &mut Vec<Order>) -> Result<u32, Broken> {
    let reply = part(memory, at, REPLY_BYTES).ok_or(Broken::Reply(at))?;
    let (count, list, flags) = (word(reply, 0), word(reply, 4), word(reply, 8));
    if count > ORDERS_READ_MAX {
        return Err(Broken::Flood { count, max: ORDERS_READ_MAX });
    }
    let missing = Broken::Orders { at: list, count };
    let bytes = part(memory, list, count as usize * ORDER_BYTES).ok_or(missing)?;
    let number = |order: &[u8], k| word(order, k) as i32;
    orders.extend(bytes.chunks_exact(ORDER_BYTES).map(|o| Order {
        verb: number(o, 0),
        unit: number(o, 4),
        a: number(o, 8),
        b: number(o, 12),
    }));
    Ok(flags)
}

fn part(memory: &[u8], at: u32, len: usize) -> Option<&[u8]> {
    memory.get(at as usize..)?.get(..len)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(word)
}
