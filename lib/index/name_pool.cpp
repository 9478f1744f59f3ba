#include "index/name_pool.h"

#include <algorithm>

#include "index/strings.h"

namespace symkit::index {

NamePool::NamePool(std::span<const Draft> drafts) {
  std::vector<std::string_view> all;
  for (const Draft& draft : drafts) {
    all.insert(all.end(), draft.names().begin(), draft.names().end());
    for (const Draft::FileName& file : draft.files()) {
      all.push_back(file.folder);
      all.push_back(file.base);
    }
  }
  sort_strings(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  strings_ = std::move(all);
  for (const Draft& draft : drafts) {
    std::vector<std::uint32_t>& numbers = names_.emplace_back();
    numbers.reserve(draft.names().size());
    for (const std::string_view text : draft.names()) numbers.push_back(number_of(text) + 1);
  }
  number_files(drafts);
  number_callees(drafts);
}

std::uint32_t NamePool::number_of(std::string_view text) const {
  return static_cast<std::uint32_t>(std::ranges::lower_bound(strings_, text) - strings_.begin());
}

void NamePool::number_files(std::span<const Draft> drafts) {
  const auto as_file = [this](const Draft::FileName& name) {
    return File{number_of(name.folder), number_of(name.base)};
  };
  for (const Draft& draft : drafts)
    std::ranges::transform(draft.files(), std::back_inserter(files_), as_file);
  std::ranges::sort(files_);
  files_.erase(std::ranges::unique(files_).begin(), files_.end());
  for (const Draft& draft : drafts) {
    std::vector<std::uint32_t>& numbers = file_numbers_.emplace_back();
    for (const Draft::FileName& name : draft.files())
      numbers.push_back(
          static_cast<std::uint32_t>(std::ranges::lower_bound(files_, as_file(name)) - files_.begin()) + 1);
  }
}

// Of one name and file the lowest line counts, whichever draft it is from.
void NamePool::number_callees(std::span<const Draft> drafts) {
  const auto key = [](const Callee& callee) { return std::pair(callee.name, callee.file); };
  for (std::uint32_t d = 0; d < drafts.size(); ++d)
    for (const DraftCallee& callee : drafts[d].callees())
      callees_.push_back({name(d, callee.name), file(d, callee.file), callee.line});
  std::ranges::sort(callees_);
  callees_.erase(std::ranges::unique(callees_, {}, key).begin(), callees_.end());
  for (std::uint32_t d = 0; d < drafts.size(); ++d) {
    std::vector<std::uint32_t>& numbers = callee_numbers_.emplace_back();
    for (const DraftCallee& callee : drafts[d].callees()) {
      const std::pair wanted(name(d, callee.name), file(d, callee.file));
      const auto found = std::ranges::lower_bound(callees_, wanted, {}, key);
      numbers.push_back(static_cast<std::uint32_t>(found - callees_.begin()) + 1);
    }
  }
}

}  // namespace symkit::index
