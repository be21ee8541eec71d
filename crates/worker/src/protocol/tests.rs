//! A message comes back as it was; anything else is refused, without taking memory for it.

use super::*;

fn framed(size: u32, version: u16, body: &[u8]) -> Vec<u8> {
    let head = size.to_le_bytes().into_iter().chain(version.to_le_bytes());
    head.chain(body.iter().copied()).collect()
}

fn need() -> FromWorker {
    FromWorker::Need(vec![Digest::of(b"one"), Digest::of(b"two")])
}

#[test]
fn messages_come_back_as_they_were() {
    let mut line = Vec::new();
    send(&mut line, &need()).expect("sent");
    send(&mut line, &need()).expect("sent");
    let mut from = &line[..];
    for _ in 0..2 {
        let FromWorker::Need(all) = receive(&mut from).expect("received") else {
            panic!("another message");
        };
        assert_eq!(all, [Digest::of(b"one"), Digest::of(b"two")]);
    }
    assert!(matches!(receive::<FromWorker>(&mut from), Err(Broken::Closed)));
}

#[test]
fn hostile_frames_are_refused() {
    let refused = |bytes: &[u8]| receive::<FromWorker>(&mut &*bytes).expect_err("refused");
    assert!(matches!(refused(&framed(u32::MAX, VERSION, b"")), Broken::TooLarge(_)));
    assert!(matches!(refused(&framed(1, VERSION + 1, b"x")), Broken::Version(_)));
    assert!(matches!(refused(&framed(3, VERSION, &[200, 1, 2])), Broken::Garbage(_)));
    assert!(matches!(refused(&framed(90 << 20, VERSION, b"short")), Broken::Closed));
    assert!(matches!(refused(&framed(0, VERSION, b"")), Broken::Garbage(_)));
    // A list that claims to have more entries than there are bytes.
    let list = [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F];
    assert!(matches!(refused(&framed(list.len() as u32, VERSION, &list)), Broken::Garbage(_)));
    // A message with something behind it.
    let mut frame = frame(&need()).expect("framed");
    frame[0] += 1;
    frame.push(0);
    assert!(matches!(refused(&frame), Broken::Garbage(_)));
}

#[test]
fn digests_are_read_and_shown() {
    let digest = Digest::of(b"bytes");
    assert_eq!(digest.to_string().parse(), Ok(digest));
    assert!("xyz".parse::<Digest>().is_err());
}

#[test]
fn stretches_must_cover_the_text_from_its_start() {
    use similarity::evidence::Ink;
    let common = |ends: &[usize]| {
        let mut start = 0;
        let stretch = |end: &usize| {
            let stretch = Stretch { start, end: *end, ink: Ink::Plain };
            start = *end;
            stretch
        };
        let left = ends.iter().map(stretch).collect();
        let (fragments, right) = (Vec::new(), Vec::new());
        Common { fragments, fingerprints: 0.0, subtracted: (0, 0), left, right }
    };
    assert!(common(&[2, 5]).fits("plàin", ""));
    assert!(!common(&[3, 5]).fits("plàin", ""), "inside a character");
    assert!(!common(&[2, 50]).fits("plàin", ""), "behind the end");
    assert!(!common(&[5, 2]).fits("plàin", ""), "backwards");
}
