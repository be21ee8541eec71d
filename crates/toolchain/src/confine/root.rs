//! A file system of its own for a compiler: an empty folder in memory, in which only what it may
//! see is mounted, at the usual paths. Everything else does not exist, so nothing can be asked
//! about it.

use rustix::fs::{CWD, Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount,
    mount_change, move_mount, open_tree, unmount,
};
use rustix::process::{Gid, Uid};
use rustix::thread::UnshareFlags;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Everything that is needed to enter it, made before the fork: after it nothing is allocated.
pub(super) struct Root {
    /// Where it is built: any folder.
    at: CString,
    /// Folders to make, outer ones first, and files, as paths from the root.
    folders: Vec<CString>,
    files: Vec<CString>,
    mounts: Vec<Mount>,
    /// Where its own program is, for programs that look for their libraries from there.
    program: CString,
    /// Their trees while all is built.
    trees: Vec<OwnedFd>,
    identity: Identity,
}

/// A mount that the compiler sees.
struct Mount {
    from: CString,
    /// From the root.
    to: CString,
    write: bool,
}

/// The user of the compiler.
enum Identity {
    /// Another user than root.
    Other(Uid, Gid),
    /// We, with nobody else in sight: the lines of `uid_map` and `gid_map`.
    We(CString, CString),
}

impl Root {
    /// A root for a program with these paths; their last part says whether it can be written.
    pub(super) fn new(
        at: &Path,
        program: &Path,
        shown: &[(&Path, bool)],
        user: u32,
    ) -> Option<Self> {
        let mut paths: Vec<(PathBuf, bool)> = Vec::new();
        let mut given: Vec<_> = shown.iter().filter(|path| path.0.exists()).collect();
        given.sort();
        for (path, write) in given {
            let path = std::path::absolute(path).ok()?;
            // What stands in a folder that is shown is there already.
            if !paths.iter().any(|(outer, w)| path.starts_with(outer) && w == write) {
                paths.push((path, *write));
            }
        }
        let (mut folders, mut files) = (BTreeSet::new(), Vec::new());
        folders.extend([Some(c"proc".to_owned()), Some(c"proc/self".to_owned())]);
        let mut mounts = Vec::new();
        for (path, write) in &paths {
            let to = path.strip_prefix("/").ok()?;
            let outer = to.ancestors().skip(usize::from(!path.is_dir()));
            folders.extend(outer.filter(|folder| !folder.as_os_str().is_empty()).map(c_string));
            if !path.is_dir() {
                files.push(c_string(to)?);
            }
            mounts.push(Mount { from: c_string(path)?, to: c_string(to)?, write: *write });
        }
        let (uid, gid) = (rustix::process::geteuid(), rustix::process::getegid());
        let line = |id: u32| CString::new(format!("{id} {id} 1")).ok();
        let identity = match uid.is_root() {
            true => Identity::Other(Uid::from_raw(user), Gid::from_raw(user)),
            false => Identity::We(line(uid.as_raw())?, line(gid.as_raw())?),
        };
        let folders = folders.into_iter().collect::<Option<Vec<_>>>()?;
        let trees = Vec::with_capacity(mounts.len());
        let (at, program) = (c_string(at)?, c_string(program)?);
        Some(Self { at, folders, files, mounts, program, trees, identity })
    }

    /// Enters it: what this process, and whatever it starts, sees from now on. It allocates
    /// nothing, and must run in a process of one thread that is to become the compiler.
    pub(super) fn enter(&mut self, then_in: &CStr) -> rustix::io::Result<()> {
        let own = UnshareFlags::NEWNS | UnshareFlags::NEWNET | UnshareFlags::NEWIPC;
        let user = matches!(self.identity, Identity::We(..));
        let own = if user { own | UnshareFlags::NEWUSER } else { own };
        #[expect(unsafe_code, reason = "it may not unshare open files, and does not")]
        // SAFETY: see the reason above.
        unsafe {
            rustix::thread::unshare_unsafe(own)?;
        }
        if let Identity::We(uid, gid) = &self.identity {
            write(c"/proc/self/setgroups", c"deny")?;
            write(c"/proc/self/uid_map", uid)?;
            write(c"/proc/self/gid_map", gid)?;
        }
        let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
        mount_change(c"/", private)?;
        self.build()?;
        rustix::process::pivot_root(c".", c".")?;
        unmount(c".", UnmountFlags::DETACH)?;
        attributes(CWD, c"/", 0, libc::MOUNT_ATTR_RDONLY)?;
        if let Identity::Other(uid, gid) = self.identity {
            rustix::thread::set_thread_groups(&[])?;
            rustix::thread::set_thread_res_gid(gid, gid, gid)?;
            rustix::thread::set_thread_res_uid(uid, uid, uid)?;
        }
        rustix::process::chdir(then_in)
    }

    /// Builds the tree and goes there.
    fn build(&mut self) -> rustix::io::Result<()> {
        for Mount { from, write, .. } in &self.mounts {
            let copy = OpenTreeFlags::OPEN_TREE_CLONE
                | OpenTreeFlags::OPEN_TREE_CLOEXEC
                | OpenTreeFlags::AT_RECURSIVE;
            let tree = open_tree(CWD, from.as_c_str(), copy)?;
            let read_only = if *write { 0 } else { libc::MOUNT_ATTR_RDONLY };
            let recursive = libc::AT_EMPTY_PATH | libc::AT_RECURSIVE;
            attributes(tree.as_fd(), c"", recursive, libc::MOUNT_ATTR_NOSUID | read_only)?;
            self.trees.push(tree);
        }
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        mount(c"tmpfs", self.at.as_c_str(), c"tmpfs", flags, c"size=64k,mode=755")?;
        rustix::process::chdir(self.at.as_c_str())?;
        for folder in &self.folders {
            there(rustix::fs::mkdir(folder.as_c_str(), Mode::from_raw_mode(0o755)))?;
        }
        rustix::fs::symlink(self.program.as_c_str(), c"proc/self/exe")?;
        for file in &self.files {
            let flags = OFlags::CREATE | OFlags::WRONLY | OFlags::CLOEXEC;
            there(rustix::fs::open(file.as_c_str(), flags, Mode::from_raw_mode(0o644)).map(drop))?;
        }
        for (Mount { to, .. }, tree) in self.mounts.iter().zip(&self.trees) {
            let tree = tree.as_fd();
            move_mount(tree, c"", CWD, to.as_c_str(), MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?;
        }
        Ok(())
    }
}

fn there(made: rustix::io::Result<()>) -> rustix::io::Result<()> {
    made.or_else(|e| if e == Errno::EXIST { Ok(()) } else { Err(e) })
}

fn c_string(path: &Path) -> Option<CString> {
    CString::new(path.as_os_str().as_bytes()).ok()
}

fn write(path: &CStr, text: &CStr) -> rustix::io::Result<()> {
    let file = rustix::fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::io::write(file, text.to_bytes()).map(drop)
}

/// Sets attributes of a mount, and of those in it where the flags say so.
fn attributes(at: BorrowedFd<'_>, path: &CStr, flags: i32, set: u64) -> rustix::io::Result<()> {
    let wanted = libc::mount_attr { attr_set: set, attr_clr: 0, propagation: 0, userns_fd: 0 };
    #[expect(unsafe_code, reason = "neither the library nor libc has a function for this call")]
    // SAFETY: the pointers are those of a string that ends in zero and of a structure of the size
    // that is given, and the kernel only reads both.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            at.as_raw_fd(),
            path.as_ptr(),
            flags,
            &raw const wanted,
            size_of_val(&wanted),
        )
    };
    if done == 0 {
        Ok(())
    } else {
        Err(Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::PERM))
    }
}
