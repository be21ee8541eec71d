//! The chapter on large scale shows what the simulation gives.

#[path = "../examples/scale.rs"]
mod scale;

const CHAPTER: &str = include_str!("../../../docs/src/scale.md");

#[test]
fn the_chapter_has_the_table_that_the_simulation_gives() {
    let report = scale::report();
    assert!(CHAPTER.contains(&report), "docs/src/scale.md does not have this table:\n{report}");
}

#[test]
fn a_simulated_season_plays_every_match_and_nothing_is_busier_than_always() {
    let costs = scale::COSTS;
    let plan = scale::Plan { leagues: 3, players: 40, rounds: 2, machines: 2, database: 4 };
    let got = scale::simulate(plan, costs);
    assert_eq!(got.matches, 240);
    assert!(got.busy + got.counting <= 1000 && got.database <= 1000, "{got:?}");
    // Ten times the work for each match takes longer.
    let heavy = scale::Costs { one: 1000 * costs.one, ..costs };
    assert!(scale::simulate(plan, heavy).seconds > got.seconds);
    assert_eq!(scale::simulate(scale::Plan { machines: 1000, ..plan }, heavy).matches, 240);
}
