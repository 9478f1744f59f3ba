// Methods of three types that do the same. Without optimization, as with it Swift's compiler merges them by itself.
@_silgen_name("backtrace") func backtrace(_ frames: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ most: Int32) -> Int32
@_silgen_name("backtrace_symbols_fd")
func backtraceSymbols(_ frames: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ count: Int32, _ file: Int32)
@_silgen_name("puts") func puts(_ text: UnsafePointer<Int8>) -> Int32
@_silgen_name("fflush") func flush(_ file: UnsafeRawPointer?) -> Int32

func stop(_ x: Int32) -> Int32 {
  let frames = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 64)
  let count = backtrace(frames, 64)
  backtraceSymbols(frames, count, 1)
  _ = puts("")
  _ = flush(nil)
  return x &+ count
}

struct Apple {
  static func step(_ x: Int32) -> Int32 { stop(x) &* 3 &+ 1 }
  static func eat(_ x: Int32) -> Int32 { step(x &+ 1) &* 7 }
}

struct Pear {
  static func step(_ x: Int32) -> Int32 { stop(x) &* 3 &+ 1 }
  static func eat(_ x: Int32) -> Int32 { step(x &+ 1) &* 7 }
}

struct Plum {
  static func step(_ x: Int32) -> Int32 { stop(x) &* 3 &+ 1 }
  static func eat(_ x: Int32) -> Int32 { step(x &+ 1) &* 7 }
}

let x = CommandLine.argc
let all = (Apple.eat(x) &+ 1) &* Pear.eat(x) &+ Plum.eat(x)
if all == 12345 { _ = puts("") }
