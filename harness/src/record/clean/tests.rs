use proptest::prelude::*;

use super::*;

#[test]
fn one_safe_line() {
    assert_eq!(clean("plain", 10), "plain");
    assert!(matches!(clean("plain", 10), Cow::Borrowed(_)));
    assert_eq!(clean("a\nb\r\tc", 99), "a\\nb\\r\\tc");
    assert_eq!(clean("\u{1b}[31m\u{7}\0\u{9b}", 99), "\\u{1b}[31m\\u{7}\\u{0}\\u{9b}");
    assert_eq!(
        clean("\u{202e}\u{200b}\u{e0041}\u{2028}\u{feff}\u{ad}", 99),
        "\\u{202e}\\u{200b}\\u{e0041}\\u{2028}\\u{feff}\\u{ad}"
    );
    assert_eq!(clean("日本 é 👍🏽", 99), "日本 é 👍🏽");
}

#[test]
fn cut_between_characters() {
    assert_eq!(clean("abcdef", 6), "abcdef");
    assert_eq!(clean("abcdefg", 6), "abcde…");
    assert_eq!(clean("ééééééé", 3), "éé…");
    assert_eq!(clean("ab\u{202e}x", 9), "ab…");
    assert_eq!(clean("abc", 0), "");
    assert_eq!(shorten("abcdefg", 6), "abcde…");
    assert_eq!(shorten("ééé", 3), "ééé");
    assert_eq!(shorten("éééé", 3), "éé…");
    assert_eq!(shorten("éééé", 0), "");
}

#[test]
fn samples() {
    assert_eq!(sample(b"  <p>\n\n  a\tb </p>\n", 99), "<p> a b </p>");
    assert_eq!(sample(b"", 9), "");
    assert_eq!(sample("é".repeat(500).as_bytes(), 10), "ééééééééé…");
    assert_eq!(sample(&[b' '; 5000], 10), "…");
    assert_eq!(sample(b"\xFF\x1b", 10), "\u{fffd}\\u{1b}");
}

proptest! {
    #[test]
    fn nothing_unsafe_survives(text in any::<String>(), limit in 0_usize..60) {
        let once = clean(&text, limit).into_owned();
        prop_assert!(!once.chars().any(|c| is_control(c) || is_zero_width(c)));
        prop_assert!(once.chars().count() <= limit);
        prop_assert_eq!(&*clean(&once, limit), &once);
        let short = shorten(&text, limit).into_owned();
        prop_assert!(short.chars().count() <= limit);
        prop_assert_eq!(&*shorten(&short, limit), &short);
    }

    #[test]
    fn samples_are_safe(body in any::<Vec<u8>>(), limit in 1_usize..60) {
        let text = sample(&body, limit);
        prop_assert!(text.chars().count() <= limit);
        prop_assert!(!text.chars().any(|c| is_control(c) || is_zero_width(c)));
    }
}
