// The same in Rust, whose compiler does not describe calls.
use std::os::raw::{c_int, c_void};

extern "C" {
    fn backtrace(frames: *mut *mut c_void, size: c_int) -> c_int;
    fn backtrace_symbols_fd(frames: *const *mut c_void, size: c_int, file: c_int);
    fn write(file: c_int, bytes: *const u8, count: usize) -> isize;
}

#[inline(never)]
fn stop(x: i32) -> i32 {
    let mut frames = [std::ptr::null_mut(); 64];
    unsafe {
        let count = backtrace(frames.as_mut_ptr(), 64);
        backtrace_symbols_fd(frames.as_ptr(), count, 1);
        write(1, b"\n".as_ptr(), 1);
        x + count
    }
}

trait Kind {
    fn number() -> i32;
}
struct Apple;
struct Pear;
struct Plum;
impl Kind for Apple {
    fn number() -> i32 {
        1
    }
}
impl Kind for Pear {
    fn number() -> i32 {
        2
    }
}
impl Kind for Plum {
    fn number() -> i32 {
        3
    }
}

#[inline(never)]
fn step<K: Kind>(x: i32) -> i32 {
    stop(x).wrapping_mul(3) + 1
}

#[inline(never)]
fn eat<K: Kind>(x: i32) -> i32 {
    step::<K>(x).wrapping_mul(K::number() + 5)
}

fn main() {
    let x = std::env::args().count() as i32;
    let all = eat::<Apple>(x) + eat::<Pear>(x) + eat::<Plum>(x);
    std::process::exit((all == 12345) as i32);
}
