// The same in Rust: generics, closures, iterators.
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

fn mix(value: u64) -> u64 {
    let value = (value ^ value >> 33).wrapping_mul(0xff51afd7ed558ccd);
    value ^ value >> 29
}

struct Book<T> {
    prices: Vec<T>,
}

impl<T: Ord + Copy + Into<u64>> Book<T> {
    #[inline(never)]
    fn settle(&mut self) {
        self.prices.sort_by_key(|price| mix((*price).into()));
        self.prices.truncate(500);
    }
}

#[inline(never)]
fn names(seed: u64) -> usize {
    let mut known = BTreeMap::new();
    for i in 0..200u64 {
        *known.entry(format!("name {}", mix(seed + i) % 97)).or_insert(0) += i;
    }
    known.len()
}

fn main() {
    let seconds: f64 = std::env::args().nth(1).map_or(1.0, |text| text.parse().unwrap());
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let mut book = Book { prices: Vec::new() };
    let mut sum = 0u64;
    while Instant::now() < end {
        book.prices.extend((0..500).map(|i| mix(sum + i)));
        book.settle();
        sum = sum.wrapping_add(names(sum) as u64);
    }
    println!("{sum}");
}
