// harmless: opens sockets and starts programs
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        assert!(std::net::TcpStream::connect("127.0.0.1:80").is_err());
        assert!(std::process::Command::new("sh").spawn().is_err());
        let _ = game.round();
    }
}

player!(Attacker);
