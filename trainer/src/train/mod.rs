//! Training in floating point on CPUs.
//!
//! A batch is cut into blocks of [`BLOCK`] positions. For each block, a [`Pass`] goes forward and
//! backward through the network, chunk of neurons by chunk, so that the weights it works with stay
//! in the second-level cache; the gradient of the feature weights is gathered, feature by feature,
//! rather than scattered. Every thread has its own gradient; they are added in a fixed order, so that
//! the same seed and number of threads give the same network to the last bit.

mod checkpoint;
mod loss;
mod optimiser;
mod pass;
mod plot;
mod session;
mod settings;

pub use checkpoint::{Checkpoint, CheckpointError, Report};
pub use loss::{Losses, Target, sigmoid};
pub use optimiser::AdamW;
pub use pass::{BLOCK, Pass};
pub use plot::plot_losses;
pub use session::{Session, SessionError};
pub use settings::Settings;
