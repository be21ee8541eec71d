//! A result file of any bytes is refused, or can be looked at and written.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for game in games::ALL {
        let Ok(film) = game.read_res(bytes) else { continue };
        film.stage();
        for k in 0..film.len().min(3) {
            film.scene(k);
            film.inspect(k, 0, 0);
        }
        film.write_res();
    }
});
