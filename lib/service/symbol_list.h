// Which symbols there are in the stores: looked through, told, and taken away. A line of JSON for each.
#pragma once

#include <string>
#include <vector>

#include "base/image_id.h"
#include "base/result.h"

namespace symkit::service {

struct SymbolQuery {
  std::string text = {};    // part of its name, or how its id begins; empty: all
  bool with_lines = false;  // only what knows lines
  std::size_t most = 200;
};

// The last that were used stand first, so far as the stores know.
Result<std::string> list_symbols(const std::vector<std::string>& stores, const SymbolQuery& query);

// All of one id. Empty: there are none.
Result<std::string> describe_symbols(const std::vector<std::string>& stores, const ImageId& id);

// How many there were.
Result<std::size_t> remove_symbols(const std::vector<std::string>& stores, const ImageId& id);

}  // namespace symkit::service
