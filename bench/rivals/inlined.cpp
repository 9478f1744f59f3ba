// Work as large C++ programs have it, for a number of seconds: containers, regular expressions, ranges,
// streams, sorting, all inlined deeply and described by a lot of debug information.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iomanip>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <ranges>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

static volatile std::size_t sink;
static std::mt19937 chosen(1);

struct Order {
  int customer;
  std::string item;
  double price;
  std::vector<int> counts;
};
static std::vector<Order> orders(std::size_t many) {
  std::vector<Order> all;
  for (std::size_t i = 0; i < many; ++i)
    all.push_back({static_cast<int>(chosen() % 50), "item-" + std::to_string(chosen() % 400),
                   static_cast<double>(chosen() % 1000) / 7, std::vector<int>(chosen() % 9, 3)});
  return all;
}
static void by_regex() {
  static const std::regex form("([a-z]+)-([0-9]+)(, ([a-z]+)=([^;]*);)*");
  std::smatch found;
  for (const Order& one : orders(50)) {
    const std::string text = one.item + ", price=" + std::to_string(one.price) + ";";
    if (std::regex_match(text, found, form)) sink = sink + static_cast<std::size_t>(found[2].length());
  }
}
static void by_maps() {
  std::map<std::string, std::map<int, std::vector<double>>> by_item;
  std::unordered_map<std::string, std::set<int>> customers;
  for (const Order& one : orders(400)) {
    by_item[one.item][one.customer].push_back(one.price);
    customers[one.item].insert(one.customer);
  }
  for (auto& [item, of_customer] : by_item)
    for (auto& [customer, prices] : of_customer) std::ranges::sort(prices, std::greater<>());
  sink = sink + customers.size();
}
static void by_ranges() {
  const auto all = orders(300);
  for (const auto& text : all | std::views::filter([](const Order& one) {
                            return one.price > 20;
                          }) | std::views::transform([](const Order& one) {
                            return one.item + "/" + std::to_string(one.customer);
                          }) | std::views::take(200))
    sink = sink + text.size();
}
static void by_streams() {
  std::ostringstream out;
  for (const Order& one : orders(200))
    out << std::setw(8) << one.customer << ' ' << std::fixed << std::setprecision(2) << one.price << ' '
        << one.item << '\n';
  std::istringstream in(out.str());
  std::string word;
  while (in >> word) sink = sink + word.size();
}
using Value = std::variant<int, double, std::string, std::vector<int>>;
static void by_variants() {
  std::vector<std::pair<std::tuple<int, std::string>, Value>> values;
  for (const Order& one : orders(300)) {
    values.emplace_back(std::tuple(one.customer, one.item), one.price);
    values.emplace_back(std::tuple(one.customer, one.item), one.counts);
    values.emplace_back(std::tuple(-one.customer, one.item), one.item);
  }
  std::stable_sort(values.begin(), values.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [key, value] : values) std::visit([](const auto& it) { sink = sink + sizeof it; }, value);
}
static void by_functions() {
  std::vector<std::function<std::string(const Order&)>> steps = {
      [](const Order& one) { return one.item; },
      [](const Order& one) {
        return std::to_string(std::accumulate(one.counts.begin(), one.counts.end(), one.price));
      },
      [](const Order& one) {
        auto text = std::make_shared<std::string>(one.item);
        std::ranges::reverse(*text);
        return *text;
      }};
  for (const Order& one : orders(300))
    for (const auto& step : steps) sink = sink + step(one).size();
}
int main(int argc, char** argv) {
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(argc > 1 ? std::atof(argv[1]) : 1);
  while (std::chrono::steady_clock::now() < end) {
    by_regex();
    by_maps();
    by_ranges();
    by_streams();
    by_variants();
    by_functions();
  }
}
