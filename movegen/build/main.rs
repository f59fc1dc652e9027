//! Writes the tables of slider attacks to `OUT_DIR`, in the order of the index that the target
//! uses: PEXT where it has BMI2, magic multiplication elsewhere.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

mod magics;
#[path = "../src/attacks/rays.rs"]
mod rays;

use magics::{BISHOP_MAGICS, ROOK_MAGICS, relevant_mask};
use rays::{BISHOP_STEPS, ROOK_STEPS, ray_attacks};

fn main() {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=src/attacks/rays.rs");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let pext = features.split(',').any(|feature| feature == "bmi2");

    let mut attacks = Vec::new();
    let rooks = entries(&ROOK_STEPS, &ROOK_MAGICS, pext, &mut attacks);
    let bishops = entries(&BISHOP_STEPS, &BISHOP_MAGICS, pext, &mut attacks);
    let mut source = String::new();
    writeln!(source, "static ROOKS: [Entry; 64] = [{rooks}];").unwrap();
    writeln!(source, "static BISHOPS: [Entry; 64] = [{bishops}];").unwrap();
    writeln!(source, "static ATTACKS: [u64; {}] = {attacks:?};", attacks.len()).unwrap();

    let out_dir = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out_dir).join("sliders.rs"), source).expect("OUT_DIR can be written");
}

/// Appends the attacks of every square to the table and returns the entries that find them.
fn entries(
    steps: &[(i8, i8); 4],
    magics: &[u64; 64],
    pext: bool,
    attacks: &mut Vec<u64>,
) -> String {
    let mut entries = String::new();
    for (square, &magic) in magics.iter().enumerate() {
        let mask = relevant_mask(steps, square);
        let shift = 64 - mask.count_ones();
        let offset = attacks.len();
        writeln!(
            entries,
            "Entry {{ mask: {mask:#x}, magic: {magic:#x}, offset: {offset}, shift: {shift} }},"
        )
        .unwrap();
        attacks.resize(offset + (1 << mask.count_ones()), 0);
        // Counting up inside the mask walks the subsets in the order of their PEXT index.
        let (mut subset, mut rank) = (0u64, 0);
        loop {
            let index = if pext { rank } else { (subset.wrapping_mul(magic) >> shift) as usize };
            attacks[offset + index] = ray_attacks(steps, square, subset);
            subset = subset.wrapping_sub(mask) & mask;
            rank += 1;
            if subset == 0 {
                break;
            }
        }
    }
    entries
}
