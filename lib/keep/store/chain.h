// A chain of stores, as given by --store and SYMKIT_STORE. They are searched in order.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "keep/store/counts.h"
#include "keep/store/lifetime.h"
#include "keep/store/stock.h"

namespace symkit::store {

using Chain = std::vector<std::string>;

// Reads a list of stores, separated by commas, or by blanks as well. If the complete text is an existing
// folder, commas and blanks included, it means that folder.
enum class Between : std::uint8_t { Commas, CommasAndBlanks };
Chain read_chain(std::string_view text, Between between = Between::Commas);

// An error names the entry that cannot be a store, and why.
Result<void> check_chain(const Chain& chain);

// "folder", "engine" or "web".
std::string_view kind_of_store(const std::string& store);

// The path of a store that is a folder.
std::string folder_of(const std::string& store);

// Opens one store, for maintenance or for writing with another lifetime.
std::unique_ptr<StockedShelf> open_store(const std::string& store,
                                         std::chrono::seconds expire = Lifetime().of_index);

// Turns a folder into a store laid out as files for a web server, if it is not one yet.
Result<void> make_static(const std::string& store);

// A separate store inside a store; neither sees the other's indexes. For a folder this is the folder
// projects/NAME, for an engine a key prefix. Nothing if the store is read-only.
std::optional<std::string> store_within(const std::string& store, std::string_view name);

struct Opening {
  std::chrono::seconds expire = Lifetime().of_index;
  Chain shared = {};                          // searched last; nothing is put there or copied from there
  std::shared_ptr<const Counts> counts = {};  // null: no counting
  // If set, the shelf serves untrusted clients: it does not reveal where it is, and reports errors only
  // to this sink.
  WarningSink before_strangers = {};
};

// A shelf that searches the complete chain. If the chain is empty, nothing is found and nothing can be
// put.
std::unique_ptr<Shelf> open_shelf(const Chain& chain, const Opening& how = {});

}  // namespace symkit::store
