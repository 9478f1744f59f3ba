//! The crate addr2line, gimli's own symbolizer, from the debug file. Its loader is not used: that reads all relocations
//! a kernel keeps, which is more than half of its time and nothing that an address needs.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fs::File;
use std::path::Path;

use addr2line::{demangle_auto, gimli, Context};
use bench_harness::{Answers, Result};
use object::{Object, ObjectSection};

fn main() {
    bench_harness::run(None, look_up);
}

fn look_up(file: &Path, addresses: &[u64], answers: &mut Answers) -> Result<()> {
    let bytes = unsafe { memmap2::Mmap::map(&File::open(file)?)? };
    let image = object::File::parse(&*bytes)?;
    let endian = if image.is_little_endian() { gimli::RunTimeEndian::Little } else { gimli::RunTimeEndian::Big };
    let sections = gimli::DwarfSections::load(|id| -> Result<Cow<[u8]>> {
        match image.section_by_name(id.name()) {
            Some(section) => Ok(section.uncompressed_data()?),
            None => Ok(Cow::Borrowed(&[])),
        }
    })?;
    let context = Context::from_dwarf(sections.borrow(|section| gimli::EndianSlice::new(section, endian)))?;
    let symbols = OnceCell::new();
    let symbol = |address| {
        let symbol = symbols.get_or_init(|| image.symbol_map()).before(address);
        symbol.map_or("??", |symbol| symbol.name())
    };
    for &address in addresses {
        let mut count = 0;
        let mut frames = context.find_frames(address).skip_all_loads()?;
        while let Some(frame) = frames.next()? {
            let name = match &frame.function {
                Some(function) if answers.mangled => function.raw_name()?,
                Some(function) => demangle_auto(function.raw_name()?, function.language),
                None => Cow::from(symbol(address)),
            };
            let place = frame.location.as_ref();
            let file = place.and_then(|place| place.file).unwrap_or("??");
            answers.frame(&name, file, place.and_then(|place| place.line).unwrap_or(0))?;
            count += 1;
        }
        if count == 0 {
            answers.frame(symbol(address), "??", 0)?;
            count = 1;
        }
        answers.end(count)?;
    }
    Ok(())
}
