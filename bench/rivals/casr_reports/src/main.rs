// Logs that are there already as casr's own collectors would keep them: casr-reports KIND FROM TO writes TO/NAME.casrep
// for each FROM/NAME.log. What casr finds no stack in is left out.
use std::{env, error::Error, fs, path::Path};

use libcasr::{
    asan::AsanStacktrace, java::JavaStacktrace, js::JsStacktrace, python::PythonStacktrace, report::CrashReport,
    stacktrace::ParseStacktrace,
};

fn report_of(kind: &str, text: &str) -> Result<CrashReport, Box<dyn Error>> {
    let lines = text.lines().map(String::from).collect();
    let mut report = CrashReport::default();
    report.stacktrace = match kind {
        "asan" => {
            report.asan_report = lines;
            AsanStacktrace::extract_stacktrace(text)?
        }
        "java" => {
            report.java_report = lines;
            JavaStacktrace::extract_stacktrace(text)?
        }
        "node" => {
            report.js_report = lines;
            JsStacktrace::extract_stacktrace(text)?
        }
        "python" => {
            report.python_report = lines;
            PythonStacktrace::extract_stacktrace(text)?
        }
        _ => return Err(format!("{kind}: casr has no collector for that").into()),
    };
    Ok(report)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().collect();
    let [_, kind, from, to] = words.as_slice() else {
        return Err("usage: casr-reports KIND FROM TO".into());
    };
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        match report_of(kind, &text) {
            Ok(report) => {
                let name = path.file_stem().ok_or("a log without a name")?;
                fs::write(Path::new(to).join(name).with_extension("casrep"), serde_json::to_vec(&report)?)?;
            }
            Err(why) => eprintln!("{}: {why}", path.display()),
        }
    }
    Ok(())
}
