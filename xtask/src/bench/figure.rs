//! One measured figure, what it is held against, and the table of all of them.

use std::fmt;

/// One row of a bench's table.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    /// What was measured, as a person would say it: `client CPU a probe, HTTP`.
    pub(crate) what: String,
    /// The unit of `measured` and `floor`: `µs`, `MiB`, `s`, `/s`.
    pub(crate) unit: &'static str,
    /// Our figure.
    pub(crate) measured: f64,
    /// The same work done in the leanest way we know, where there is one.
    pub(crate) floor: Option<f64>,
    /// What has to hold.
    pub(crate) goal: Goal,
}

/// What has to hold of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Goal {
    /// At most this many times the floor.
    RatioAtMost(f64),
    /// At most this much, in the figure's unit.
    AtMost(f64),
    /// Told for the record; nothing is asked of it.
    Told,
}

impl Figure {
    /// Measured over floor, where there is a floor.
    pub(crate) fn ratio(&self) -> Option<f64> {
        self.floor.filter(|floor| *floor > 0.0).map(|floor| self.measured / floor)
    }

    /// Whether the goal is reached. A ratio without a floor and a figure that is not a number never are.
    pub(crate) fn holds(&self) -> bool {
        match self.goal {
            Goal::RatioAtMost(limit) => self.ratio().is_some_and(|ratio| ratio <= limit),
            Goal::AtMost(limit) => self.measured <= limit,
            Goal::Told => true,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RatioAtMost(limit) => write!(f, "ratio <= {limit}"),
            Self::AtMost(limit) => write!(f, "<= {limit}"),
            Self::Told => write!(f, "-"),
        }
    }
}

/// The table: figure, measured, floor, ratio, goal, and whether it holds.
pub(crate) fn table(figures: &[Figure]) -> String {
    let number = |value: f64| if value.abs() < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") };
    let mut rows = vec![["figure", "measured", "floor", "ratio", "goal", ""].map(String::from)];
    rows.extend(figures.iter().map(|figure| {
        [
            figure.what.clone(),
            format!("{} {}", number(figure.measured), figure.unit),
            figure.floor.map_or_else(|| "-".into(), |floor| format!("{} {}", number(floor), figure.unit)),
            figure.ratio().map_or_else(|| "-".into(), |ratio| format!("{ratio:.2}")),
            figure.goal.to_string(),
            String::from(if figure.holds() { "ok" } else { "MISSED" }),
        ]
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..6).map(width).collect();
    let line = |row: &[String; 6]| {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        cells.join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The middle one of several measurements, so that one disturbed run does not decide; NaN where there is none.
#[must_use]
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(measured: f64, floor: Option<f64>, goal: Goal) -> Figure {
        Figure { what: "work".into(), unit: "ms", measured, floor, goal }
    }

    #[test]
    fn a_goal_is_reached_up_to_its_limit_and_missed_beyond() {
        assert!(figure(16.0, Some(10.0), Goal::RatioAtMost(1.6)).holds());
        assert!(!figure(16.1, Some(10.0), Goal::RatioAtMost(1.6)).holds());
        assert!(!figure(1.0, None, Goal::RatioAtMost(1.6)).holds(), "no floor, no ratio");
        assert!(figure(16.0, None, Goal::AtMost(16.0)).holds());
        assert!(!figure(16.1, None, Goal::AtMost(16.0)).holds());
        assert!(!figure(f64::NAN, None, Goal::AtMost(1.0)).holds());
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert!((median(vec![3.0, 1.0, 100.0]) - 3.0).abs() < f64::EPSILON);
        assert!((median(vec![1.0, 2.0]) - 1.5).abs() < f64::EPSILON);
        assert!(median(vec![]).is_nan());
    }

    #[test]
    fn the_table_names_what_was_missed() {
        let text = table(&[figure(2.0, Some(1.0), Goal::RatioAtMost(1.5)), figure(1.0, None, Goal::Told)]);
        assert_eq!(
            text,
            "figure  measured  floor    ratio  goal\n\
             work    2.00 ms   1.00 ms  2.00   ratio <= 1.5  MISSED\n\
             work    1.00 ms   -        -      -             ok"
        );
    }
}
