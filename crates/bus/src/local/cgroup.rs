//! A control group for each worker process, where the system delegates control groups (version 2)
//! to the judge: limits of memory and of the number of processes that hold for its children too.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use worker::Kind;

/// Where control groups of version 2 are.
const MOUNTED: &str = "/sys/fs/cgroup";

/// The judge's control group.
pub struct Groups {
    folder: PathBuf,
}

impl Groups {
    /// The group of this process, if it is delegated to it. The judge itself moves into a group
    /// below: one that has limited children may have no processes of its own.
    #[must_use]
    pub fn delegated() -> Option<Self> {
        let text = fs::read_to_string("/proc/self/cgroup").ok()?;
        let own = text.lines().find_map(|line| line.strip_prefix("0::/"))?;
        Self::at(&Path::new(MOUNTED).join(own), std::process::id()).ok()
    }

    fn at(folder: &Path, own: u32) -> io::Result<Self> {
        let known = fs::read_to_string(folder.join("cgroup.controllers"))?;
        let has = |name: &str| known.split_whitespace().any(|known| known == name);
        if !has("memory") || !has("pids") {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let judge = folder.join("judge");
        fs::create_dir_all(&judge)?;
        fs::write(judge.join("cgroup.procs"), own.to_string())?;
        fs::write(folder.join("cgroup.subtree_control"), "+memory +pids")?;
        Ok(Self { folder: folder.into() })
    }

    /// Limits a worker process and its children.
    ///
    /// # Errors
    /// When the system refuses the group or its limits.
    pub fn limit(&self, kind: Kind, id: u32) -> io::Result<()> {
        let (memory, processes): (u64, u32) = match kind {
            Kind::Play => (2 << 30, 8),
            Kind::Build => (4 << 30, 128),
        };
        let folder = self.folder.join(format!("worker-{id}"));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("memory.max"), memory.to_string())?;
        fs::write(folder.join("pids.max"), processes.to_string())?;
        fs::write(folder.join("cgroup.procs"), id.to_string())
    }

    /// Ends what a worker process has left behind, and removes its group.
    pub fn remove(&self, id: u32) {
        let folder = self.folder.join(format!("worker-{id}"));
        let _ = fs::write(folder.join("cgroup.kill"), "1");
        // Only the system removes what is in it.
        let _ = fs::remove_dir(&folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_get_groups_with_limits_where_they_are_delegated() {
        let folder = tempfile::tempdir().expect("a folder");
        let controllers = folder.path().join("cgroup.controllers");
        fs::write(&controllers, "cpu io\n").expect("written");
        assert!(Groups::at(folder.path(), 7).is_err(), "nothing to limit with");
        fs::write(&controllers, "cpu memory pids\n").expect("written");
        let groups = Groups::at(folder.path(), 7).expect("delegated");
        groups.limit(Kind::Play, 8).expect("limited");
        let read = |path: &str| fs::read_to_string(folder.path().join(path)).expect("read");
        assert_eq!(read("judge/cgroup.procs"), "7");
        assert_eq!(read("cgroup.subtree_control"), "+memory +pids");
        assert_eq!(read("worker-8/memory.max"), (2_u64 << 30).to_string());
        assert_eq!(read("worker-8/cgroup.procs"), "8");
    }
}
