//! Sentences with places for names and numbers, as types that travel and are translated later.

/// Sentences as an enumeration. Each variant is a sentence in English; its fields are the places
/// in it.
#[macro_export]
macro_rules! sentences {
    ($(#[$about:meta])* $all:ident; $($name:ident $({ $($place:ident),* })? $text:literal)*) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "key", rename_all = "kebab-case")]
        pub enum $all {
            $(
                #[doc = $text]
                $name $({ $(
                    #[doc = concat!("What stands at `", stringify!($place), "`.")]
                    $place: String,
                )* })?,
            )*
        }

        impl $all {
            /// Every sentence in English, with its places.
            pub const ALL: &[(&'static str, &'static [&'static str])] =
                &[$(($text, &[$($(stringify!($place)),*)?])),*];

            /// The sentence in English, with its open places, and what stands in them.
            #[must_use]
            pub fn parts(&self) -> (&'static str, Vec<(&'static str, &str)>) {
                match self {
                    $(Self::$name $({ $($place),* })? =>
                        ($text, vec![$($((stringify!($place), $place.as_str())),*)?]),)*
                }
            }

            /// The sentence in English.
            #[must_use]
            pub fn english(&self) -> String {
                let (text, values) = self.parts();
                $crate::sentences::filled(text, |name| {
                    let value = values.iter().find(|(place, _)| *place == name);
                    value.map_or(String::new(), |(_, value)| (*value).to_string())
                })
            }
        }
    };
}

/// A text whose `{places}` are filled.
#[must_use]
pub fn filled(text: &str, value: impl Fn(&str) -> String) -> String {
    let mut parts = text.split('{');
    let mut filled = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or(("", part));
        filled += &value(name);
        filled += rest;
    }
    filled
}
