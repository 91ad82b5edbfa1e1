//! The file that holds a private key: made once, for its owner alone, never overwritten.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use zeroize::Zeroizing;

use super::{KeyPair, PrivateKeyFault};

/// Longest key file that is read, in bytes; a PEM file of either kind is below 400.
pub(super) const MAX_FILE_LEN: u64 = 8 * 1024;

/// Why a key file could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum PrivateFileError {
    /// A file of that name is there.
    #[error("{} is there already; a private key is never overwritten", .0.display())]
    Exists(PathBuf),
    /// The operating system refused.
    #[error("{}: {why}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        #[source]
        why: io::Error,
    },
    /// Longer than a key file can be.
    #[error("{} is longer than {MAX_FILE_LEN} bytes and no key file", .0.display())]
    TooLong(PathBuf),
    /// Something else is in it.
    #[error("{}: {why}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What was expected.
        #[source]
        why: PrivateKeyFault,
    },
}

/// Writes the private key in hexadecimal into a new file with mode 0600.
///
/// # Errors
/// When the file exists already or cannot be written; what was begun is removed again.
pub fn write_private(path: &Path, pair: &KeyPair) -> Result<(), PrivateFileError> {
    let io = |why| PrivateFileError::Io { path: path.to_owned(), why };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(|why| match why.kind() {
        io::ErrorKind::AlreadyExists => PrivateFileError::Exists(path.to_owned()),
        _ => io(why),
    })?;
    let written = write_and_sync(&mut file, pair);
    if written.is_err() {
        // Half a key is of no use to anybody; the file is ours, we have just made it.
        let _ = std::fs::remove_file(path);
    }
    written.map_err(io)
}

fn write_and_sync(file: &mut File, pair: &KeyPair) -> io::Result<()> {
    file.write_all(pair.private_hex().as_bytes())?;
    file.write_all(b"\n")?;
    file.sync_all()
}

/// Reads a private key from a file: hexadecimal or PKCS #8 PEM.
///
/// # Errors
/// When the file cannot be read or holds something else.
pub fn read_private(path: &Path) -> Result<KeyPair, PrivateFileError> {
    let io = |why| PrivateFileError::Io { path: path.to_owned(), why };
    let mut text = Zeroizing::new(Vec::with_capacity(1024));
    File::open(path).and_then(|file| file.take(MAX_FILE_LEN + 1).read_to_end(&mut text)).map_err(io)?;
    if text.len() as u64 > MAX_FILE_LEN {
        return Err(PrivateFileError::TooLong(path.to_owned()));
    }
    let content = |why| PrivateFileError::Content { path: path.to_owned(), why };
    let text = std::str::from_utf8(&text).map_err(|_| content(PrivateKeyFault::NotHex))?;
    KeyPair::from_text(text).map_err(content)
}

/// Whether others than the owner may read a file; false where the system has no such modes.
#[must_use]
pub fn is_readable_by_others(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::metadata(path).is_ok_and(|meta| meta.permissions().mode() & 0o077 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{PrivateFileError, is_readable_by_others, read_private, write_private};
    use crate::namespace::{Algorithm, KeyPair};

    #[test]
    fn written_once_for_the_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let pair = KeyPair::generate(Algorithm::Ed25519).unwrap();
        write_private(&path, &pair).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{}\n", *pair.private_hex()));
        assert!(!is_readable_by_others(&path));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(read_private(&path).unwrap().public(), pair.public());

        let other = KeyPair::generate(Algorithm::Ed25519).unwrap();
        assert!(matches!(write_private(&path, &other), Err(PrivateFileError::Exists(_))));
        assert_eq!(read_private(&path).unwrap().public(), pair.public(), "the first key is untouched");
    }

    /// A link that leads nowhere counts as a file that is there: following it would put the key where nobody looks.
    #[cfg(unix)]
    #[test]
    fn a_dangling_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::os::unix::fs::symlink(folder.path().join("elsewhere"), &path).unwrap();
        let pair = KeyPair::generate(Algorithm::EcdsaP384).unwrap();
        assert!(matches!(write_private(&path, &pair), Err(PrivateFileError::Exists(_))));
        assert!(!folder.path().join("elsewhere").exists());
    }

    #[test]
    fn what_is_no_key_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        assert!(matches!(read_private(&path), Err(PrivateFileError::Io { .. })));
        std::fs::write(&path, vec![b'a'; 10_000]).unwrap();
        assert!(matches!(read_private(&path), Err(PrivateFileError::TooLong(_))));
        std::fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(matches!(read_private(&path), Err(PrivateFileError::Content { .. })));
    }
}
