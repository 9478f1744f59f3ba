// The rows of one function: rules by ranges, and exceptions where it begins or is about to return.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "stacks/unwind/stored_draft.h"
#include "stacks/unwind/stored_rules.h"

namespace symkit::unwind {

class FunctionRows {
 public:
  FunctionRows(std::uint64_t begin, std::uint64_t end) : begin_(begin), end_(end) {}

  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return end_; }

  // Rules first, and all in the order of their addresses. From there on; none: nothing is known.
  void add_rule(std::uint64_t address, const std::optional<StoredRules>& rules);
  bool has_rule(std::uint64_t address) const { return rule_at(address) != nullptr; }
  // Whether they are those of the frame there while nothing of it is undone.
  bool has_whole_frame(std::uint64_t address, const StoredRules& rules) const;

  enum class When : std::uint8_t { Begins, Returns };
  // Up to an end, or the next exception. None is made where the rule says the same.
  void add_exception(std::uint64_t address, std::uint64_t end, const StoredRules& rules, When when);

  // Expressions must still be there.
  void put(StoredDraft& draft) const;

 private:
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::optional<StoredRules> rules;
  };

  const StoredRules* rule_at(std::uint64_t address) const;
  void put_rules(std::uint64_t from, std::uint64_t to, StoredDraft& draft) const;

  std::uint64_t begin_;
  std::uint64_t end_;
  std::vector<Range> rules_, exceptions_;
};

}  // namespace symkit::unwind
