//! Points in time: milliseconds since 1970.

use jiff::Timestamp;

/// Milliseconds of an hour.
pub const HOUR: i64 = 3_600_000;
/// Milliseconds of a day.
pub const DAY: i64 = 24 * HOUR;

/// Now.
#[must_use]
pub fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

/// A moment from a form, `2026-03-01T16:42`, taken as UTC.
#[must_use]
pub fn read(text: &str) -> Option<i64> {
    let moment: jiff::civil::DateTime = text.trim().parse().ok()?;
    let moment = moment.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
    Some(moment.timestamp().as_millisecond())
}

/// A moment as forms want it: `2026-03-01T16:42`, or nothing.
#[must_use]
pub fn field<'a>(at: impl IntoIterator<Item = &'a i64>) -> String {
    let Some(at) = at.into_iter().next() else { return String::new() };
    Timestamp::from_millisecond(*at)
        .map_or_else(|_| String::new(), |t| t.strftime("%Y-%m-%dT%H:%M").to_string())
}

/// For people: `2026-03-01 16:42 UTC`.
#[must_use]
pub fn shown(at: i64) -> String {
    Timestamp::from_millisecond(at)
        .map_or_else(|_| "?".into(), |t| t.strftime("%Y-%m-%d %H:%M UTC").to_string())
}

/// How long until then, for people of any language: `3 d 4 h`, `4 h 10 min`, `10 min`.
#[must_use]
pub fn span(millis: i64) -> String {
    let minutes = millis.max(0) / 60_000;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes} min"),
        (0, _) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_have_two_units_at_most() {
        let all = [-5, 59_999, HOUR - 1, HOUR, DAY - 1, DAY, 3 * DAY + 4 * HOUR + 1].map(span);
        let told = ["0 min", "0 min", "59 min", "1 h 0 min", "23 h 59 min", "1 d 0 h", "3 d 4 h"];
        assert_eq!(all, told);
    }

    #[test]
    fn moments_of_forms_are_read_and_written() {
        let at = read("2026-03-01T16:42").expect("a moment");
        assert_eq!(
            (field(&Some(at)).as_str(), shown(at).as_str()),
            ("2026-03-01T16:42", "2026-03-01 16:42 UTC")
        );
        assert_eq!((read(""), read("tomorrow"), read("2026-13-01T00:00")), (None, None, None));
    }
}
