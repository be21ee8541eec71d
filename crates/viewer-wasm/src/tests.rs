//! Files of every game go in, answers come out; wrong files get a sentence.

use crate::shelf::Shelf;
use serde_json::Value;

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("answers are JSON")
}

#[test]
fn wrong_files_get_a_sentence() {
    let mut shelf = Shelf::new(games::ALL);
    let cases: [(&[u8], &str); 3] = [
        (b"", "empty"),
        (b"\x89PNG\0\0\0", "not text"),
        (b"palestra match 1\nnonsense", "damaged"),
    ];
    for (bytes, word) in cases {
        let answer = parsed(&shelf.open(bytes));
        let error = answer["error"].as_str().expect("a sentence");
        assert!(error.contains(word) && error.ends_with('.'), "{error}");
    }
}

#[test]
fn nobody_is_at_home_on_an_empty_shelf() {
    let shelf = Shelf::new(games::ALL);
    assert_eq!(shelf.stage(0), "null");
    assert_eq!(shelf.scene(3, 0), "null");
    assert_eq!(shelf.verify(0), "null");
    assert!(shelf.result_file(9).is_empty());
}
