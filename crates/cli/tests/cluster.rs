//! Series of matches that the workers of a cluster play, as researchers see it: a real NATS server,
//! workers with credentials of their own, no judge.

mod common;

use common::{Folder, PALESTRA, assert_has, crashing};
use needs::NatsServer;
use std::process::{Child, Command, Stdio};

/// A worker of the cluster, until this is dropped.
struct Worker(Child);

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A cluster with a server, a worker of two slots, and the researcher `ann`.
struct Cluster {
    server: NatsServer,
    _worker: Worker,
}

impl Cluster {
    /// None where there is no NATS server: the test is skipped.
    fn start(folder: &Folder) -> Option<Self> {
        folder.palestra("admin cluster init cluster 127.0.0.1").ends(0);
        folder.palestra("admin cluster add cluster lab").ends(0);
        folder.palestra("admin cluster add cluster ann --role researcher --share 3").ends(0);
        let server = NatsServer::start(&folder.path("cluster"))?;
        folder.palestra(&format!("admin cluster prepare cluster {}", server.url)).ends(0);
        let worker = Command::new(PALESTRA)
            .args(["worker", "--cluster", &server.url, "--creds", "cluster/lab.creds"])
            .args(["--slots", "2", "work"])
            .current_dir(folder.path(""))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        Some(Self { server, _worker: Worker(worker) })
    }

    fn options(&self) -> String {
        format!("--cluster {} --creds cluster/ann.creds", self.server.url)
    }
}

#[test]
fn a_cluster_changes_no_result() {
    let folder = Folder::new("cluster-series");
    let board = folder.palestra("games dominator --board default.cnf").ends(0).out;
    folder.write("short.cnf", board.replace("nb_rounds      200", "nb_rounds       25"));
    folder.write("AICrash.wasm", crashing());
    folder.write("AIBot.py", "");
    let Some(cluster) = Cluster::start(&folder) else { return };
    for call in [
        "league Crash Demo Null Dummy -g dominator -i short.cnf -s 5 --matches 24 --json",
        "league Crash Demo Null Dummy -g dominator -i short.cnf -s 5 --matches 24 --judge --json",
        "compare Demo Null --against Crash Demo Null -g dominator -i short.cnf -s 7 --json",
        "qualify Dummy --rival Null -g dominator -i short.cnf -s 3 --rehearsals 8 --json",
        "fairness dominator -i short.cnf -s 3 --seeds 8 --json",
    ] {
        let alone = folder.palestra(call).ends(0);
        let apart = folder.palestra(&format!("{call} {}", cluster.options())).ends(0);
        assert_eq!(alone.out, apart.out, "{call}");
        assert!(alone.out.len() > 200, "{call}: {}", alone.out);
    }
    // What only this machine has is refused before the first match.
    let options = cluster.options();
    let mut words = vec!["league", "cmd:python3 AIBot.py", "Demo", "Null", "Dummy"];
    words.extend(["-g", "dominator"].into_iter().chain(options.split(' ')));
    let refused = folder.palestra_words(&words).ends(2);
    assert_has(&refused.err, "no worker has it");
    let worker = format!("--cluster {} --creds cluster/lab.creds", cluster.server.url);
    let refused = folder.palestra(&format!("league Demo Null Demo Dummy -g dominator {worker}"));
    assert_has(&refused.ends(2).err, "those of a worker");
}
