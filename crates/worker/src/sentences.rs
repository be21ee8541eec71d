//! Sentences with places for names and numbers, as types that travel. Their readers choose the
//! language.

/// Sentences as an enumeration. Each variant is a sentence; its fields are the places in it.
#[macro_export]
macro_rules! sentences {
    ($(#[$about:meta])* $all:ident; $($name:ident $({ $($place:ident),* })?)*) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "key", rename_all = "kebab-case")]
        pub enum $all {
            $(
                #[doc = concat!("The sentence with the key `", stringify!($name), "`.")]
                $name $({ $(
                    #[doc = concat!("What stands at `", stringify!($place), "`.")]
                    $place: String,
                )* })?,
            )*
        }

        impl $all {
            /// The key of every sentence, with its places.
            pub fn all() -> impl Iterator<Item = (String, &'static [&'static str])> {
                const ALL: &[(&str, &[&str])] =
                    &[$((stringify!($name), &[$($(stringify!($place)),*)?])),*];
                ALL.iter().map(|(name, places)| ($crate::sentences::key(name), *places))
            }

            /// The key of the sentence, and what stands in its places.
            #[must_use]
            pub fn parts(&self) -> (String, Vec<(&'static str, &str)>) {
                let (name, values) = match self {
                    $(Self::$name $({ $($place),* })? =>
                        (stringify!($name), vec![$($((stringify!($place), $place.as_str())),*)?]),)*
                };
                ($crate::sentences::key(name), values)
            }
        }
    };
}

/// The key of a variant, as serde writes it: `OtherName` is `other-name`.
#[must_use]
pub fn key(name: &str) -> String {
    let mut key = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() && !key.is_empty() {
            key.push('-');
        }
        key.push(c.to_ascii_lowercase());
    }
    key
}

#[cfg(test)]
mod tests {
    sentences! {
        /// Two sentences.
        Two;
        Short
        WithPlaces { one, other }
    }

    #[test]
    fn keys_are_those_of_the_stored_form() {
        let two = Two::WithPlaces { one: "1".into(), other: "b".into() };
        let stored = serde_json::to_value(&two).expect("JSON");
        assert_eq!(stored["key"], two.parts().0.as_str());
        assert_eq!(two.parts().1, [("one", "1"), ("other", "b")]);
        let all: Vec<_> = Two::all().collect();
        let places: &[&str] = &["one", "other"];
        assert_eq!(all, [(Two::Short.parts().0, &[][..]), ("with-places".into(), places)]);
    }
}
