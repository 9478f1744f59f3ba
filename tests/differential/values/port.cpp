// Variables of the types that C++ has beside those of C, and of its library, in functions that call each
// other until one crashes.
#include <array>
#include <atomic>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#define APART __attribute__((noinline))

namespace port {

enum class Berth : unsigned char { north, south = 7 };
enum Flag { hoisted = 1, lit = 2 };

struct Empty {};
struct Point {
  int x, y;
  friend bool operator<(Point a, Point b) { return a.x < b.x; }
};

class Ship {
 public:
  explicit Ship(std::string name, int id) : name_(std::move(name)), id_(id) {}
  virtual ~Ship() = default;
  virtual int load(int weight);
  static int count;
  int id() const { return id_; }
  int crates = 3;

 protected:
  std::string name_;
  int id_;
};
int Ship::count = 0;

struct Engine {
  virtual ~Engine() = default;
  double power = 2.5;
};
class Ferry : public Ship, public Engine {
 public:
  Ferry(std::string name, int cars) : Ship(std::move(name), 40), cars_(cars) {}
  int load(int weight) override;

 private:
  int cars_;
  Berth berth_ = Berth::south;
};

struct Base {
  int base = 1;
};
struct Left : virtual Base {
  int left = 2;
};
struct Right : virtual Base {
  int right = 3;
};
struct Diamond : Left, Right {
  int own = 4;
};

template <class T, int N>
struct Box {
  T value;
  T* pointer = &value;
  std::array<T, N> all = {};
};

volatile long sink;
const char* way = "abort";

[[gnu::noinline]] void end(const char* why, std::size_t length) {
  std::string reason(why, length);
  int* nowhere = nullptr;
  std::fflush(stdout);
  if (std::strcmp(way, "null") == 0) *nowhere = static_cast<int>(length);
  sink = static_cast<long>(reason.size());
  std::abort();
}

template <class T>
APART T generic(const T& by_reference, T&& moved, T copied) {
  T local = copied;
  auto counted = [&local, copied](int times) {
    int inside = times * 2;
    end("generic", static_cast<std::size_t>(inside));
    sink = static_cast<long>(sizeof(copied)) + inside;
    return local;
  };
  T result = counted(3);
  sink = static_cast<long>(sizeof(by_reference)) + static_cast<long>(sizeof(moved));
  return result;
}

APART int owners(std::shared_ptr<Ship> shared, const std::unique_ptr<Point>& unique) {
  std::weak_ptr<Ship> weak = shared;
  std::unique_ptr<int[]> numbers(new int[3]{1, 2, 3});
  std::function<int(int)> callback = [&](int by) { return by + unique->x; };
  std::pair<int, std::string> pair(1, "pair");
  std::tuple<int, double, char> tuple(1, 2.5, 'c');
  std::optional<int> some = unique->x, none;
  std::optional<std::string> text = "text";
  std::variant<int, std::string, double> variant = 2.25;
  std::atomic<int> atomic = 6;
  std::complex<float> complex(1, -1);
  double result = generic(0.5, 1.5, callback(1) + 2.5);
  sink = static_cast<long>(result) + weak.use_count() + numbers[1] + pair.first + std::get<0>(tuple) +
         some.value_or(0) + none.value_or(0) + static_cast<long>(text->size()) +
         static_cast<long>(variant.index()) + atomic + static_cast<long>(complex.real());
  return callback(2);
}

APART int containers(std::string_view view, const std::string& by_reference) {
  std::string small = "small", large(60, 'l'), broken = "nul\0byte";
  broken.push_back('\0');
  std::vector<int> numbers = {1, 2, 3};
  std::vector<bool> bits = {true, false, true};
  std::vector<std::string> words = {"one", "two"};
  std::vector<Point> points = {{1, 2}, {3, 4}};
  std::vector<int> empty;
  std::map<int, std::string> names = {{1, "one"}, {2, "two"}};
  std::unordered_map<std::string, int> hashed = {{"key", 1}};
  std::set<int> ordered = {3, 1, 2};
  std::list<int> list = {4, 5};
  std::deque<int> queue = {6, 7};
  std::array<short, 3> fixed = {7, 8, 9};
  auto shared = std::make_shared<Ferry>("shared", 2);
  auto iterator = numbers.begin() + 1;
  int result = owners(shared, std::make_unique<Point>(Point{5, 6}));
  sink = static_cast<long>(small.size() + large.size() + broken.size() + numbers.size() + bits.size() +
                           words.size() + points.size() + empty.size() + names.size() + hashed.size() +
                           ordered.size() + list.size() + queue.size() + fixed.size() + view.size() +
                           by_reference.size()) +
         *iterator;
  return result;
}

int Ship::load(int weight) {
  id_ += weight;
  return id_;
}

int Ferry::load(int weight) {
  int before = cars_;
  Ship& self = *this;
  Ship* pointer = this;
  const Ferry&& moved = std::move(*this);
  int Ship::* member = &Ship::crates;
  int (Ship::*method)(int) = &Ship::load;
  int (Ship::*plain)() const = &Ship::id;
  int Ship::* no_member = nullptr;
  Berth berth = Berth::north;
  auto unknown = static_cast<Berth>(9);
  auto both = static_cast<Flag>(hoisted | lit);
  Diamond diamond;
  Box<double, 2> box{1.5};
  Empty nothing;
  char16_t text16[] = u"zwei";
  char32_t one32 = U'z';
  char8_t eight[] = u8"é";
  bool truth = before > 0;
  decltype(nullptr) null = nullptr;
  std::string name = name_ + "!";
  int result = containers("a view", name);
  sink = self.*member + (pointer->*plain)() + (method != nullptr) + (no_member != nullptr) +
         static_cast<int>(berth) + static_cast<int>(unknown) + both + diamond.own + diamond.base +
         static_cast<int>(box.value) + static_cast<long>(sizeof(nothing)) + text16[0] +
         static_cast<int>(one32) + eight[0] + truth + moved.cars_ + static_cast<long>(sizeof(null));
  return result + weight;
}

APART int visit(Ship& ship, int weight) {
  static std::string last = "static";
  int loaded = ship.load(weight);
  sink = static_cast<long>(last.size());
  return loaded;
}

}  // namespace port

int main(int argc, char** argv) {
  if (argc > 1) port::way = argv[1];
  port::Ferry ferry("Aurora", argc + 4);
  if (std::strcmp(port::way, "threads") != 0) return port::visit(ferry, 12);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([i, &ferry] {
      while (i != 2) std::this_thread::sleep_for(std::chrono::hours(i + 1));
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      port::visit(ferry, i);
    });
  for (std::thread& one : threads) one.join();
}
