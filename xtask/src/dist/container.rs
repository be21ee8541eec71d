//! Runs the steps of `packaging/Containerfile` in clean roots, because this machine may have no
//! program that builds images. Base images are our minimal root; layers, limits of the container
//! and its network are not tried.

use super::roots::Root;
use anyhow::{Context, Result, bail, ensure};
use harness::run::run;
use std::path::Path;
use std::process::Command;

/// The result of the steps.
pub(super) struct Image {
    /// The last stage.
    pub(super) root: Root,
    /// The user of the program.
    pub(super) user: String,
    /// Variables of the program.
    pub(super) environment: Vec<(String, String)>,
    /// The program with its arguments.
    pub(super) entrypoint: Vec<String>,
    /// The command of the health check.
    pub(super) health: String,
}

/// One instruction: `RUN`, and what follows.
#[derive(Debug, PartialEq)]
struct Step(String, String);

/// Runs the steps, with the files of the folder `context`.
///
/// # Errors
/// When a step fails, or is none of those that this knows.
pub(super) fn build(text: &str, context: &Path) -> Result<Image> {
    let mut stages: Vec<(String, Image)> = Vec::new();
    for Step(word, rest) in steps(text) {
        println!("{word} {rest}");
        if word == "FROM" {
            let name = rest.split_once(" AS ").map_or("last", |(_, name)| name);
            let root = Root::new(&format!("container-{name}"))?;
            stages.push((name.into(), Image::new(root)));
            continue;
        }
        let (image, earlier) = stages.split_last_mut().context("FROM comes first")?;
        let image = &mut image.1;
        match word.as_str() {
            "RUN" => image.root.script(&rest)?,
            "COPY" => image.copy(&rest, context, earlier)?,
            "ENV" => image.environment.extend(variables(&rest)),
            "USER" => image.user = rest,
            "ENTRYPOINT" => image.entrypoint = serde_json::from_str(&rest)?,
            "HEALTHCHECK" => {
                image.health = rest.split_once("CMD ").context("has a command")?.1.into();
            }
            "VOLUME" | "EXPOSE" | "STOPSIGNAL" => {}
            _ => bail!("the instruction {word} is unknown here"),
        }
    }
    let image = stages.pop().context("there is a FROM")?.1;
    ensure!(image.user != "root" && !image.user.starts_with('0'), "the container runs as root");
    ensure!(!image.entrypoint.is_empty() && !image.health.is_empty(), "no program or no check");
    Ok(image)
}

impl Image {
    fn new(root: Root) -> Self {
        let (environment, entrypoint) = Default::default();
        Self { root, user: "root".into(), environment, entrypoint, health: String::new() }
    }

    fn copy(&self, rest: &str, context: &Path, earlier: &[(String, Image)]) -> Result<()> {
        let (options, paths): (Vec<&str>, Vec<&str>) =
            rest.split_whitespace().partition(|word| word.starts_with("--"));
        let option = |name: &str| options.iter().find_map(|word| word.strip_prefix(name));
        let [from, to] = paths[..] else { bail!("COPY takes one source here") };
        let from = match option("--from=") {
            // A folder's contents go into the folder of this name.
            Some(stage) => {
                let stage = earlier.iter().find(|(name, _)| name == stage);
                let stage = &stage.context("COPY from an unknown stage")?.1;
                format!("{}/.", stage.root.path(from).display())
            }
            None => format!("{}/{from}", context.display()),
        };
        let to_here = self.root.path(to);
        // The shell finds the files of a pattern; paths may have blanks.
        run(Command::new("sh")
            .args(["-euc", "mkdir -p \"$2\"; IFS=; cp -a $1 \"$2\"", "sh"])
            .arg(from)
            .arg(to_here))?;
        match option("--chown=") {
            Some(owner) => self.root.script(&format!("chown -R {owner} {to}")),
            None => Ok(()),
        }
    }

    /// A command in the container, as its user.
    pub(super) fn command(&self, words: &[String]) -> Command {
        let mut command = self.root.command(&self.user, words);
        // The account has no folder: nothing may need one.
        command.env_remove("HOME").envs(self.environment.iter().cloned());
        command
    }
}

fn variables(text: &str) -> Vec<(String, String)> {
    let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.into(), value.into())).collect()
}

/// The instructions, with continued lines joined and comments left out.
fn steps(text: &str) -> Vec<Step> {
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    let joined = lines.join("\n").replace("\\\n", " ");
    let lines = joined.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .filter_map(|line| line.split_once(' '))
        .map(|(word, rest)| Step(word.into(), rest.trim().into()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_read_over_several_lines() {
        let text = "# A comment\nFROM a AS b\nRUN one \\\n    && two\n\nUSER palestra\n";
        let step = |word: &str, rest: &str| Step(word.into(), rest.into());
        let expected =
            [step("FROM", "a AS b"), step("RUN", "one      && two"), step("USER", "palestra")];
        assert_eq!(steps(text), expected);
    }

    #[test]
    fn unknown_instructions_are_refused() {
        assert!(build("RUN true\n", Path::new("/")).is_err(), "nothing to run it in");
    }
}
