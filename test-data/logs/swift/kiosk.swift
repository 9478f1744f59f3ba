// A kiosk that is asked for more than it has: a program of Swift's that crashes in a function that was inlined,
// called from a closure, while a second thread waits. With an argument it does so in a task, behind an await.
import Glibc

struct Item {
  let name: String
  let price: Int
}

final class Basket: @unchecked Sendable {
  private var items: [Item] = []

  func add(_ item: Item) { items.append(item) }

  @inline(__always)
  func price(at index: Int) -> Int {
    return items[index].price
  }

  @inline(never)
  func total(upTo count: Int) -> Int {
    var sum = 0
    for index in 0..<count {
      sum += price(at: index)
    }
    return sum
  }
}

@inline(never)
func serve(_ basket: Basket, _ counts: [Int]) -> Int {
  return counts.map { basket.total(upTo: $0) }.reduce(0, +)
}

@inline(never)
func nap() async {
  try? await Task.sleep(nanoseconds: 1_000_000)
}

@inline(never)
func order(_ basket: Basket, _ counts: [Int]) async -> Int {
  await nap()
  let served = serve(basket, counts)
  await nap()
  return served
}

@inline(never)
func shift(_ basket: Basket, _ counts: [Int]) async -> Int {
  let first = await order(basket, counts)
  return first + 1
}

@inline(never)
func wait() {
  while true { sleep(60) }
}

@main
struct Kiosk {
  static func main() {
    var thread = pthread_t()
    pthread_create(&thread, nil, { _ in
      wait()
      return nil
    }, nil)
    usleep(100_000)
    let basket = Basket()
    basket.add(Item(name: "apple", price: 40))
    basket.add(Item(name: "pear", price: 60))
    let counts = [1, 2, 3 + CommandLine.arguments.count]
    if CommandLine.arguments.count > 1 {
      Task.detached { print(await shift(basket, counts)) }
      sleep(10)
    }
    print(serve(basket, counts))
  }
}
