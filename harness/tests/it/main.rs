//! The prober against sockets: what a peer does with its bytes, and what the record then says.

mod peer;
mod probe;
