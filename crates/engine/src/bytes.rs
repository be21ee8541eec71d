//! Numbers in intros, views and states: little-endian and unaligned.

/// Appends whole numbers, four bytes each.
///
/// ```
/// let mut out = vec![7];
/// engine::bytes::push_ints(&mut out, &[1, -1]);
/// assert_eq!(out, [7, 1, 0, 0, 0, 255, 255, 255, 255]);
/// ```
#[inline]
pub fn push_ints(out: &mut Vec<u8>, numbers: &[i32]) {
    let bytes = push_records(out, numbers.len());
    for (bytes, number) in bytes.iter_mut().zip(numbers) {
        *bytes = number.to_le_bytes();
    }
}

/// Appends real numbers, eight bytes each.
#[inline]
pub fn push_reals(out: &mut Vec<u8>, numbers: &[f64]) {
    let bytes = push_records(out, numbers.len());
    for (bytes, number) in bytes.iter_mut().zip(numbers) {
        *bytes = number.to_le_bytes();
    }
}

/// Appends `count` records of `N` bytes, which are 0, and gives them. To fill them is quicker than
/// to append number after number, which looks for room each time.
#[inline]
pub fn push_records<const N: usize>(out: &mut Vec<u8>, count: usize) -> &mut [[u8; N]] {
    let start = out.len();
    out.resize(start + N * count, 0);
    out[start..].as_chunks_mut().0
}

/// Takes numbers, little-endian and unaligned, from the bytes of an intro or view. Behind the end
/// there are zeros.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    fn array<const N: usize>(&mut self) -> [u8; N] {
        let (array, rest) = self.0.split_first_chunk().map_or(([0; N], &[][..]), |(a, r)| (*a, r));
        self.0 = rest;
        array
    }

    /// The next byte.
    pub fn u8(&mut self) -> u8 {
        self.array::<1>()[0]
    }

    /// The next whole number.
    pub fn int(&mut self) -> i32 {
        i32::from_le_bytes(self.array())
    }

    /// The next `count` whole numbers.
    pub fn ints(&mut self, count: usize) -> Vec<i32> {
        (0..count).map(|_| self.int()).collect()
    }

    /// The next real number.
    pub fn real(&mut self) -> f64 {
        f64::from_le_bytes(self.array())
    }

    /// The next `count` real numbers.
    pub fn reals(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.real()).collect()
    }

    /// The next `count` bytes, or as many as there are.
    pub fn take(&mut self, count: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_appended() {
        let mut out = vec![9];
        push_ints(&mut out, &[i32::MIN, 3]);
        push_reals(&mut out, &[0.5]);
        let records = push_records::<3>(&mut out, 2);
        assert_eq!(records, [[0; 3]; 2]);
        records[1] = [4, 5, 6];
        let mut bytes = Bytes(&out);
        assert_eq!(bytes.u8(), 9);
        assert_eq!(bytes.ints(2), [i32::MIN, 3]);
        assert_eq!(bytes.real(), 0.5);
        assert_eq!(bytes.take(9), [0, 0, 0, 4, 5, 6]);
        assert_eq!(bytes.int(), 0, "behind the end");
    }
}
