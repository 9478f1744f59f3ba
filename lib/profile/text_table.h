// The texts of a profile by number, 0 the empty one, as pprof numbers them. What a file has keeps the file's
// numbers, also where it says one text twice; what is added later is added once.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace symkit::profile {

using TextId = std::uint32_t;

class TextTable {
 public:
  TextTable() = default;
  TextTable(TextTable&&) noexcept = default;
  TextTable& operator=(TextTable&&) noexcept = default;
  TextTable(const TextTable&) = delete;
  TextTable& operator=(const TextTable&) = delete;

  // A text of the file, whose bytes outlive the table.
  void add_of_file(std::string_view text) { texts_.push_back(text); }

  // A text that outlives the table, whether it was added before or not.
  TextId add_view(std::string_view text) {
    if (texts_.empty()) texts_.emplace_back();
    if (text.empty()) return 0;
    texts_.push_back(text);
    return static_cast<TextId>(texts_.size() - 1);
  }

  // The text's number, a new one where it was not added before.
  TextId add(std::string_view text) {
    if (texts_.empty()) texts_.emplace_back();
    if (text.empty()) return 0;
    const auto found = added_.find(text);
    if (found != added_.end()) return found->second;
    kept_.emplace_back(text);
    const auto number = static_cast<TextId>(texts_.size());
    texts_.push_back(kept_.back());
    added_.emplace(kept_.back(), number);
    return number;
  }

  std::string_view operator[](TextId number) const {
    return number < texts_.size() ? texts_[number] : std::string_view();
  }
  std::size_t size() const { return texts_.size(); }
  bool empty() const { return texts_.empty(); }

 private:
  std::vector<std::string_view> texts_;
  std::deque<std::string> kept_;
  std::unordered_map<std::string_view, TextId> added_;
};

}  // namespace symkit::profile
