//! A source of any bytes is refused, or compared with itself, in both languages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use similarity::evidence::Evidence;
use similarity::{Anatomy, Language, Templates};

fuzz_target!(|bytes: &[u8]| {
    let templates = Templates::none();
    for language in [Language::Cpp, Language::Rust] {
        if let Ok(anatomy) = Anatomy::of(bytes, language, &templates) {
            let evidence = Evidence::of(&anatomy, &anatomy);
            assert_eq!(evidence.left.last().map(|s| s.end), Some(anatomy.text.len()));
        }
    }
});
