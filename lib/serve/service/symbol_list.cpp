#include "serve/service/symbol_list.h"

#include <algorithm>
#include <memory>

#include "ground/base/utc.h"
#include "ground/base/words.h"
#include "ground/print/json.h"
#include "keep/store/chain.h"

namespace symkit::service {
namespace {

constexpr std::size_t at_once = 64;

struct Stock {
  std::unique_ptr<store::StockedShelf> shelf;
  std::vector<store::Holding> holdings;
};

Result<Stock> stock_of(const std::string& store) {
  Stock stock{.shelf = store::open_store(store), .holdings = {}};
  auto all = store::holdings_of(*stock.shelf);
  if (!all) return fail(all.error());
  stock.holdings = std::move(*all);
  std::ranges::sort(stock.holdings, [](const store::Holding& one, const store::Holding& other) {
    return one.used != other.used ? one.used > other.used : one.id < other.id;
  });
  return stock;
}

std::string line_of(const Symbols& symbols) {
  const auto& [holding, label] = symbols;
  std::string line;
  print::JsonWriter json(line);
  json.begin_object();
  json.member("kind", index::name_of(holding.kind));
  json.member("id", holding.id.hex());
  if (!label.architecture.empty()) json.member("arch", label.architecture);
  if (!label.name.empty()) json.member("name", label.name);
  json.member("bytes", holding.bytes);
  json.member("parts", holding.parts);
  if (holding.used.time_since_epoch().count() != 0)
    json.member("used", utc(holding.used.time_since_epoch().count(), "%FT%TZ"));
  if (holding.kind == index::Kind::Native) {
    json.member("functions", label.functions);
    json.member("with_lines", label.with_lines);
  }
  json.end_object();
  return line += '\n';
}

bool is_wanted(const store::Holding& holding, const index::Label& label, const SymbolQuery& query) {
  const bool knows_lines = holding.kind != index::Kind::Native || label.with_lines != 0;
  if (query.with_lines && !knows_lines) return false;
  const std::string text = in_lower_case(query.text);
  return text.empty() || holding.id.hex().starts_with(text) || in_lower_case(label.name).contains(text);
}

// An image's unwind table comes and goes with its index, and is not listed beside it.
bool is_listed(const store::Holding& holding) { return holding.kind != index::Kind::Unwind; }

// Adds symbols that match until there are enough. Many are opened at once, as a store may be remote.
void list_stock(Stock& stock, const SymbolQuery& query, std::vector<Symbols>& out) {
  for (std::size_t at = 0; at < stock.holdings.size() && out.size() < query.most; at += at_once) {
    const auto some = std::span(stock.holdings).subspan(at, std::min(at_once, stock.holdings.size() - at));
    std::vector<store::Key> heads;
    heads.reserve(some.size());
    for (const store::Holding& holding : some) heads.push_back(holding.keys.front());
    const std::vector<store::Found> found = stock.shelf->get(heads);
    for (std::size_t i = 0; i < some.size() && out.size() < query.most; ++i) {
      const bool can_tell = some[i].has_head && found[i] && *found[i];
      index::Label label = can_tell ? index::label_of((*found[i])->bytes(), some[i].kind) : index::Label();
      // A source map may have the path where it was prepared as its name.
      if (label.name.starts_with('/')) label.name.erase(0, label.name.rfind('/') + 1);
      if (!is_wanted(some[i], label, query)) continue;
      out.push_back({some[i], label});
    }
  }
}

// The operator's log names the store; the client's answer does not.
std::unexpected<Error> in_trouble(const Project& project, const Error& error) {
  project.desks.sources().warn(error.message);
  return fail("the stores cannot be listed just now");
}

}  // namespace

Result<std::vector<Symbols>> list_symbols(const Project& project, const SymbolQuery& query) {
  std::vector<Symbols> out;
  for (const std::string& store : project.stores()) {
    auto stock = stock_of(store);
    if (!stock) return in_trouble(project, stock.error());
    std::erase_if(stock->holdings, [](const store::Holding& one) { return !is_listed(one); });
    list_stock(*stock, query, out);
  }
  return out;
}

Result<std::vector<Symbols>> describe_symbols(const Project& project, const ImageId& id) {
  std::vector<Symbols> out;
  for (const std::string& store : project.stores()) {
    auto stock = stock_of(store);
    if (!stock) return in_trouble(project, stock.error());
    std::erase_if(stock->holdings,
                  [&](const store::Holding& one) { return one.id != id || !is_listed(one); });
    list_stock(*stock, {}, out);
  }
  return out;
}

std::string lines_of(std::span<const Symbols> symbols) {
  std::string lines;
  for (const Symbols& one : symbols) lines += line_of(one);
  return lines;
}

Result<std::size_t> remove_symbols(const Project& project, const ImageId& id) {
  std::size_t count = 0;
  for (const std::string& store : project.own_stores()) {
    const auto stock = stock_of(store);
    if (!stock) return in_trouble(project, stock.error());
    for (const store::Holding& holding : stock->holdings) {
      if (holding.id != id) continue;
      if (const auto removed = stock->shelf->remove(holding.keys); !removed)
        return in_trouble(project, removed.error());
      if (is_listed(holding)) ++count;
    }
  }
  return count;
}

}  // namespace symkit::service
