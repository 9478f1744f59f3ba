//! What the harnesses have in common: the command line, addresses from stdin, and answers in llvm-symbolizer's form, so
//! that bench/rivals compares and times the crates alone.
//!
//! usage: HARNESS prepare FILE INDEX
//!        HARNESS lookup [--mangled] FILE < addresses

use std::error::Error;
use std::io::{BufWriter, Read, StdoutLock, Write};
use std::path::Path;

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Makes an index of a debug file.
pub type Prepare = fn(file: &Path, index: &Path) -> Result<()>;
/// Answers all addresses in their order, from the file or the index.
pub type Lookup = fn(file: &Path, addresses: &[u64], answers: &mut Answers) -> Result<()>;

/// Prints frames from the innermost to the outermost, and a blank line after each address.
pub struct Answers {
    out: BufWriter<StdoutLock<'static>>,
    pub mangled: bool,
}

impl Answers {
    pub fn frame(&mut self, function: &str, file: &str, line: u32) -> Result<()> {
        Ok(writeln!(self.out, "{function}\n{file}:{line}:0")?)
    }

    /// Closes an address's answer; what had no frame is unknown, as in "??".
    pub fn end(&mut self, frames: usize) -> Result<()> {
        if frames == 0 {
            self.frame("??", "??", 0)?;
        }
        Ok(writeln!(self.out)?)
    }
}

pub fn run(prepare: Option<Prepare>, lookup: Lookup) {
    if let Err(error) = perform(prepare, lookup) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn perform(prepare: Option<Prepare>, lookup: Lookup) -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match (words.as_slice(), prepare) {
        (["prepare", file, index], Some(prepare)) => prepare(Path::new(file), Path::new(index)),
        (["lookup", "--mangled", file], _) => look_up(lookup, file, true),
        (["lookup", file], _) => look_up(lookup, file, false),
        _ => Err("usage: HARNESS prepare FILE INDEX, or HARNESS lookup [--mangled] FILE < addresses".into()),
    }
}

fn look_up(lookup: Lookup, file: &str, mangled: bool) -> Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let addresses = text
        .lines()
        .map(|line| u64::from_str_radix(line.trim_start_matches("0x"), 16))
        .collect::<std::result::Result<Vec<u64>, _>>()?;
    let mut answers = Answers { out: BufWriter::with_capacity(1 << 16, std::io::stdout().lock()), mangled };
    lookup(Path::new(file), &addresses, &mut answers)?;
    Ok(answers.out.flush()?)
}
