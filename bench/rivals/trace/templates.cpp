// An ordinary program of today's C++: a little code of its own, most of its work in the standard library's
// templates. Prints a checksum and its processor time in seconds.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

namespace {

struct Order {
  int number;
  std::string customer;
  std::vector<std::pair<std::string, double>> lines;
};

std::vector<Order> make_orders(int count) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> customers(1, 200);
  std::uniform_int_distribution<int> articles(1, 500);
  std::uniform_int_distribution<int> line_counts(1, 8);
  std::uniform_real_distribution<double> prices(0, 100);
  std::vector<Order> orders;
  for (int i = 0; i < count; ++i) {
    Order order{i, "customer " + std::to_string(customers(random)), {}};
    const int lines = line_counts(random);
    for (int line = 0; line < lines; ++line) {
      order.lines.emplace_back("article " + std::to_string(articles(random)), prices(random));
    }
    orders.push_back(std::move(order));
  }
  return orders;
}

double total(const Order& order) {
  return std::accumulate(order.lines.begin(), order.lines.end(), 0.0,
                         [](double sum, const auto& line) { return sum + line.second; });
}

std::map<std::string, double> by_customer(const std::vector<Order>& orders) {
  std::map<std::string, double> sums;
  for (const Order& order : orders) sums[order.customer] += total(order);
  return sums;
}

std::vector<std::tuple<std::string, int>> articles(const std::vector<Order>& orders) {
  std::unordered_map<std::string, int> counts;
  for (const Order& order : orders) {
    for (const auto& [article, price] : order.lines) ++counts[article];
  }
  std::vector<std::tuple<std::string, int>> sorted;
  std::transform(counts.begin(), counts.end(), std::back_inserter(sorted),
                 [](const auto& entry) { return std::make_tuple(entry.first, entry.second); });
  std::sort(sorted.begin(), sorted.end(), [](const auto& left, const auto& right) {
    return std::tie(std::get<1>(right), std::get<0>(left)) < std::tie(std::get<1>(left), std::get<0>(right));
  });
  return sorted;
}

std::optional<Order> find(const std::vector<Order>& orders, const std::function<bool(const Order&)>& wanted) {
  const auto found = std::find_if(orders.begin(), orders.end(), wanted);
  return found == orders.end() ? std::nullopt : std::optional<Order>(*found);
}

std::string report(const std::map<std::string, double>& sums) {
  std::ostringstream text;
  for (const auto& [customer, sum] : sums) text << customer << ": " << sum << '\n';
  return text.str();
}

std::size_t simulate(unsigned seed, int steps) {
  using Event = std::variant<int, double, std::string>;
  std::vector<std::shared_ptr<Event>> events;
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> kinds(0, 2);
  std::uniform_int_distribution<int> sizes(0, 30);
  for (int i = 0; i < steps; ++i) {
    switch (kinds(random)) {
      case 0: events.push_back(std::make_shared<Event>(sizes(random))); break;
      case 1: events.push_back(std::make_shared<Event>(sizes(random) / 3.0)); break;
      default:
        events.push_back(std::make_shared<Event>(std::string(static_cast<std::size_t>(sizes(random)), 'x')));
    }
  }
  std::size_t sum = 0;
  for (const auto& event : events) {
    sum += std::visit(
        [](const auto& value) -> std::size_t {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
            return value.size();
          } else {
            return static_cast<std::size_t>(value);
          }
        },
        *event);
  }
  return sum;
}

}  // namespace

int main() {
  std::size_t sum = 0;
  const std::vector<Order> orders = make_orders(4000);
  for (int round = 0; round < 3; ++round) {
    sum += report(by_customer(orders)).size();
    sum += static_cast<std::size_t>(std::get<1>(articles(orders).front()));
    const auto found = find(orders, [&](const Order& order) { return total(order) > 500 - round; });
    sum += found ? found->lines.size() : 0;
    sum += simulate(static_cast<unsigned>(round), 50000);
  }
  std::printf("%zu %.6f\n", sum, static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
}
