//! A label in front of a value, wrapped under itself: the rows of every text that is told about one server.

/// Columns that a value may take before it is wrapped.
const WIDTH: usize = 100;

/// The rows, with a line end behind each; labels end at `column`. A word is never broken, and spaces stay as they are but where
/// a row ends.
pub(super) fn labelled(label: &str, column: usize, value: &str) -> String {
    let mut rows = format!("{label:>column$}  ");
    let mut taken = 0;
    for (index, word) in value.split(' ').enumerate() {
        let width = word.chars().count();
        if taken > 0 && taken + 1 + width > WIDTH {
            rows.push('\n');
            rows.push_str(&" ".repeat(column + 2));
            taken = 0;
        } else if index > 0 {
            rows.push(' ');
            taken += 1;
        }
        rows.push_str(word);
        taken += width;
    }
    rows.push('\n');
    rows
}

#[cfg(test)]
mod tests {
    use super::labelled;

    #[test]
    fn a_value_is_wrapped_under_itself_and_loses_nothing() {
        assert_eq!(labelled("why", 5, "a  b"), "  why  a  b\n");
        assert_eq!(labelled("", 5, ""), "       \n");
        let (long, rest) = ("x".repeat(120), "y".repeat(60));
        assert_eq!(
            labelled("why", 5, &format!("{long} {rest} {rest} z")),
            format!("  why  {long}\n       {rest}\n       {rest} z\n")
        );
    }
}
