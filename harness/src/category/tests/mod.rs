//! The rules over whole tools and whole servers, by the built-in lexicon.

mod confusable;
mod given;
mod server;
