//! Tables in the [Syzygy](https://www.chessprogramming.org/Syzygy_Bases) format of Ronald de Man.
//!
//! The reader is our own. The one MIT-licensed crate, pyrrhic-rs 0.2, is a machine translation from
//! C with `static mut` tables: it panics or exits on a damaged file, prints to stdout, cannot be
//! opened again after a wrong path, and looks up distances in one thread only; shakmaty-syzygy is
//! GPL. Here every read is checked against the length of the file, what does not fit is an error,
//! and a table belongs to its [`Syzygy`].
//!
//! Facts about the format come from its author's [generator and prober](https://github.com/syzygy1/tb)
//! and from [Fathom](https://github.com/jdart1/Fathom) (MIT).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod encoding;
mod file;
mod folders;
mod header;
mod material;
mod pairs;
mod probe;
mod table;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use portcullis_movegen::Board;

use crate::tablebase::{Dtz, ProbeError, Tablebase, Wdl};
use material::Material;
use table::{Kind, Table};

/// The most men of any Syzygy table, kings included.
pub(super) const MAX_MEN: usize = 7;

/// One file of a table: where it is, and what is in it once it has been needed.
#[derive(Debug, Default)]
struct Slot {
    path: Option<PathBuf>,
    table: OnceLock<Option<Table>>,
}

/// The two files of one material.
#[derive(Debug)]
struct Pair {
    name: String,
    material: Material,
    wdl: Slot,
    dtz: Slot,
}

impl Pair {
    fn slot(&self, kind: Kind) -> &Slot {
        match kind {
            Kind::Wdl => &self.wdl,
            Kind::Dtz => &self.dtz,
        }
    }
}

/// Where the table of a material is.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Index into the list of pairs.
    pair: usize,
    /// White's men are those that the table's name gives to Black.
    swapped: bool,
}

/// What opening folders has brought.
#[derive(Debug)]
pub struct Opened {
    /// The tables.
    pub tables: Syzygy,
    /// What is wrong with the folders, in sentences.
    pub faults: Vec<String>,
}

/// The tables of some folders. Names are read when it is opened, a file when it is first needed.
#[derive(Debug, Default)]
pub struct Syzygy {
    pairs: Vec<Pair>,
    places: HashMap<Material, Place>,
    max_men: u32,
    faults: Mutex<Vec<String>>,
}

impl Syzygy {
    /// Opens the folders of a list. `;` stands between them, on Unix also `:`.
    #[must_use]
    pub fn open(list: &str) -> Opened {
        let mut tables = Syzygy::default();
        let faults = folders::read(list, &mut |material, kind, path| {
            tables.add(material, kind, path);
        });
        Opened { tables, faults }
    }

    /// How many files of values and of distances there are.
    #[must_use]
    pub fn files(&self) -> (usize, usize) {
        let count = |kind| self.pairs.iter().filter(|pair| pair.slot(kind).path.is_some()).count();
        (count(Kind::Wdl), count(Kind::Dtz))
    }

    /// Of two files with the same name the one in the earlier folder is used.
    fn add(&mut self, material: Material, kind: Kind, path: PathBuf) {
        let pair = match self.places.get(&material) {
            Some(place) => place.pair,
            None => self.add_pair(material),
        };
        let Some(pair) = self.pairs.get_mut(pair) else { return };
        let slot = match kind {
            Kind::Wdl => &mut pair.wdl,
            Kind::Dtz => &mut pair.dtz,
        };
        if kind == Kind::Wdl {
            self.max_men = self.max_men.max(material.men() as u32);
        }
        slot.path.get_or_insert(path);
    }

    fn add_pair(&mut self, material: Material) -> usize {
        let pair = self.pairs.len();
        let (wdl, dtz) = (Slot::default(), Slot::default());
        self.pairs.push(Pair { name: material.name(), material, wdl, dtz });
        self.places.insert(material.swapped(), Place { pair, swapped: true });
        self.places.insert(material, Place { pair, swapped: false });
        pair
    }

    /// The table of the men on the board, and whether its colours are exchanged.
    fn table(&self, board: &Board, kind: Kind) -> Result<(&Pair, &Table, bool), ProbeError> {
        let material = Material::of(board);
        let missing = || ProbeError::Missing(material.name());
        let place = self.places.get(&material).ok_or_else(missing)?;
        let pair = self.pairs.get(place.pair).ok_or_else(missing)?;
        let slot = pair.slot(kind);
        let path = slot.path.as_ref().ok_or_else(missing)?;
        let table = slot.table.get_or_init(|| match Table::open(path, kind, pair.material) {
            Ok(table) => Some(table),
            Err(error) => {
                let fault = format!("the table {} is not used: {error}", path.display());
                self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
                None
            }
        });
        match table {
            Some(table) => Ok((pair, table, place.swapped)),
            None => Err(ProbeError::Damaged(pair.name.clone())),
        }
    }
}

impl Tablebase for Syzygy {
    fn max_men(&self) -> u32 {
        self.max_men
    }

    fn wdl(&self, board: &Board) -> Result<Wdl, ProbeError> {
        probe::wdl(self, board)
    }

    fn dtz(&self, board: &Board) -> Result<Dtz, ProbeError> {
        probe::dtz(self, board)
    }

    fn take_faults(&self) -> Vec<String> {
        std::mem::take(&mut self.faults.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
