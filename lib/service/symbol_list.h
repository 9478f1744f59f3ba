// Which symbols there are in the stores: looked through, told, and taken away.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/image_id.h"
#include "base/result.h"
#include "index/label.h"
#include "store/stock.h"

namespace symkit::service {

struct SymbolQuery {
  std::string text = {};    // part of its name, or how its id begins; empty: all
  bool with_lines = false;  // only what knows lines
  std::size_t most = 200;
};

struct Symbols {
  store::Holding holding;
  index::Label label = {};
};

// The last that were used stand first, so far as the stores know.
Result<std::vector<Symbols>> list_symbols(const std::vector<std::string>& stores, const SymbolQuery& query);

// All of one id.
Result<std::vector<Symbols>> describe_symbols(const std::vector<std::string>& stores, const ImageId& id);

// A line of JSON for each.
std::string lines_of(std::span<const Symbols> symbols);

// How many there were.
Result<std::size_t> remove_symbols(const std::vector<std::string>& stores, const ImageId& id);

}  // namespace symkit::service
