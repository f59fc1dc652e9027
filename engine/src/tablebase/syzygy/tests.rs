//! Agreement with python-chess, and files that are not what they seem.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use portcullis_movegen::Board;

use super::*;

/// The small set of tables that comes with the sources.
fn small_set() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

fn open(folder: &Path) -> Syzygy {
    let opened = Syzygy::open(folder.to_str().expect("a path in UTF-8"));
    assert_eq!(opened.faults, Vec::<String>::new());
    opened.tables
}

/// A folder of its own for a test, gone at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("portcullis-{}-{name}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a scratch folder");
        Scratch(folder)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).expect("a file");
    }

    fn tables(&self) -> Syzygy {
        open(&self.0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// One line of a reference: a position, its WDL and its DTZ.
fn reference(text: &str) -> impl Iterator<Item = (Board, i32, i32)> {
    text.lines().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[.., wdl, dtz] = &*words else { panic!("no reference: {line}") };
        let board = Board::from_fen(&format!("{} 0 1", words[..4].join(" "))).expect("a position");
        (board, wdl.parse().expect("a WDL"), dtz.parse().expect("a DTZ"))
    })
}

/// How many positions there are; all have the values and distances of the reference.
fn assert_agreement(tables: &Syzygy, text: &str) -> usize {
    let mut count = 0;
    for (board, wdl, dtz) in reference(text) {
        assert_eq!(tables.wdl(&board).map(Wdl::number), Ok(wdl), "value of {board}");
        assert_eq!(tables.dtz(&board), Ok(Dtz(dtz)), "distance of {board}");
        count += 1;
    }
    assert_eq!(tables.take_faults(), Vec::<String>::new());
    count
}

#[test]
fn the_small_set_agrees_with_python_chess() {
    let folder = small_set();
    let text = fs::read_to_string(folder.join("reference.txt")).expect("the reference");
    let tables = open(&folder);
    assert_eq!(tables.max_men(), 4);
    assert_eq!(assert_agreement(&tables, &text), 2400);
}

/// 1000 positions of every table in the folder that PORTCULLIS_SYZYGY names, python-chess being
/// asked on the spot.
#[test]
fn all_tables_agree_with_python_chess() {
    let Some(folder) = std::env::var_os("PORTCULLIS_SYZYGY").map(PathBuf::from) else {
        println!("NOT compared: PORTCULLIS_SYZYGY names no folder of Syzygy tables");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/syzygy_reference");
    let output =
        std::process::Command::new(script).arg(&folder).output().expect("python3 runs the script");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let tables = open(&folder);
    let count = assert_agreement(&tables, &text);
    let (wdl, _) = tables.files();
    println!("{count} positions of {wdl} tables agree with python-chess");
    assert!(count > 0);
}

#[test]
fn castling_rights_and_missing_tables_are_errors() {
    let tables = open(&small_set());
    let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a FEN");
    assert_eq!(tables.wdl(&board), Err(ProbeError::CastlingRights));
    assert_eq!(tables.dtz(&board), Err(ProbeError::CastlingRights));
    let board = Board::from_fen("4k3/8/8/8/8/8/p7/4K2R w - - 0 1").expect("a FEN");
    assert_eq!(tables.wdl(&board), Err(ProbeError::Missing("KRvKP".to_owned())));
    assert_eq!(Syzygy::default().dtz(&board), Err(ProbeError::Missing("KRvKP".to_owned())));
}

#[test]
fn folders_that_are_not_there_are_told() {
    let small = small_set();
    let list = format!("/no/such/folder;{}; ;{}", small.display(), env!("CARGO_MANIFEST_DIR"));
    let opened = Syzygy::open(&list);
    assert_eq!(opened.tables.files(), (8, 8));
    assert_eq!(opened.faults.len(), 2, "{:?}", opened.faults);
    assert!(opened.faults[0].contains("/no/such/folder cannot be read"), "{:?}", opened.faults);
    assert!(opened.faults[1].contains("holds no Syzygy tables"), "{:?}", opened.faults);
    assert_eq!(Syzygy::open("").tables.max_men(), 0);
    #[cfg(unix)]
    assert_eq!(Syzygy::open(&format!("{}:/", small.display())).tables.files(), (8, 8));
}

/// Positions with king and queen, or king and rook, against king.
fn queen_and_rook_endings() -> Vec<Board> {
    let text = fs::read_to_string(small_set().join("reference.txt")).expect("the reference");
    reference(&text)
        .map(|(board, ..)| board)
        .filter(|board| board.occupied().count() == 3)
        .filter(|board| {
            ["KQvK", "KRvK"].map(material).contains(&Material::of(board))
                || ["KQvK", "KRvK"].map(material).contains(&Material::of(board).swapped())
        })
        .collect()
}

fn material(name: &str) -> Material {
    Material::from_name(name).expect("a name")
}

fn small_file(name: &str) -> Vec<u8> {
    fs::read(small_set().join(name)).expect("a table")
}

/// Nothing may panic, whatever comes out.
fn probe_all(tables: &Syzygy, boards: &[Board]) {
    for board in boards {
        let _ = tables.wdl(board);
        let _ = tables.dtz(board);
    }
}

#[test]
fn a_table_under_another_name_is_told() {
    let scratch = Scratch::new("swapped");
    scratch.write("KRvK.rtbw", &small_file("KQvK.rtbw"));
    scratch.write("KQvK.rtbw", &small_file("KQvK.rtbz"));
    scratch.write("KNvKN.rtbw", &small_file("KBvKN.rtbw"));
    scratch.write("KPvK.rtbw", &small_file("KNvK.rtbw"));
    scratch.write("KBvK.rtbw", b"");
    let tables = scratch.tables();
    for (fen, name) in [
        ("8/8/8/3k4/8/3K4/3R4/8 w - - 0 1", "KRvK"),
        ("8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1", "KQvK"),
        ("8/8/8/3k4/n7/3K4/3N4/8 w - - 0 1", "KNvKN"),
        ("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", "KPvK"),
        ("8/8/8/3k4/8/3K4/3B4/8 w - - 0 1", "KBvK"),
    ] {
        let board = Board::from_fen(fen).expect("a FEN");
        assert_eq!(tables.wdl(&board), Err(ProbeError::Damaged(name.to_owned())));
        let faults = tables.take_faults();
        assert!(faults.len() == 1 && faults[0].contains("is not used: it"), "{faults:?}");
        assert!(tables.wdl(&board).is_err() && tables.take_faults().is_empty(), "told once");
    }
}

/// A file that is cut short is noticed when it is opened, but for its last 16 bytes: a checksum.
#[test]
fn every_truncation_is_survived() {
    let boards = queen_and_rook_endings();
    let scratch = Scratch::new("truncated");
    for name in ["KQvK.rtbw", "KRvK.rtbz"] {
        let whole = small_file(name);
        let (kind, other) = if name.ends_with('w') { ("rtbw", "rtbz") } else { ("rtbz", "rtbw") };
        let stem = &name[..4];
        scratch.write(&format!("{stem}.{other}"), &small_file(&format!("{stem}.{other}")));
        for len in 0..whole.len() {
            scratch.write(name, &whole[..len]);
            let kind = if kind == "rtbw" { Kind::Wdl } else { Kind::Dtz };
            let table = Table::open(&scratch.0.join(name), kind, material(stem));
            assert_eq!(table.is_ok(), len + 16 >= whole.len(), "{name} cut to {len} bytes");
            if len % 7 == 0 {
                probe_all(&scratch.tables(), &boards[..20]);
            }
        }
    }
}

/// A generator of numbers that look random: [SplitMix64](https://prng.di.unimi.it/splitmix64.c).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits ^ bits >> 31) as usize % end
    }
}

/// Changes up to eight bytes, more often in the head than behind it.
fn corrupt(bytes: &mut [u8], random: &mut Random) {
    for _ in 0..=random.below(8) {
        let end = if random.below(3) > 0 { bytes.len().min(200) } else { bytes.len() };
        let at = random.below(end);
        bytes[at] = random.below(256) as u8;
    }
}

#[test]
fn thousands_of_corruptions_are_survived() {
    let text = fs::read_to_string(small_set().join("reference.txt")).expect("the reference");
    let all: Vec<Board> = reference(&text).map(|(board, ..)| board).collect();
    let mut random = Random(1);
    for name in ["KQvK", "KRvK", "KPvK", "KNvKN"] {
        let wanted = material(name);
        let boards: Vec<Board> = all
            .iter()
            .filter(|board| [wanted, wanted.swapped()].contains(&Material::of(board)))
            .take(20)
            .copied()
            .collect();
        assert!(!boards.is_empty());
        for extension in ["rtbw", "rtbz"] {
            let scratch = Scratch::new("corrupted");
            for other in ["rtbw", "rtbz"] {
                let file = format!("{name}.{other}");
                scratch.write(&file, &small_file(&file));
            }
            let whole = small_file(&format!("{name}.{extension}"));
            for _ in 0..500 {
                let mut bytes = whole.clone();
                corrupt(&mut bytes, &mut random);
                scratch.write(&format!("{name}.{extension}"), &bytes);
                probe_all(&scratch.tables(), &boards);
            }
        }
    }
}

#[test]
fn four_threads_share_tables_good_and_bad() {
    let boards = queen_and_rook_endings();
    let scratch = Scratch::new("threads");
    let mut random = Random(2);
    for round in 0..200 {
        for name in ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz"] {
            let mut bytes = small_file(name);
            if round % 4 > 0 {
                corrupt(&mut bytes, &mut random);
            }
            scratch.write(name, &bytes);
        }
        let tables = scratch.tables();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| probe_all(&tables, &boards[..40]));
            }
        });
    }
}
