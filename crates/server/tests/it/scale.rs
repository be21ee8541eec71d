//! The chapter on large scale shows what the simulation gives.

#[path = "../../examples/scale.rs"]
mod simulation;

const CHAPTER: &str = include_str!("../../../../docs/src/scale.md");

#[test]
fn the_chapter_has_the_table_that_the_simulation_gives() {
    let report = simulation::report();
    assert!(CHAPTER.contains(&report), "docs/src/scale.md does not have this table:\n{report}");
}

#[test]
fn a_simulated_season_plays_every_match_and_nothing_is_busier_than_always() {
    let costs = simulation::COSTS;
    let plan = simulation::Plan { leagues: 3, players: 40, rounds: 2, machines: 2, database: 4 };
    let got = simulation::simulate(plan, costs);
    assert_eq!(got.matches, 240);
    assert!(got.busy + got.counting <= 1000 && got.database <= 1000, "{got:?}");
    // Ten times the work for each match takes longer.
    let heavy = simulation::Costs { one: 1000 * costs.one, ..costs };
    assert!(simulation::simulate(plan, heavy).seconds > got.seconds);
    assert_eq!(
        simulation::simulate(simulation::Plan { machines: 1000, ..plan }, heavy).matches,
        240
    );
}
