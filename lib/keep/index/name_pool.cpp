#include "keep/index/name_pool.h"

#include <algorithm>
#include <numeric>

#include "ground/base/large_memory.h"
#include "keep/index/strings.h"

namespace symkit::index {

NamePool::NamePool(std::span<const Draft> drafts, unsigned jobs) {
  number_strings(drafts, jobs);
  number_files(drafts);
  number_callees(drafts);
}

void NamePool::number_strings(std::span<const Draft> drafts, unsigned jobs) {
  std::vector<SortedString> all;
  std::size_t count = 0;
  for (const Draft& draft : drafts) count += draft.names().size() + draft.files().size() * 2;
  reserve_large(all, count);
  const auto add = [&](std::string_view text) { all.push_back({.text = text, .slot = all.size()}); };
  for (const Draft& draft : drafts) {
    first_slot_.push_back(all.size());
    for (const std::string_view name : draft.names()) add(name);
    for (const Draft::FileName& file : draft.files()) {
      add(file.folder);
      add(file.base);
    }
  }
  sort_strings(all, jobs);
  string_numbers_.resize(all.size());
  strings_.reserve(all.size());
  for (const SortedString& string : all) {
    if (strings_.empty() || strings_.back() != string.text) strings_.push_back(string.text);
    string_numbers_[string.slot] = static_cast<std::uint32_t>(strings_.size()) - 1;
  }
}

void NamePool::number_files(std::span<const Draft> drafts) {
  std::vector<std::vector<File>> by_draft;
  for (std::size_t d = 0; d < drafts.size(); ++d) {
    std::vector<File>& own = by_draft.emplace_back();
    const std::uint32_t* numbers = string_numbers_.data() + first_slot_[d] + drafts[d].names().size();
    for (std::size_t i = 0; i < drafts[d].files().size(); ++i)
      own.push_back({numbers[i * 2], numbers[i * 2 + 1]});
    files_.insert(files_.end(), own.begin(), own.end());
  }
  std::ranges::sort(files_);
  files_.erase(std::ranges::unique(files_).begin(), files_.end());
  for (const std::vector<File>& own : by_draft) {
    std::vector<std::uint32_t>& numbers = file_numbers_.emplace_back();
    for (const File& file : own)
      numbers.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(files_, file) - files_.begin()) +
                        1);
  }
}

// For each name and file the lowest line counts, from any draft. Callees are first distributed by name,
// so that only the few of one name need sorting.
void NamePool::number_callees(std::span<const Draft> drafts) {
  struct Placed {
    Callee callee;
    std::uint32_t draft = 0;
    std::uint32_t key = 0;  // less 1
  };
  std::vector<std::uint32_t> place(strings_.size() + 2);  // of the names' callees; names count from 1
  for (std::uint32_t d = 0; d < drafts.size(); ++d) {
    callee_numbers_.emplace_back(drafts[d].callees().size());
    for (const DraftCallee& callee : drafts[d].callees()) ++place[name(d, callee.name) + 1];
  }
  std::partial_sum(place.begin(), place.end(), place.begin());
  std::vector<Placed> all(place.back());
  for (std::uint32_t d = 0; d < drafts.size(); ++d) {
    std::uint32_t key = 0;
    for (const DraftCallee& callee : drafts[d].callees()) {
      const std::uint32_t its_name = name(d, callee.name);
      all[place[its_name]++] = {{its_name, file(d, callee.file), callee.line}, d, key++};
    }
  }
  callees_.reserve(all.size());
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first + 1;
    while (end < all.size() && all[end].callee.name == all[first].callee.name) ++end;
    std::sort(all.begin() + static_cast<std::ptrdiff_t>(first),
              all.begin() + static_cast<std::ptrdiff_t>(end),
              [](const Placed& a, const Placed& b) { return a.callee < b.callee; });
    for (std::size_t i = first; i < end; ++i) {
      const bool is_known = i != first && all[i].callee.file == callees_.back().file;
      if (!is_known) callees_.push_back(all[i].callee);
      callee_numbers_[all[i].draft][all[i].key] = static_cast<std::uint32_t>(callees_.size());
    }
    first = end;
  }
}

}  // namespace symkit::index
