//! Long lists on standard output: whoever has read enough of one (`| head`) may close it.

use std::io::{self, Write};

use anyhow::Context as _;

/// Writes a text. A reader who is gone is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    print_to(&mut io::stdout().lock(), text)
}

fn print_to(out: &mut impl Write, text: &str) -> anyhow::Result<()> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Refuses everything, for one reason.
    struct Refusing(io::ErrorKind);

    impl Write for Refusing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_a_reader_who_is_gone_is_forgiven() {
        assert!(print_to(&mut Refusing(io::ErrorKind::BrokenPipe), "a list").is_ok());
        assert!(print_to(&mut Refusing(io::ErrorKind::StorageFull), "a list").is_err());
        let mut out = Vec::new();
        print_to(&mut out, "a list").unwrap();
        assert_eq!(out, b"a list");
    }
}
