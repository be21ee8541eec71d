// What the examples of the documentation need to run: the first round of a real match. It is
// included, hidden, at their ends.

pub fn one_round<G, P>(id: &str) -> Vec<palestra::runtime::Order>
where
    G: palestra::runtime::Guest,
    P: palestra::runtime::Plays<G>,
{
    let game = games::by_id(id).expect("the game is there");
    let settings = game.facts().boards[0].1.as_bytes();
    let names = vec![String::from("One"); game.check_settings(settings).expect("sound settings")];
    let ruleset = engine::Ruleset::Statement;
    let setup = engine::Setup { seed: "1".into(), ruleset, names, judged: false };
    let mut notes = engine::Notes::default();
    let mut state = game.start(settings, &setup, &mut notes).expect("a match begins");
    let (mut intro, mut stream, mut view) = (Vec::new(), Vec::new(), Vec::new());
    state.write_intro(0, &mut intro);
    state.write_stream(0, &mut stream);
    state.write_view(0, &mut view);
    let mut seat = palestra::runtime::Seat::<G, P>::new(&intro);
    seat.play(&mut stream, &view);
    seat.orders().to_vec()
}
