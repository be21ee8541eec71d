//! Installs each package into a clean root. There it plays a match, compiles a player in C++ and
//! serves a judge.

use super::container::{self, Image};
use super::make::{VERSION, packaging, python};
use super::roots::Root;
use super::said;
use anyhow::{Context, Result, bail, ensure};
use harness::cluster::free_port;
use harness::run::{root as project, run};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A match, and a player in C++ that is compiled and plays one.
const PLAYS: &str = "
    cd \"$(mktemp -d)\"
    palestra play dominator Dummy Demo Demo Null -s 30 --record 30.match
    palestra verify 30.match
    palestra new dominator Xaloc >/dev/null
    # The roots share a cache: this source is in none.
    date +%N | sed 's,^,// ,' >> AIXaloc.cc
    palestra build AIXaloc.cc
    palestra play dominator Xaloc Demo Demo Null -s 30
";
/// Where the container has the compiler for players.
const CACHE: &str = "/var/cache/palestra";
/// How long a judge may take until it answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// Tries every package of the folder.
///
/// # Errors
/// When one does not install, or something in it does not work.
pub(super) fn all(packages: &Path) -> Result<()> {
    // The container installs the compiler for players as its file says. The others share it: it
    // takes half a minute to install.
    let image = in_container(packages)?;
    let cache = image.root.path(CACHE);
    archive(packages, &cache)?;
    wheel(packages, &cache)?;
    debian(packages, &cache)?;
    viewer(packages)
}

/// A root with the compiler for players.
fn root_with(name: &str, cache: &Path) -> Result<Root> {
    println!("\npackages: {name}");
    let mut root = Root::new(name)?;
    root.share(cache, CACHE);
    Ok(root)
}

/// Plays, compiles and serves with the program of this `PATH`.
fn works(root: &Root, path: &str) -> Result<()> {
    let path = format!("PATH={path}");
    let command = |words: &[&str]| {
        let mut command = root.command("root", [&["env", &path], words].concat());
        command.env("PALESTRA_CACHE", CACHE);
        command
    };
    run(&mut command(&["sh", "-euc", PLAYS]))?;
    let port = free_port()?;
    let mut serve = command(&["palestra", "serve", "/srv/season"]);
    serve.env("PALESTRA_LISTEN", format!("127.0.0.1:{port}"));
    Judge::start(&mut serve)?.answers(|| healthy(port))
}

/// The container: as its own user, with its own health check.
fn in_container(packages: &Path) -> Result<Image> {
    println!("packages: container");
    let text = fs::read_to_string(packages.join("Containerfile"))?;
    let image = container::build(&text, packages)?;
    let shell = |script: &str| image.command(&["sh", "-euc", script].map(String::from));
    run(&mut shell(&format!("test \"$(id -u)\" != 0\n{PLAYS}")))?;
    // Another judge may have the port on this machine, whose network the root has.
    let port = free_port()?;
    let mut serve = image.command(&image.entrypoint);
    serve.env("PALESTRA_LISTEN", format!("0.0.0.0:{port}"));
    let check = image.health.replace(":8080", &format!(":{port}"));
    let checked = || shell(&check).output().is_ok_and(|done| done.status.success());
    Judge::start(&mut serve)?.answers(checked)?;
    Ok(image)
}

/// The archive by its installer, with the sums of `sha256.sum`.
fn archive(packages: &Path, cache: &Path) -> Result<()> {
    let mut root = root_with("archive", cache)?;
    root.share(packages, "/packages");
    root.script("sh /packages/palestra-installer.sh")?;
    // A changed archive is refused.
    root.script(
        "mkdir /bad; cp /packages/palestra-*.tar.gz /packages/sha256.sum /bad
        for archive in /bad/*.tar.gz; do echo >> \"$archive\"; done
        if PALESTRA_PREFIX=/bad/usr sh /packages/palestra-installer.sh /bad; then exit 1; fi
        test ! -e /bad/usr",
    )?;
    works(&root, "/root/.local/bin:/usr/bin:/bin")
}

/// The wheel as `uvx palestra` takes it, without any other package.
fn wheel(packages: &Path, cache: &Path) -> Result<()> {
    let root = root_with("wheel", cache)?;
    let wheel = one_of(packages, ".whl")?;
    root.take(&wheel, "/srv")?;
    for program in ["uv", "uvx"] {
        root.take(&python()?.with_file_name(program), "/usr/bin")?;
    }
    root.apt("python3")?;
    let wheel = format!("/srv/{}", wheel.file_name().unwrap_or_default().display());
    root.script(&format!(
        "uvx --offline --from {wheel} palestra play dominator Dummy Demo Demo Null -s 30
        uv --quiet --offline tool install {wheel}
        /root/.local/share/uv/tools/palestra/bin/python -m palestra games >/dev/null"
    ))?;
    works(&root, "/root/.local/bin:/usr/bin:/bin")
}

/// The Debian package: lintian, its files, and the judge as its unit starts it.
fn debian(packages: &Path, cache: &Path) -> Result<()> {
    let package = one_of(packages, ".deb")?;
    run(Command::new("lintian").args(["--allow-root", "--fail-on=error,warning"]).arg(&package))?;
    let root = root_with("debian", cache)?;
    root.take(&package, "/srv")?;
    root.apt("/srv/*.deb")?;
    root.script(
        "test \"$(stat -c %U:%a /var/lib/palestra)\" = palestra:750
        test -s /usr/share/man/man1/palestra-play.1.gz
        bash -euc '. /usr/share/bash-completion/completions/palestra; complete -p palestra'
        systemd-analyze verify --man=no /usr/lib/systemd/system/palestra.service
        test ! -e /etc/systemd/system/multi-user.target.wants/palestra.service",
    )?;
    works(&root, "/usr/bin:/bin")?;
    let unit = fs::read_to_string(root.path("/usr/lib/systemd/system/palestra.service"))?;
    let values = |key: &str| -> Vec<String> {
        let lines = unit.lines().filter_map(|line| line.strip_prefix(&format!("{key}=")));
        lines.flat_map(|value| value.split_whitespace().map(String::from)).collect()
    };
    let user = values("User").pop().context("the unit names a user")?;
    let mut serve = root.command(&user, values("ExecStart"));
    let variables = values("Environment");
    serve.envs(variables.iter().filter_map(|pair| pair.split_once('=')));
    let port = free_port()?;
    serve.env("PALESTRA_LISTEN", format!("127.0.0.1:{port}"));
    Judge::start(&mut serve)?.answers(|| healthy(port))?;
    // Removing the package leaves the seasons; nothing of it stays in the system.
    root.script(
        "dpkg --purge palestra; test -d /var/lib/palestra/season; test ! -e /usr/bin/palestra",
    )
}

/// The viewer: a page with a match, and the page in a frame, in a browser.
fn viewer(packages: &Path) -> Result<()> {
    println!("\npackages: viewer");
    let folder = harness::run::workshop("npm package")?;
    fs::write(folder.join("package.json"), "{\"private\": true, \"type\": \"module\"}")?;
    let mut install = Command::new("npm");
    install.args(["install", "--silent", "--offline"]).arg(one_of(packages, ".tgz")?);
    run(install.current_dir(&folder))?;
    crate::viewer::packages(&project().join("viewer"))?;
    fs::copy(packaging().join("npm/try/try.js"), folder.join("try.js"))?;
    run(Command::new("node")
        .arg("try.js")
        .arg(harness::run::release_program())
        .arg(project().join("viewer/package.json"))
        .current_dir(&folder))
}

/// The one file of the folder with this ending.
fn one_of(folder: &Path, ending: &str) -> Result<PathBuf> {
    let files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<Result<_>>()?;
    let file = files.into_iter().find(|file| file.to_string_lossy().ends_with(ending));
    file.with_context(|| format!("{} has no {ending} of {VERSION}", folder.display()))
}

/// A judge that is ended when this is dropped.
struct Judge(Child);

impl Judge {
    fn start(command: &mut Command) -> Result<Self> {
        Ok(Self(command.spawn().context("the judge cannot be started")?))
    }

    /// Waits until the check succeeds.
    fn answers(&mut self, check: impl Fn() -> bool) -> Result<()> {
        let begin = Instant::now();
        while !check() {
            if let Some(status) = self.0.try_wait()? {
                bail!("the judge ended before it answered: {status}");
            }
            ensure!(begin.elapsed() < PATIENCE, "the judge does not answer /health");
            sleep(Duration::from_millis(100));
        }
        println!("the judge answers /health");
        Ok(())
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        // A judge that is told to end takes its workers along.
        let _ = said(Command::new("kill").arg(self.0.id().to_string()));
        let _ = self.0.wait();
    }
}

/// Whether a judge on this port says that it is well.
fn healthy(port: u16) -> bool {
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        stream
            .write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    ask().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}
