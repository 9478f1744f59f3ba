//! blazesym: from the debug file, all addresses in one call, as it wants them to be fastest.

use std::path::Path;

use bench_harness::{Answers, Result};
use blazesym::symbolize::source::{Elf, Source};
use blazesym::symbolize::{CodeInfo, Input, Symbolizer};

fn main() {
    bench_harness::run(None, look_up);
}

fn look_up(file: &Path, addresses: &[u64], answers: &mut Answers) -> Result<()> {
    let symbolizer = Symbolizer::builder().enable_demangling(!answers.mangled).build();
    let source = Source::Elf(Elf::new(file));
    for found in symbolizer.symbolize(&source, Input::VirtOffset(addresses))? {
        let Some(function) = found.as_sym() else {
            answers.end(0)?;
            continue;
        };
        for call in function.inlined.iter().rev() {
            print(answers, &call.name, call.code_info.as_ref())?;
        }
        print(answers, &function.name, function.code_info.as_deref())?;
        answers.end(1)?;
    }
    Ok(())
}

fn print(answers: &mut Answers, function: &str, place: Option<&CodeInfo>) -> Result<()> {
    match place {
        Some(place) => answers.frame(function, &place.to_path().to_string_lossy(), place.line.unwrap_or(0)),
        None => answers.frame(function, "??", 0),
    }
}
