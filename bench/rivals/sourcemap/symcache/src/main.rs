// What bench/rivals/sourcemap asks of symbolic-sourcemapcache: to make a cache, and to answer positions.
//   symcache make SCRIPT MAP CACHE
//   symcache ask CACHE < positions      LINE:COL a line, both from 1; prints source:line:col
//   symcache once SCRIPT MAP LINE COL   without a cache
use std::io::{BufRead, Write};
use symbolic_sourcemapcache::{SourceLocation, SourceMapCache, SourceMapCacheWriter, SourcePosition};

fn made(script: &str, map: &str) -> Vec<u8> {
    let script = std::fs::read_to_string(script).unwrap();
    let map = std::fs::read_to_string(map).unwrap();
    let mut bytes = Vec::new();
    SourceMapCacheWriter::new(&script, &map).unwrap().serialize(&mut bytes).unwrap();
    bytes
}

fn print(out: &mut impl Write, found: Option<SourceLocation>) {
    match found {
        Some(at) => writeln!(
            out,
            "{}:{}:{} {:?}",
            at.file().and_then(|file| file.name()).unwrap_or("?"),
            at.line() + 1,
            at.column() + 1,
            at.scope()
        ),
        None => writeln!(out, "?"),
    }
    .unwrap();
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match words[1].as_str() {
        "make" => std::fs::write(&words[4], made(&words[2], &words[3])).unwrap(),
        "ask" => {
            let file = std::fs::File::open(&words[2]).unwrap();
            // SAFETY: nobody changes the file meanwhile.
            let bytes = unsafe { memmap2::Mmap::map(&file).unwrap() };
            let cache = SourceMapCache::parse(&bytes).unwrap();
            for line in std::io::stdin().lock().lines() {
                let line = line.unwrap();
                let (l, c) = line.split_once(':').unwrap();
                let position = SourcePosition::new(l.parse::<u32>().unwrap() - 1, c.parse::<u32>().unwrap() - 1);
                print(&mut out, cache.lookup(position));
            }
        }
        "once" => {
            let bytes = made(&words[2], &words[3]);
            let cache = SourceMapCache::parse(&bytes).unwrap();
            let position = SourcePosition::new(words[4].parse::<u32>().unwrap() - 1, words[5].parse::<u32>().unwrap() - 1);
            print(&mut out, cache.lookup(position));
        }
        other => panic!("no such word: {other}"),
    }
}
