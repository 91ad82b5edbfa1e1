use super::*;

#[test]
fn the_built_in_lexicon_is_sound() {
    if let Err(error) = Lexicon::parse(built_in_text()) {
        panic!(
            "{error} (hint: {:?}) in: {}",
            error.hint,
            built_in_text().lines().nth(error.line - 1).unwrap_or("")
        );
    }
}
