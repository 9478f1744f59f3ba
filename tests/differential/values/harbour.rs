// Variables of Rust's types, in functions that call each other until one crashes.
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hint::black_box;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

#[derive(Clone, Copy, Debug)]
enum Colour {
    Red,
    Green = 5,
}

#[derive(Clone, Debug)]
enum Shape {
    Empty,
    Circle(f64),
    Named { id: u32, text: String },
    Boxed(Box<Shape>),
}

#[derive(Clone, Debug)]
struct Node<'a> {
    id: u64,
    name: &'a str,
    next: Option<Box<Node<'a>>>,
    colour: Colour,
}

struct Unit;
struct Wrapped(i32, u8);
union Either {
    number: u32,
    real: f32,
}

trait Loads {
    fn load(&self, weight: i32) -> i32;
}
impl Loads for Node<'_> {
    #[inline(never)]
    fn load(&self, weight: i32) -> i32 {
        let before = self.id as i32;
        let result = end("load", weight + before);
        black_box(before);
        result
    }
}

#[inline(never)]
fn end(why: &str, code: i32) -> i32 {
    let text = format!("{why} {code}");
    let nowhere: *const i32 = std::ptr::null();
    if WAY.with(|way| way.get()) == 1 {
        return unsafe { nowhere.read_volatile() };
    }
    black_box(&text);
    std::process::abort();
}

thread_local!(static WAY: std::cell::Cell<i32> = const { std::cell::Cell::new(0) });

#[inline(always)]
fn inlined(item: &dyn Loads, weight: i32) -> i32 {
    let doubled = weight * 2;
    let result = item.load(doubled);
    black_box(doubled) + result
}

#[inline(never)]
fn generic<T: Clone>(value: T, all: &[T]) -> T {
    let first = all[0].clone();
    let count = all.len();
    let node = Node { id: 3, name: "generic", next: None, colour: Colour::Red };
    let code = inlined(&node, count as i32);
    black_box((&first, count, code));
    value
}

#[inline(never)]
fn enums(optional: Option<i32>, boxed: Option<Box<i32>>, result: Result<u8, String>) -> i32 {
    let none: Option<i32> = None;
    let no_box: Option<Box<i32>> = None;
    let circle = Shape::Circle(2.5);
    let named = Shape::Named { id: 7, text: "named".to_string() };
    let nested = Shape::Boxed(Box::new(Shape::Empty));
    let colour = Colour::Green;
    let unit = Unit;
    let wrapped = Wrapped(-4, 200);
    let either = Either { real: 1.5 };
    let value = generic(1.25f32, &[0.5, 1.5]);
    black_box((&none, &no_box, &circle, &named, &nested, colour, &wrapped, value, &optional, &boxed, &result));
    black_box(&unit);
    unsafe { either.number as i32 }
}

#[inline(never)]
fn containers(text: &str, bytes: &[u8]) -> i32 {
    let owned = String::from("owned é");
    let numbers = vec![1i32, 2, 3];
    let words: Vec<&str> = vec!["one", "two"];
    let shared = Rc::new(5i64);
    let atomic = Arc::new(Mutex::new(9));
    let map: HashMap<i32, &str> = [(1, "one")].into_iter().collect();
    let tree: BTreeMap<i32, i32> = [(1, 2), (3, 4)].into_iter().collect();
    let queue: VecDeque<u8> = [1, 2].into_iter().collect();
    let node = Node { id: 1, name: "first", next: Some(Box::new(Node { id: 2, name: "second", next: None, colour: Colour::Red })), colour: Colour::Green };
    let slice = &numbers[1..];
    let array = [[1u16, 2], [3, 4]];
    let closure = |by: i32| by + numbers[0];
    let result = enums(Some(closure(4)), Some(Box::new(6)), Err("wrong".to_string()));
    black_box((&owned, &words, &shared, &atomic, &map, &tree, &queue, &node, slice, &array, text, bytes));
    result
}

#[inline(never)]
fn numbers(count: i32) -> i32 {
    let tiny = -5i8;
    let byte = 200u8;
    let big = -5_000_000_000i64;
    let vast = (big as i128) << 40;
    let real = 0.1f64 * f64::from(count);
    let single = 1.0f32 / 3.0;
    let letter = 'é';
    let truth = count > 0;
    let tuple = (1u8, -2i32, 'c');
    let size = 12usize;
    let pointer = &count as *const i32;
    let function: fn(i32) -> i32 = numbers;
    let result = containers("text", b"bytes");
    black_box((tiny, byte, big, vast, real, single, letter, truth, tuple, size, pointer, function));
    result
}

fn main() {
    let way = std::env::args().nth(1).unwrap_or_default();
    let code = i32::from(way == "null");
    if way == "threads" {
        let handle = std::thread::spawn(|| numbers(2));
        handle.join().unwrap();
    }
    WAY.with(|cell| cell.set(code));
    black_box(numbers(code + 1));
}
