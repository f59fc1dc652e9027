//! Networks without sense, for tests and benchmarks: file contents made from a seed. They are
//! assembled here by the format's description, apart from the code that reads them.

/// [SplitMix64](https://prng.di.unimi.it/splitmix64.c).
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Between `-limit` and `limit`.
    pub(crate) fn within(&mut self, limit: i32) -> i32 {
        (self.next() % (2 * limit as u64 + 1)) as i32 - limit
    }
}

/// Values as large as the format allows, for some seeds; for others such as training makes.
pub(crate) fn random_network(hidden: u16, seed: u64) -> Vec<u8> {
    let mut rng = Rng(seed);
    let extreme = seed % 2 == 1;
    let (weight, bias) = if extreme { (512, 16_383) } else { (40, 200) };
    let output_weight = 127.min(33_024 / (2 * i32::from(hidden.max(1))));
    let mut numbers = |count: usize, limit| (0..count).map(|_| rng.within(limit)).collect();
    let hidden = usize::from(hidden);
    let parts: [Vec<i32>; 4] = [
        numbers(768 * hidden, weight),
        numbers(hidden, bias),
        numbers(8 * 2 * hidden, output_weight),
        numbers(8, if extreme { 1 << 28 } else { 1 << 12 }),
    ];
    file(hidden as u16, "name = random", &parts)
}

/// A file of these parameters: feature weights and bias, output weights and bias.
pub(crate) fn file(hidden: u16, facts: &str, parts: &[Vec<i32>; 4]) -> Vec<u8> {
    let mut bytes = b"PORTNNUE".to_vec();
    for number in [1, 1, 768, hidden, 8, 255, 64, 400] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend((facts.len() as u32).to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(facts.bytes());
    let [feature_weights, feature_bias, output_weights, output_bias] = parts;
    for &number in feature_weights.iter().chain(feature_bias) {
        bytes.extend((number as i16).to_le_bytes());
    }
    bytes.extend(output_weights.iter().map(|&number| number as i8 as u8));
    for number in output_bias {
        bytes.extend(number.to_le_bytes());
    }
    seal(bytes)
}

/// Appends the checksum.
pub(crate) fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut crc = u32::MAX;
    for &byte in &bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    bytes.extend((!crc).to_le_bytes());
    bytes
}
