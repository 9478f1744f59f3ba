// Collects how the frames of an image's functions are left, and writes it as a section of its index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ground/base/bytes.h"
#include "keep/index/encoding.h"

namespace symkit::index {

// From `begin` on, up to the next row, the rule holds.
struct UnwindRow {
  std::uint64_t begin = 0;
  std::uint32_t rule = 0;
  bool operator==(const UnwindRow&) const = default;
};

class UnwindDraft {
 public:
  // A row as it is written: the step from the one before, and the rule.
  using Step = std::pair<std::uint64_t, std::uint32_t>;
  using Frequent = std::map<Step, std::uint8_t>;  // with their numbers

  // The number of a rule; the same for the same bytes.
  std::uint32_t rule(Bytes bytes);
  std::size_t rule_count() const { return rules_.size(); }
  std::size_t function_count() const { return functions_.size(); }
  // Offsets in the image. The first row begins with the function, and each other behind the one before.
  void add(std::uint64_t begin, std::uint64_t end, std::span<const UnwindRow> rows);

  // Empty if there are no functions, or more than fit. Of functions with the same code the first counts.
  Buffer encode();

 private:
  struct Function {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t rows = 0;  // a number in rows_
  };

  void put_functions(std::span<const std::vector<Step>> all, const Frequent& frequent, Buffer& functions,
                     Buffer& groups) const;

  std::vector<std::string> rules_;
  std::unordered_map<std::string, std::uint32_t> rule_numbers_;
  std::vector<std::vector<UnwindRow>> rows_;  // from their functions' begins; each is there once
  std::unordered_map<std::string, std::uint32_t> rows_numbers_;
  std::vector<Function> functions_;
};

}  // namespace symkit::index
