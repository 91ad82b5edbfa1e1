//! The languages of `--lang`, so that the help and a refusal name them.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::report::lang::Lang;

impl ValueEnum for Lang {
    fn value_variants<'a>() -> &'a [Self] {
        Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use crate::exit::Exit;
    use crate::report::lang::Lang;

    #[test]
    fn an_unknown_language_is_answered_with_those_there_are() {
        for args in [
            ["rollcall", "tally", "run", "--lang", "de"].as_slice(),
            &["rollcall", "report", "run", "--out", "site", "--lang", "de"],
        ] {
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let exit = crate::cli::run_to(args.iter().map(Into::into), &mut out, &mut err);
            let complaint = String::from_utf8(err).unwrap();
            assert_eq!(exit, Exit::Usage, "{complaint}");
            for lang in Lang::ALL {
                let named = complaint.split(|c: char| !c.is_alphanumeric()).any(|word| word == lang.as_str());
                assert!(named, "{lang}: {complaint}");
            }
        }
    }
}
