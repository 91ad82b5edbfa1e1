//! Lists of rows and of profiles in few plain characters.

/// Sixty-four characters that need no escape in a script.
pub(super) const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Bits of a gap in a digit; the one above them says that more follow.
const BITS: u32 = 5;

/// Rows in ascending order, each written as what lies between it and the one before, the low bits first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RowList {
    text: String,
    next: u32,
}

impl RowList {
    /// Adds a row; one that is there already is not added again. Rows come in ascending order.
    pub(super) fn push(&mut self, row: u32) {
        let Some(mut gap) = row.checked_sub(self.next) else { return };
        self.next = row + 1;
        loop {
            let low = gap & ((1 << BITS) - 1);
            gap >>= BITS;
            let more = u32::from(gap > 0) << BITS;
            self.text.push(char::from(DIGITS[(low | more) as usize]));
            if gap == 0 {
                break;
            }
        }
    }

    /// As it stands in the index.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }
}

/// A number with this many digits, the high one first.
pub(super) fn fixed(number: usize, width: usize, out: &mut String) {
    for at in (0..width).rev() {
        out.push(char::from(DIGITS[(number >> (6 * at)) & 63]));
    }
}

/// Digits that every number below `count` fits into.
pub(super) fn width(count: usize) -> usize {
    let mut width = 1;
    while count > 1 << (6 * width) {
        width += 1;
    }
    width
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As the script reads it.
    fn read(text: &str) -> Vec<u32> {
        let (mut rows, mut row, mut gap, mut shift) = (Vec::new(), -1_i64, 0_i64, 1_i64);
        for digit in text.bytes() {
            let value = i64::try_from(DIGITS.iter().position(|known| *known == digit).unwrap()).unwrap();
            gap += (value & 31) * shift;
            if value & 32 != 0 {
                shift *= 32;
                continue;
            }
            row += gap + 1;
            rows.push(u32::try_from(row).unwrap());
            (gap, shift) = (0, 1);
        }
        rows
    }

    proptest! {
        #[test]
        fn rows_come_back(rows in proptest::collection::btree_set(0_u32..100_000, 0..200)) {
            let mut list = RowList::default();
            for row in &rows {
                list.push(*row);
                list.push(*row);
            }
            prop_assert_eq!(read(list.as_str()), Vec::from_iter(rows));
        }
    }

    #[test]
    fn a_number_has_the_digits_that_the_greatest_needs() {
        assert_eq!([1, 64, 65, 4096, 4097].map(width), [1, 1, 2, 2, 3]);
        let mut text = String::new();
        fixed(65, 2, &mut text);
        assert_eq!(text, "BB");
    }
}
