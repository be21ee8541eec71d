//! Chores: `cargo xtask viewer`.

mod viewer;

fn main() -> anyhow::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("viewer") => {
            let page = viewer::build()?;
            println!("{}", page.display());
            Ok(())
        }
        _ => anyhow::bail!("usage: cargo xtask viewer"),
    }
}
