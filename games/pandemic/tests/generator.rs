//! The generator, stage by stage, at the check points that section b.4 lists.

use crate::pandemic::generator::Workshop;
use engine::Lcg;

/// Side, seed, attempt, then number and stream after each stage: cities, ruins' cells so far,
/// paths, walls.
type CheckPoint = (usize, i32, usize, [(usize, u32); 4]);

const CHECK_POINTS: [CheckPoint; 10] = [
    (70, 1, 1, [(8, 1465122551), (116, 111155157), (7, 636885805), (7, 1087190405)]),
    (70, 30, 1, [(12, 1164329556), (164, 720921434), (8, 1967619780), (7, 346490250)]),
    (70, 30, 2, [(18, 743604072), (342, 560605686), (13, 1794193506), (7, 706592092)]),
    (40, 22, 1, [(12, 502973956), (60, 1220145842), (9, 1283134280), (7, 1657294878)]),
    (40, 22, 2, [(14, 288282372), (130, 770084642), (8, 1372245374), (7, 1968985940)]),
    (32, 9, 1, [(7, 78292047), (16, 122521509), (5, 1371540487), (3, 1414803945)]),
    (32, 9, 2, [(12, 806071103), (16, 1765047005), (9, 723734551), (7, 128432163)]),
    (26, 101, 1, [(7, 269981107), (12, 1204872425), (6, 1930580961), (6, 1104703513)]),
    (26, 101, 7, [(8, 241456775), (27, 709885797), (6, 802690521), (1, 1230428423)]),
    (36, 0, 1, [(16, 370925398), (9, 1080276508), (9, 551177906), (3, 2130649168)]),
];

fn stages(workshop: &mut Workshop, dice: &mut Lcg) -> [(usize, u32); 4] {
    workshop.clear();
    workshop.draw_cities(dice);
    let cities = (workshop.cities.len(), dice.state());
    workshop.draw_ruins(dice);
    let ruins = (workshop.old.len(), dice.state());
    workshop.draw_paths(dice);
    let paths = (workshop.paths.len(), dice.state());
    let walls = workshop.draw_walls(dice);
    [cities, ruins, paths, (walls, dice.state())]
}

#[test]
fn every_stage_makes_the_published_draws() {
    for (side, seed, attempt, expected) in CHECK_POINTS {
        let (mut workshop, mut dice) = (Workshop::new(side), Lcg::new(seed));
        for number in 1..=attempt {
            let found = stages(&mut workshop, &mut dice);
            let accepted = workshop.accepted();
            if number == attempt {
                assert_eq!(found, expected, "side {side}, seed {seed}, attempt {attempt}");
            } else {
                assert!(!accepted, "side {side}, seed {seed}: attempt {number} must fail");
            }
        }
    }
}

#[test]
fn boards_are_walled_in_and_list_every_town_cell_once() {
    for seed in 0..20 {
        let layout = crate::pandemic::generator::generate(40, &mut Lcg::new(seed)).expect("works");
        assert!((8..=22).contains(&layout.cities.len()));
        let mut listed = vec![0; layout.base.len()];
        let lists = layout.cities.iter().chain(layout.paths.iter().map(|road| &road.cells));
        lists.flatten().for_each(|&p| listed[layout.index(p)] += 1);
        for (k, &ground) in layout.base.iter().enumerate() {
            let p = layout.pos(k);
            let border = p.i == 0 || p.j == 0 || p.i == 39 || p.j == 39;
            assert!(!border || ground == b'W');
            assert_eq!(listed[k], i32::from(matches!(ground, b';' | b',')));
        }
    }
}
