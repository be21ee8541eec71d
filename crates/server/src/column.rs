//! The types that a column of the database can have.

use sqlx::any::AnyRow;

/// A type that a column can have.
pub trait Column: Sized {
    /// Reads the column with this name.
    ///
    /// # Errors
    /// When there is none, or it holds something else.
    fn read(row: &AnyRow, name: &str) -> sqlx::Result<Self>;
}

macro_rules! columns {
    ($($kind:ty),*) => {$(
        impl Column for $kind {
            fn read(row: &AnyRow, name: &str) -> sqlx::Result<Self> {
                sqlx::Row::try_get(row, name)
            }
        }
    )*};
}
columns!(i64, f64, String, Vec<u8>, Option<i64>, Option<f64>, Option<String>, Option<Vec<u8>>);

/// Flags are numbers: SQLite has nothing else.
impl Column for bool {
    fn read(row: &AnyRow, name: &str) -> sqlx::Result<Self> {
        i64::read(row, name).map(|flag| flag != 0)
    }
}
