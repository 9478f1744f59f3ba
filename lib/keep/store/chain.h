// Stores one behind the other: what --store and SYMKIT_STORE name. They are asked in their order.
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

// What one text names: stores between commas, or between blanks as well. What is a folder as it stands, with
// all its commas and blanks, is that folder.
enum class Between : std::uint8_t { Commas, CommasAndBlanks };
Chain read_chain(std::string_view text, Between between = Between::Commas);

// An error says which of them cannot be a store, and why.
Result<void> check_chain(const Chain& chain);

// "folder", "engine" or "web".
std::string_view kind_of_store(const std::string& store);

// Of one that is a folder: its path.
std::string folder_of(const std::string& store);

// One of them, to be looked after, or to be written with another lifetime.
std::unique_ptr<StockedShelf> open_store(const std::string& store,
                                         std::chrono::seconds expire = Lifetime().of_index);

// A folder becomes a store laid out as files that a web server can show, if it is not one yet.
Result<void> make_static(const std::string& store);

// A store of its own within one, which neither sees the other's indexes: of a folder the folder
// projects/NAME, of an engine keys that begin so. Nothing where a store can only be read.
std::optional<std::string> store_within(const std::string& store, std::string_view name);

struct Opening {
  std::chrono::seconds expire = Lifetime().of_index;
  Chain shared = {};  // asked last; nothing is put there, and nothing copied from there
  std::shared_ptr<const Counts> counts = {};  // null: nobody counts
  // Set: strangers are answered; the shelf tells nobody where it is, and what goes wrong only to this.
  WarningSink before_strangers = {};
};

// The shelf that asks them all. Without any it is nowhere: nothing is found, and nothing can be put.
std::unique_ptr<Shelf> open_shelf(const Chain& chain, const Opening& how = {});

}  // namespace symkit::store
