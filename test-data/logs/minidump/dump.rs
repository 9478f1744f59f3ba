//! Runs PROGRAM until it crashes, writes a minidump of it (PROGRAM.dmp, once), and prints what minidump-stackwalk prints of that as JSON,
//! with the symbols of a folder if there is one.
use minidump_writer::crash_context::CrashContext;
use minidump_writer::{minidump_writer::MinidumpWriterConfig, CrashContextExt};
use std::path::{Path, PathBuf};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().expect("a program");
    let symbols: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let dump = PathBuf::from(format!("{program}.dmp"));
    if !dump.exists() {
        write_dump(&program, &dump);
    }
    let dump = minidump::Minidump::read_path(&dump).unwrap();
    let provider = minidump_unwind::Symbolizer::new(minidump_unwind::simple_symbol_supplier(symbols));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let state = runtime.block_on(minidump_processor::process_minidump(&dump, &provider)).unwrap();
    state.print_json(&mut std::io::stdout(), true).unwrap();
    println!();
}

fn write_dump(program: &str, path: &Path) {
    let name = std::ffi::CString::new(program).unwrap();
    let mut file = std::fs::File::options().create(true).read(true).write(true).truncate(true).open(path).unwrap();
    unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0);
            libc::execv(name.as_ptr(), [name.as_ptr(), std::ptr::null()].as_ptr());
            libc::_exit(1);
        }
        let mut status = 0;
        loop {
            libc::waitpid(child, &mut status, 0);
            assert!(libc::WIFSTOPPED(status), "it did not crash");
            match libc::WSTOPSIG(status) {
                libc::SIGSEGV => break,
                libc::SIGTRAP => libc::ptrace(libc::PTRACE_CONT, child, 0, 0),
                signal => libc::ptrace(libc::PTRACE_CONT, child, 0, signal),
            };
        }
        let context = crash_context(child);
        // The writer attaches by itself: the program stays where it is.
        libc::ptrace(libc::PTRACE_DETACH, child, 0, libc::SIGSTOP);
        std::thread::sleep(std::time::Duration::from_millis(200));
        let mut writer = MinidumpWriterConfig::new(child, child);
        writer.set_crash_context(context);
        writer.write(&mut file).unwrap();
        libc::kill(child, libc::SIGKILL);
    }
}

unsafe fn crash_context(child: i32) -> CrashContextExt {
    let mut registers: libc::user_regs_struct = std::mem::zeroed();
    libc::ptrace(libc::PTRACE_GETREGS, child, 0, &mut registers);
    let mut signal: libc::siginfo_t = std::mem::zeroed();
    libc::ptrace(libc::PTRACE_GETSIGINFO, child, 0, &mut signal);
    let mut inner: CrashContext = std::mem::zeroed();
    inner.pid = child;
    inner.tid = child;
    inner.siginfo.ssi_signo = signal.si_signo as u32;
    inner.siginfo.ssi_code = signal.si_code;
    let known = [
        (libc::REG_RIP, registers.rip),
        (libc::REG_RSP, registers.rsp),
        (libc::REG_RBP, registers.rbp),
        (libc::REG_RBX, registers.rbx),
        (libc::REG_RAX, registers.rax),
        (libc::REG_RDI, registers.rdi),
        (libc::REG_RSI, registers.rsi),
        (libc::REG_R12, registers.r12),
        (libc::REG_R13, registers.r13),
        (libc::REG_R14, registers.r14),
        (libc::REG_R15, registers.r15),
    ];
    for (register, value) in known {
        inner.context.uc_mcontext.gregs[register as usize] = value as i64;
    }
    CrashContextExt { inner }
}
