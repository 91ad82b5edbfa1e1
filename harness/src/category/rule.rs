//! The server rule, as the directory publishes it: exact arithmetic on the counts, no rounding.

use super::{Category, Votes};

/// A category needs at least this many tools that point at it (the directory's published rule).
pub const MIN_VOTES: u32 = 3;

/// And at least this many times as many as any other category (the directory's published rule).
pub const LEAD: u32 = 2;

/// And at least one in this many of *all* tools of the server, kept by name or not (the directory's published rule).
pub const SHARE: u32 = 4;

crate::words::words! {
    /// The first condition that the best category fails.
    pub enum Shortfall: "shortfall" {
        /// Fewer than [`MIN_VOTES`] tools point at it.
        TooFewVotes = "too-few-votes",
        /// Less than [`LEAD`] times the runner-up.
        NoLead = "no-lead",
        /// Less than one in [`SHARE`] of all tools.
        SmallShare = "small-share",
    }
}

/// The category of a server by the votes of its tools.
///
/// `tools` is the count of all tools, which may be larger than the number of names that were kept.
///
/// # Errors
/// The first condition, in the order of the published rule, that the best category fails.
pub fn decide(votes: &Votes, tools: u64) -> Result<Category, Shortfall> {
    let (best, most, rival) = votes.best_and_rival();
    if most < MIN_VOTES {
        return Err(Shortfall::TooFewVotes);
    }
    if u64::from(most) < u64::from(LEAD) * u64::from(rival) {
        return Err(Shortfall::NoLead);
    }
    if u64::from(SHARE) * u64::from(most) < tools {
        return Err(Shortfall::SmallShare);
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(counts: &[(Category, u32)], tools: u64, expected: Result<Category, Shortfall>) {
        let votes: Votes = counts.iter().copied().collect();
        assert_eq!(decide(&votes, tools), expected, "{counts:?} of {tools} tools");
    }

    #[test]
    fn two_tools_are_too_few_and_three_are_enough() {
        check(&[(Category::Travel, 2)], 2, Err(Shortfall::TooFewVotes));
        check(&[(Category::Travel, 3)], 3, Ok(Category::Travel));
    }

    #[test]
    fn exactly_twice_the_runner_up_is_enough_and_one_less_is_not() {
        check(&[(Category::Finance, 6), (Category::Shopping, 3)], 9, Ok(Category::Finance));
        check(&[(Category::Finance, 5), (Category::Shopping, 3)], 8, Err(Shortfall::NoLead));
        check(&[(Category::Media, 7), (Category::Travel, 4)], 11, Err(Shortfall::NoLead));
        check(&[(Category::Media, 8), (Category::Travel, 4), (Category::Health, 4)], 16, Ok(Category::Media));
    }

    #[test]
    fn exactly_a_quarter_of_all_tools_is_enough_and_one_tool_more_is_not() {
        check(&[(Category::RealEstate, 3)], 12, Ok(Category::RealEstate));
        check(&[(Category::RealEstate, 3)], 13, Err(Shortfall::SmallShare));
        // 50 names kept of 200 and of 201: the count of all tools decides, not the names kept.
        check(&[(Category::RealEstate, 50)], 200, Ok(Category::RealEstate));
        check(&[(Category::RealEstate, 50)], 201, Err(Shortfall::SmallShare));
    }

    #[test]
    fn a_tie_and_an_empty_count_shelve_nothing() {
        check(&[(Category::Travel, 4), (Category::Media, 4)], 8, Err(Shortfall::NoLead));
        check(&[], 0, Err(Shortfall::TooFewVotes));
        check(&[(Category::Health, u32::MAX)], u64::MAX, Err(Shortfall::SmallShare));
    }

    /// Naming the failed condition never changes the verdict of the rule as published, read as one sentence.
    #[test]
    fn the_order_of_the_conditions_does_not_matter_for_the_verdict() {
        for a in 0..12_u32 {
            for b in 0..12_u32 {
                for tools in 0..40_u64 {
                    let votes: Votes = [(Category::Health, a), (Category::Finance, b)].into_iter().collect();
                    let published = |x: u32, y: u32| x >= 3 && x >= 2 * y && 4 * u64::from(x) >= tools;
                    let expected = match (published(a, b), published(b, a)) {
                        (true, _) => Some(Category::Health),
                        (_, true) => Some(Category::Finance),
                        _ => None,
                    };
                    assert_eq!(decide(&votes, tools).ok(), expected, "{a} {b} of {tools}");
                }
            }
        }
    }
}
