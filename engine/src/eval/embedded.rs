//! The network inside the program.

use std::sync::{Arc, LazyLock};

use super::network::Network;

/// Its file: the only place that names it.
const FILE: &[u8] = include_bytes!("../../networks/fourth.nnue");

impl Network {
    /// The network inside the program, which evaluates unless another is set.
    #[must_use]
    pub fn embedded() -> Arc<Network> {
        static EMBEDDED: LazyLock<Arc<Network>> =
            LazyLock::new(|| match Network::from_bytes(FILE) {
                Ok(network) => Arc::new(network),
                Err(error) => unreachable!("a test reads the embedded network: {error}"),
            });
        Arc::clone(&EMBEDDED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_is_sound() {
        assert_eq!(Network::from_bytes(FILE).as_ref(), Ok(&*Network::embedded()));
    }
}
