//! Certain repairs.
