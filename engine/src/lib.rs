//! Portcullis.
