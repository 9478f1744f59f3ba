//! The crate `proguard` as a command, so that it can be measured beside others:
//!     proguard-peer mapper MAPPING < STACK      from the mapping itself
//!     proguard-peer write MAPPING CACHE         makes its cache
//!     proguard-peer cache CACHE < STACK         from the cache
use std::fs::File;
use std::io::{Read, Write};

use proguard::{ProguardCache, ProguardMapper, ProguardMapping};

fn mapped(path: &str) -> memmap2::Mmap {
    let file = File::open(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    unsafe { memmap2::Mmap::map(&file) }.unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn standard_input() -> String {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("standard input");
    text
}

fn print(text: Result<String, std::fmt::Error>) {
    std::io::stdout().write_all(text.expect("retraced").as_bytes()).expect("standard output");
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["mapper", mapping] => {
            let bytes = mapped(mapping);
            let mapper = ProguardMapper::new(ProguardMapping::new(&bytes));
            print(mapper.remap_stacktrace(&standard_input()));
        }
        ["write", mapping, cache] => {
            let bytes = mapped(mapping);
            let mut out = std::io::BufWriter::new(File::create(cache).expect("the cache"));
            ProguardCache::write(&ProguardMapping::new(&bytes), &mut out).expect("the cache");
        }
        ["cache", cache] => {
            let bytes = mapped(cache);
            let cache = ProguardCache::parse(&bytes).expect("a cache");
            print(cache.remap_stacktrace(&standard_input()));
        }
        _ => panic!("proguard-peer mapper MAPPING | write MAPPING CACHE | cache CACHE"),
    }
}
