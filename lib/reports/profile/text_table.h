// The texts of a profile by number; 0 is the empty one, as in pprof. Texts of a file keep the file's
// numbers, even if the file has a text twice; later texts are added once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "ground/base/number_table.h"

namespace symkit::profile {

using TextId = std::uint32_t;

class TextTable {
 public:
  TextTable() = default;
  TextTable(TextTable&&) noexcept = default;
  TextTable& operator=(TextTable&&) noexcept = default;
  TextTable(const TextTable&) = delete;
  TextTable& operator=(const TextTable&) = delete;

  // A text in the file, whose bytes must outlive the table.
  void add_of_file(std::string_view text) { texts_.push_back(text); }

  // A text that outlives the table, whether or not it was added before.
  TextId add_view(std::string_view text) {
    if (texts_.empty()) texts_.emplace_back();
    if (text.empty()) return 0;
    texts_.push_back(text);
    return static_cast<TextId>(texts_.size() - 1);
  }

  // The text's number; a new one if it was not added before.
  TextId add(std::string_view text) {
    if (texts_.empty()) texts_.emplace_back();
    if (text.empty()) return 0;
    const std::size_t hash = std::hash<std::string_view>()(text);
    const std::uint32_t* const known =
        added_.find(hash, [&](TextId number) { return texts_[number] == text; });
    if (known != nullptr) return *known;
    const auto number = static_cast<TextId>(texts_.size());
    texts_.push_back(kept(text));
    added_.add(hash, number);
    return number;
  }

  std::string_view operator[](TextId number) const {
    return number < texts_.size() ? texts_[number] : std::string_view();
  }
  std::size_t size() const { return texts_.size(); }
  bool empty() const { return texts_.empty(); }

 private:
  std::string_view kept(std::string_view text) {
    if (memory_ == nullptr) memory_ = std::make_unique<std::pmr::monotonic_buffer_resource>();
    auto* copy = static_cast<char*>(memory_->allocate(text.size(), 1));
    text.copy(copy, text.size());
    return {copy, text.size()};
  }

  std::vector<std::string_view> texts_;
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_;  // of added texts
  NumberTable added_;
};

}  // namespace symkit::profile
