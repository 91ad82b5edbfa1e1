//! How far a figure would wander had other servers been labelled: drawing the same number again, with replacement.

use rollcall::category::{Confusion, Judged, Share};

/// How often is drawn (chosen: the ends of the interval move by less than a thousandth from one thousand on).
const DRAWS: usize = 2000;

/// The middle 95 % of a figure over redrawn servers.
pub(crate) fn interval(judged: &[Judged], figure: impl Fn(&Confusion) -> Share) -> (f64, f64) {
    if judged.is_empty() {
        return (0.0, 1.0);
    }
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut values: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let drawn: Confusion = (0..judged.len()).map(|_| judged[random.below(judged.len())]).collect();
            figure(&drawn).value()
        })
        .collect();
    values.sort_by(f64::total_cmp);
    (values[DRAWS * 25 / 1000], values[DRAWS * 975 / 1000 - 1])
}

/// xorshift64* (Vigna 2016): the same numbers on every machine, so that the same data prints the same interval.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let drawn = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(drawn).unwrap_or(0) % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rollcall::category::Category;

    fn judged(right: usize, wrong: usize) -> Vec<Judged> {
        let travel = Some(Category::Travel);
        let one = |given| Judged { label: travel, given };
        std::iter::repeat_n(one(travel), right).chain(std::iter::repeat_n(one(None), wrong)).collect()
    }

    #[test]
    fn the_interval_holds_the_figure_and_narrows_with_more_servers() {
        let width = |(low, high): (f64, f64)| high - low;
        let few = interval(&judged(8, 2), Confusion::overall_recall);
        let many = interval(&judged(800, 200), Confusion::overall_recall);
        assert!(few.0 < 0.8 && few.1 > 0.8, "{few:?}");
        assert!(many.0 < 0.8 && many.1 > 0.8 && width(many) < width(few) / 5.0, "{many:?}");
    }

    #[test]
    fn what_never_varies_has_no_width() {
        assert_eq!(interval(&judged(10, 0), Confusion::overall_recall), (1.0, 1.0));
    }
}
