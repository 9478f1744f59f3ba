// Which symbols a project has, and which are shared with it: looked through, told, and taken away.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ground/base/image_id.h"
#include "ground/base/result.h"
#include "keep/index/label.h"
#include "keep/store/stock.h"
#include "serve/service/project.h"

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
Result<std::vector<Symbols>> list_symbols(const Project& project, const SymbolQuery& query);

// All of one id.
Result<std::vector<Symbols>> describe_symbols(const Project& project, const ImageId& id);

// A line of JSON for each.
std::string lines_of(std::span<const Symbols> symbols);

// Of its own. How many there were.
Result<std::size_t> remove_symbols(const Project& project, const ImageId& id);

}  // namespace symkit::service
