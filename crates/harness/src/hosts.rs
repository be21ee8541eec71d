//! Hosts of their own on this machine: network namespaces with a cable each to one switch. All
//! traffic between them stays within them.

use crate::run::run;
use anyhow::Result;
use std::net::Ipv4Addr;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The host with the switch.
const HUB: &str = "pal-hub";

/// The hosts, until this is dropped.
pub struct Hosts {
    names: &'static [&'static str],
}

impl Hosts {
    /// Namespaces, a bridge on the hub, and a cable to each host.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn wire(names: &'static [&'static str]) -> Result<Self> {
        let hosts = Self { names };
        hosts.unwire();
        let ip = |words: &str| run(Command::new("ip").args(words.split_whitespace()));
        let hub = HUB;
        ip(&format!("netns add {hub}"))?;
        ip(&format!("-n {hub} link set lo up"))?;
        ip(&format!("-n {hub} link add br0 type bridge"))?;
        ip(&format!("-n {hub} link set br0 up"))?;
        for (k, host) in names.iter().enumerate() {
            ip(&format!("netns add {host}"))?;
            ip(&format!("-n {host} link set lo up"))?;
            ip(&format!("-n {hub} link add port{k} type veth peer name eth0 netns {host}"))?;
            ip(&format!("-n {hub} link set port{k} master br0"))?;
            ip(&format!("-n {hub} link set port{k} up"))?;
            ip(&format!("-n {host} addr add {}/24 dev eth0", address(k)))?;
            ip(&format!("-n {host} link set eth0 up"))?;
        }
        Ok(hosts)
    }

    /// Pulls the cable of a host for a while.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn cut(&self, k: usize, long: Duration) -> Result<()> {
        let link = |state: &str| {
            run(Command::new("ip").args(["-n", HUB, "link", "set", &format!("port{k}"), state]))
        };
        link("down")?;
        sleep(long);
        link("up")
    }

    /// Takes the namespaces away. What still runs in them was ours and has been ended.
    fn unwire(&self) {
        for host in self.names.iter().chain([&HUB]) {
            let mut gone = Command::new("ip");
            let _ = gone.args(["netns", "del", host]).stderr(Stdio::null()).status();
        }
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        self.unwire();
    }
}

/// The address of a host.
#[must_use]
pub fn address(k: usize) -> Ipv4Addr {
    Ipv4Addr::new(10, 77, 0, u8::try_from(k + 10).unwrap_or(u8::MAX))
}

/// Where a program runs, and the address it has there.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    host: Option<&'static str>,
    /// Its address.
    pub address: Ipv4Addr,
}

impl Place {
    /// This machine itself, where nobody else reaches it.
    pub const HERE: Self = Self { host: None, address: Ipv4Addr::LOCALHOST };

    /// One of the [`Hosts`], by its name and number.
    #[must_use]
    pub fn host(name: &'static str, k: usize) -> Self {
        Self { host: Some(name), address: address(k) }
    }

    /// A command at this place.
    #[must_use]
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let Some(host) = self.host else { return Command::new(program) };
        let mut command = Command::new("ip");
        command.args(["netns", "exec", host]).arg(program);
        command
    }

    /// Whether somebody listens on a port there.
    #[must_use]
    pub fn listens(&self, port: u16) -> bool {
        let mut asked = self.command("bash");
        asked.args(["-c", "exec 3<>/dev/tcp/$0/$1", &self.address.to_string(), &port.to_string()]);
        asked.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }
}
