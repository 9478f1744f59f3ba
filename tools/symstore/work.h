// A function for each of symstore's commands; and what they share.
#pragma once

#include <string>
#include <vector>

#include "common/console.h"
#include "keep/store/chain.h"
#include "keep/store/stock.h"
#include "symstore/options.h"

namespace symkit::symstore {

struct Work {
  const Options& options;
  const store::Chain& stores;  // from --store
  tools::Console& console;
};

Result<void> list(const Work& work);  // list.cpp
Result<void> stat(const Work& work);
Result<void> verify(const Work& work);  // verify.cpp
Result<void> push(const Work& work);    // transfer.cpp
Result<void> pull(const Work& work);
Result<void> remove(const Work& work);  // remove.cpp
Result<void> prune(const Work& work);

// "native" and the like; "parts" for parts without a manifest.
std::string kind_of(const store::Holding& holding);

// Whether the text looks like an id, or like the beginning of one.
bool may_be_id(std::string_view text);
// Whether an id, or its beginning, means this entry.
bool is_meant(const store::Holding& holding, std::string_view hex);
// The entries that `ids` mean; fails if one of the ids means none.
Result<std::vector<store::Holding>> chosen(const std::vector<store::Holding>& all,
                                           const std::vector<std::string>& ids, const std::string& place);

}  // namespace symkit::symstore
