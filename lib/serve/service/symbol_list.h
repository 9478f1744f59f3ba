// Lists, describes and removes the symbols of a project and those shared with it.
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
  std::string text = {};    // part of the name, or how the id begins; empty: all
  bool with_lines = false;  // only symbols with line information
  std::size_t most = 200;
};

struct Symbols {
  store::Holding holding;
  index::Label label = {};
};

// The most recently used come first, as far as the stores record that.
Result<std::vector<Symbols>> list_symbols(const Project& project, const SymbolQuery& query);

// All symbols of one id.
Result<std::vector<Symbols>> describe_symbols(const Project& project, const ImageId& id);

// A line of JSON for each.
std::string lines_of(std::span<const Symbols> symbols);

// Removes the project's own symbols of this id; returns how many there were.
Result<std::size_t> remove_symbols(const Project& project, const ImageId& id);

}  // namespace symkit::service
