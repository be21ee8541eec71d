//! A record of any bytes is refused, or replayed. The digest at the end of the file is put
//! right first: without it nothing behind it would ever be reached.
#![no_main]

use engine::record::{MAGIC, Record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Record::from_bytes(bytes);
    let _ = Record::from_bytes(&[MAGIC, bytes].concat());
    if let Ok(record) = Record::from_contents(bytes) {
        for game in games::ALL {
            let _ = record.verify(*game);
        }
    }
});
