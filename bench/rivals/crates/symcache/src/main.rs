//! Sentry's SymCache: written from a debug file as Sentry's services do on upload, and looked up in with inlined calls.
//! A cache knows addresses from the image's start only, so the start is written behind it.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use bench_harness::{Answers, Result};
use symbolic::common::ByteView;
use symbolic::debuginfo::Object;
use symbolic::symcache::{SymCache, SymCacheConverter};
use symbolic_demangle::{Demangle, DemangleOptions};

fn main() {
    bench_harness::run(Some(prepare), look_up);
}

fn prepare(file: &Path, index: &Path) -> Result<()> {
    let bytes = ByteView::open(file)?;
    let object = Object::parse(&bytes)?;
    let mut converter = SymCacheConverter::new();
    converter.process_object(&object)?;
    let mut out = BufWriter::new(File::create(index)?);
    converter.serialize(&mut out)?;
    out.write_all(&object.load_address().to_le_bytes())?;
    Ok(out.flush()?)
}

fn look_up(file: &Path, addresses: &[u64], answers: &mut Answers) -> Result<()> {
    let bytes = ByteView::open(file)?;
    let (cache, start) = bytes.split_last_chunk::<8>().ok_or("too short for an index")?;
    let (cache, start) = (SymCache::parse(cache)?, u64::from_le_bytes(*start));
    for address in addresses {
        let mut frames = 0;
        for place in cache.lookup(address.wrapping_sub(start)) {
            let file = place.file().map_or_else(|| "??".into(), |file| file.full_path());
            let name = place.function().name_for_demangling();
            if answers.mangled {
                answers.frame(name.as_str(), &file, place.line())?;
            } else {
                answers.frame(&name.try_demangle(DemangleOptions::complete()), &file, place.line())?;
            }
            frames += 1;
        }
        answers.end(frames)?;
    }
    Ok(())
}
