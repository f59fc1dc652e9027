//! Which files lie in the folders.

use std::path::{Path, PathBuf};

use super::material::Material;
use super::table::Kind;

/// What stands between two folders. On Windows a colon is part of a path.
#[cfg(windows)]
const SEPARATORS: [char; 1] = [';'];
#[cfg(not(windows))]
const SEPARATORS: [char; 2] = [';', ':'];

/// Calls `found` for every table in the folders of the list; what is wrong with them, in sentences.
pub(super) fn read(list: &str, found: &mut impl FnMut(Material, Kind, PathBuf)) -> Vec<String> {
    let mut faults = Vec::new();
    for folder in list.split(SEPARATORS).map(str::trim).filter(|folder| !folder.is_empty()) {
        match read_folder(Path::new(folder), found) {
            Ok(0) => faults.push(format!("the folder {folder} holds no Syzygy tables")),
            Ok(_) => {}
            Err(error) => faults.push(format!("the folder {folder} cannot be read: {error}")),
        }
    }
    faults
}

/// How many tables there are in a folder.
fn read_folder(
    folder: &Path,
    found: &mut impl FnMut(Material, Kind, PathBuf),
) -> std::io::Result<usize> {
    let mut count = 0;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some((material, kind)) = meaning(&path) {
            found(material, kind, path);
            count += 1;
        }
    }
    Ok(count)
}

/// What a file holds if its name is that of a table, such as `KQvKR.rtbw`.
fn meaning(path: &Path) -> Option<(Material, Kind)> {
    let kind = match path.extension()?.to_str()? {
        "rtbw" => Kind::Wdl,
        "rtbz" => Kind::Dtz,
        _ => return None,
    };
    Some((Material::from_name(path.file_stem()?.to_str()?)?, kind))
}
