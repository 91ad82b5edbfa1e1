//! How findings are shown: one file a format.
