//! The functions that modules import: ours, and the little of the system that a C++ library
//! needs to start. `ABI.md` has the table; every function here is one of its lines.

use crate::guest::{Ended, Guest};
use wasmtime::{Caller, Extern, Linker, Result, Trap, WasmBacktrace};

/// The module whose functions a C library links against.
pub(crate) const WASI: &str = "wasi_snapshot_preview1";
/// Our own module.
pub(crate) const OURS: &str = "palestra";

/// Fuel for a call into the arena.
const CALL_COST: u64 = 1000;
/// Fuel for one piece of an `fd_write`, beside its bytes.
const PIECE_COST: u64 = 250;
/// Fuel for one random byte.
const RANDOM_COST: u64 = 12;
/// Bytes of a text given to `palestra.fail` that are kept.
const REASON_MAX: usize = 1000;
/// Pieces of one `fd_write`; the standard allows that many.
const PIECES_MAX: u32 = 1024;

const SUCCESS: i32 = 0;
const EBADF: i32 = 8;
const EFAULT: i32 = 21;
const EINVAL: i32 = 28;
const ESPIPE: i32 = 70;

/// Functions of the standard that a module may import but not call, and what to say of them.
pub(crate) const FORBIDDEN: &[(&str, &str)] = &[
    ("fd_advise", "there are no files here"),
    ("fd_allocate", "there are no files here"),
    ("fd_datasync", "there are no files here"),
    ("fd_fdstat_set_rights", "there are no files here"),
    ("fd_filestat_set_size", "there are no files here"),
    ("fd_filestat_set_times", "there are no files here"),
    ("fd_pread", "there are no files here"),
    ("fd_pwrite", "there are no files here"),
    ("fd_readdir", "there are no files here"),
    ("fd_renumber", "there are no files here"),
    ("fd_sync", "there are no files here"),
    ("fd_tell", "there are no files here"),
    ("path_create_directory", "there are no files here"),
    ("path_filestat_get", "there are no files here"),
    ("path_filestat_set_times", "there are no files here"),
    ("path_link", "there are no files here"),
    ("path_open", "there are no files here"),
    ("path_readlink", "there are no files here"),
    ("path_remove_directory", "there are no files here"),
    ("path_rename", "there are no files here"),
    ("path_symlink", "there are no files here"),
    ("path_unlink_file", "there are no files here"),
    ("poll_oneoff", "players cannot wait or sleep"),
    ("proc_raise", "there are no signals here"),
    ("sock_accept", "there is no network here"),
    ("sock_recv", "there is no network here"),
    ("sock_send", "there is no network here"),
    ("sock_shutdown", "there is no network here"),
];

type Host<'a> = Caller<'a, Guest>;

/// Defines every function that may be called.
///
/// # Errors
/// Never: no name is defined twice.
pub(crate) fn define(linker: &mut Linker<Guest>) -> Result<()> {
    linker.func_wrap(OURS, "fail", fail)?;
    linker.func_wrap(OURS, "thrown", thrown)?;
    linker.func_wrap(WASI, "proc_exit", proc_exit)?;
    linker.func_wrap(WASI, "fd_write", fd_write)?;
    linker.func_wrap(WASI, "fd_read", fd_read)?;
    linker.func_wrap(WASI, "fd_fdstat_get", fd_fdstat_get)?;
    linker.func_wrap(WASI, "random_get", random_get)?;
    linker.func_wrap(WASI, "fd_close", |host: Host<'_>, fd: i32| known(host, fd, SUCCESS))?;
    linker.func_wrap(WASI, "fd_fdstat_set_flags", |host: Host<'_>, fd: i32, _: i32| {
        known(host, fd, SUCCESS)
    })?;
    linker.func_wrap(WASI, "fd_seek", |mut host: Host<'_>, fd: i32, _: i64, _: i32, _: i32| {
        charge(&mut host, 0)?;
        Ok(if standard(fd) { ESPIPE } else { EBADF })
    })?;
    linker.func_wrap(WASI, "fd_filestat_get", |mut host: Host<'_>, _: i32, _: i32| {
        charge(&mut host, 0).map(|()| EBADF)
    })?;
    linker.func_wrap(WASI, "fd_prestat_get", |mut host: Host<'_>, _: i32, _: i32| {
        charge(&mut host, 0).map(|()| EBADF)
    })?;
    linker.func_wrap(
        WASI,
        "fd_prestat_dir_name",
        |mut host: Host<'_>, _: i32, _: i32, _: i32| charge(&mut host, 0).map(|()| EBADF),
    )?;
    for name in ["args_sizes_get", "environ_sizes_get"] {
        linker.func_wrap(WASI, name, |mut host: Host<'_>, count: i32, bytes: i32| {
            charge(&mut host, 0)?;
            Ok(store(&mut host, count, &[0; 4]).max(store(&mut host, bytes, &[0; 4])))
        })?;
    }
    for name in ["args_get", "environ_get"] {
        linker.func_wrap(WASI, name, |mut host: Host<'_>, _: i32, _: i32| {
            charge(&mut host, 0).map(|()| SUCCESS)
        })?;
    }
    linker.func_wrap(WASI, "sched_yield", |mut host: Host<'_>| {
        charge(&mut host, 0).map(|()| SUCCESS)
    })?;
    linker.func_wrap(WASI, "clock_res_get", |mut host: Host<'_>, _: i32, out: i32| {
        charge(&mut host, 0)?;
        Ok(store(&mut host, out, &1_u64.to_le_bytes()))
    })?;
    linker.func_wrap(WASI, "clock_time_get", |mut host: Host<'_>, _: i32, _: i64, out: i32| {
        charge(&mut host, 0)?;
        Ok(store(&mut host, out, &0_u64.to_le_bytes()))
    })?;
    Ok(())
}

/// Takes fuel for a call and for `bytes` that it works on.
fn charge(host: &mut Host<'_>, bytes: u64) -> Result<()> {
    let left = host.get_fuel()?.checked_sub(CALL_COST.saturating_add(bytes));
    host.set_fuel(left.unwrap_or(0))?;
    match left {
        Some(_) => Ok(()),
        None => Err(Trap::OutOfFuel.into()),
    }
}

fn standard(fd: i32) -> bool {
    (0..=2).contains(&fd)
}

fn known(mut host: Host<'_>, fd: i32, answer: i32) -> Result<i32> {
    charge(&mut host, 0)?;
    Ok(if standard(fd) { answer } else { EBADF })
}

/// The guest's memory, if it exports one, and what we keep about the guest.
fn memory<'a>(host: &'a mut Host<'_>) -> (&'a mut [u8], &'a mut Guest) {
    match host.get_export("memory") {
        Some(Extern::Memory(memory)) => memory.data_and_store_mut(host),
        _ => (&mut [], host.data_mut()),
    }
}

fn range(memory: &[u8], at: i32, len: i32) -> Option<std::ops::Range<usize>> {
    let (at, len) = (at as u32 as usize, len as u32 as usize);
    let end = at.checked_add(len)?;
    (end <= memory.len()).then_some(at..end)
}

fn store(host: &mut Host<'_>, at: i32, bytes: &[u8]) -> i32 {
    let (memory, _) = memory(host);
    match range(memory, at, bytes.len() as i32) {
        Some(range) => {
            memory[range].copy_from_slice(bytes);
            SUCCESS
        }
        None => EFAULT,
    }
}

fn word(memory: &[u8], at: usize) -> i32 {
    let mut bytes = [0; 4];
    bytes.copy_from_slice(&memory[at..at + 4]);
    i32::from_le_bytes(bytes)
}

fn fail(mut host: Host<'_>, kind: i32, text: i32, len: i32) -> Result<()> {
    let (memory, _) = memory(&mut host);
    let text = range(memory, text, len).map_or(&[][..], |range| &memory[range]);
    let text = String::from_utf8_lossy(&text[..text.len().min(REASON_MAX)]).into_owned();
    let ended = match kind {
        0 => Ended::Exit(text),
        1 => Ended::Abort(text),
        2 => Ended::Exception(text),
        3 => Ended::Mistake(text),
        _ => Ended::Unknown(kind),
    };
    Err(wasmtime::Error::new(ended))
}

fn thrown(mut host: Host<'_>) -> Result<()> {
    charge(&mut host, 0)?;
    if host.data_mut().notes_throw() {
        let place = WasmBacktrace::force_capture(&host);
        host.data_mut().thrown = Some(place);
    } else {
        host.data_mut().thrown = None;
    }
    Ok(())
}

fn proc_exit(_: Host<'_>, code: i32) -> Result<()> {
    Err(wasmtime::Error::new(Ended::Exit(format!("exit({code})"))))
}

fn fd_write(mut host: Host<'_>, fd: i32, pieces: i32, count: i32, written: i32) -> Result<i32> {
    let count = count as u32;
    if count > PIECES_MAX {
        return charge(&mut host, 0).map(|()| EINVAL);
    }
    let sum = {
        let (memory, _) = memory(&mut host);
        sum_of_pieces(memory, pieces, count)
    };
    charge(&mut host, sum.unwrap_or(0) + PIECE_COST * u64::from(count))?;
    let Some(sum) = sum else { return Ok(EFAULT) };
    if fd != 1 && fd != 2 {
        return Ok(EBADF);
    }
    let (memory, guest) = memory(&mut host);
    for k in 0..count as usize {
        let piece = pieces as u32 as usize + 8 * k;
        let Some(range) = range(memory, word(memory, piece), word(memory, piece + 4)) else {
            return Ok(EFAULT);
        };
        match fd {
            1 => guest.print(&memory[range]),
            _ => guest.say(&memory[range]),
        }
    }
    Ok(store(&mut host, written, &(sum as u32).to_le_bytes()))
}

/// Bytes in all pieces; `None` when one of them is not in the memory, or they are more than a
/// number of the guest can say.
fn sum_of_pieces(memory: &[u8], pieces: i32, count: u32) -> Option<u64> {
    let list = range(memory, pieces, count.checked_mul(8)? as i32)?;
    let mut sum = 0;
    for piece in list.step_by(8) {
        sum += range(memory, word(memory, piece), word(memory, piece + 4))?.len() as u64;
    }
    u32::try_from(sum).ok().map(u64::from)
}

fn fd_read(mut host: Host<'_>, fd: i32, _: i32, _: i32, read: i32) -> Result<i32> {
    charge(&mut host, 0)?;
    Ok(if fd == 0 { store(&mut host, read, &[0; 4]) } else { EBADF })
}

fn fd_fdstat_get(mut host: Host<'_>, fd: i32, out: i32) -> Result<i32> {
    const CHARACTER_DEVICE: u8 = 2;
    charge(&mut host, 0)?;
    if !standard(fd) {
        return Ok(EBADF);
    }
    // Kind of file, flags and rights: 24 bytes, all rights 0 but reading or writing.
    let mut stat = [0; 24];
    stat[0] = CHARACTER_DEVICE;
    stat[8] = if fd == 0 { 1 << 1 } else { 1 << 6 };
    Ok(store(&mut host, out, &stat))
}

fn random_get(mut host: Host<'_>, at: i32, len: i32) -> Result<i32> {
    charge(&mut host, RANDOM_COST * u64::from(len as u32))?;
    let (memory, guest) = memory(&mut host);
    let Some(range) = range(memory, at, len) else { return Ok(EFAULT) };
    for byte in &mut memory[range] {
        // SplitMix64, one byte of each draw: quality is of no concern, sameness is.
        guest.random = guest.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = guest.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        *byte = (z ^ (z >> 31)) as u8;
    }
    Ok(SUCCESS)
}
