//! How much memory the system can give, and a hint to the processor what of it is read next.
//!
//! Linux promises more than it has and kills the process that takes the promise at its word, so a
//! large request is measured against what is there.

/// Bytes that can be had now without taking them from others, where the system says so.
#[cfg(target_os = "linux")]
pub(crate) fn available_bytes() -> Option<u64> {
    let read = |path| std::fs::read_to_string(path).ok();
    let of_machine = read("/proc/meminfo").and_then(|text| field_kib(&text, "MemAvailable:"));
    let limit_of_group =
        read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse().ok());
    let bytes_of_machine = of_machine.map(|kib| kib * 1024);
    bytes_of_machine.into_iter().chain(limit_of_group).min()
}

/// Bytes that can be had now: not known on this system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn available_bytes() -> Option<u64> {
    None
}

/// A field of `/proc/meminfo`.
#[cfg(target_os = "linux")]
fn field_kib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches("kB").trim_end().parse().ok()
}

/// Asks for the cache line of a value ahead of time.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "no safe prefetch exists; without it tables are waited for")]
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: SSE is part of x86-64, and a prefetch reads nothing; the address is valid besides.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
}

/// Asks for the cache line of a value ahead of time: not on this architecture.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn prefetch<T>(_value: &T) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_field_is_found() {
        let text = "MemTotal:       24684396 kB\nMemAvailable:   23318000 kB\nBuffers: 12 kB\n";
        assert_eq!(field_kib(text, "MemAvailable:"), Some(23_318_000));
        assert_eq!(field_kib(text, "SwapFree:"), None);
        assert!(available_bytes().is_some_and(|bytes| bytes > 1 << 20));
    }
}
