//! Ids of rows: one type per table, so that no submission's id is taken for a match's.

use serde::{Deserialize, Serialize};
use sqlx::any::AnyTypeInfo;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Any, Database, Decode, Encode, Type};

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$about])*
        #[derive(
            Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
            utoipa::ToSchema,
        )]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// A fresh random id.
            #[must_use]
            pub fn random() -> Self {
                Self(crate::secret::id())
            }

            /// Its last six signs, for pages.
            #[must_use]
            pub fn short(&self) -> &str {
                let at = self.0.len().saturating_sub(6);
                self.0.get(at..).unwrap_or(&self.0)
            }

            /// As it is stored.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id)
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.into())
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Type<Any> for $name {
            fn type_info() -> AnyTypeInfo {
                <str as Type<Any>>::type_info()
            }
        }

        impl Encode<'_, Any> for $name {
            fn encode_by_ref(
                &self,
                buffer: &mut <Any as Database>::ArgumentBuffer,
            ) -> Result<IsNull, BoxDynError> {
                <String as Encode<Any>>::encode_by_ref(&self.0, buffer)
            }
        }

        impl<'r> Decode<'r, Any> for $name {
            fn decode(value: <Any as Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
                <String as Decode<Any>>::decode(value).map(Self)
            }
        }

        impl crate::column::Column for $name {
            fn read(row: &sqlx::any::AnyRow, name: &str) -> sqlx::Result<Self> {
                sqlx::Row::try_get(row, name)
            }
        }

        impl crate::column::Column for Option<$name> {
            fn read(row: &sqlx::any::AnyRow, name: &str) -> sqlx::Result<Self> {
                sqlx::Row::try_get(row, name)
            }
        }
    )+};
}

ids! {
    /// A user's.
    UserId,
    /// An invitation's: the digest of its token, so that the id opens nothing.
    InvitationId,
    /// A season's.
    SeasonId,
    /// A submission's: one version of a player.
    SubmissionId,
    /// A round's.
    RoundId,
    /// A match's.
    MatchId,
    /// A tournament's.
    TournamentId,
    /// A signing key's.
    KeyId,
    /// A worker process's, new with each start.
    WorkerId,
}
