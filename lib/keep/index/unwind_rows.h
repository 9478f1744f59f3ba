// How the frames of an image's functions are left, by the code's address: rules that hold from one row to
// the next. What a rule says is known to those who unwind (stacks/unwind/stored_rules.h). The content is not
// trusted: damaged data gives no rule.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/address.h"
#include "ground/base/bytes.h"
#include "ground/base/cursor.h"
#include "keep/index/envelope.h"

namespace symkit::index {

inline constexpr std::uint32_t unwind_tag = tag("UNWD");

// A row is a byte: the number of a frequent one, or this, and the row itself follows.
inline constexpr std::uint8_t row_in_full = 255;
inline constexpr std::size_t functions_in_group = 32;
inline constexpr std::size_t function_group_size = 12;  // where its first begins (8), its place (4)

class UnwindRows {
 public:
  UnwindRows() = default;
  explicit UnwindRows(Bytes section);

  bool empty() const { return groups_.empty(); }
  // Nothing where no function is known.
  std::optional<Bytes> rule_at(ImageOffset offset) const;

 private:
  struct Row {
    std::uint64_t step = 0;  // from the row before, or the function's begin
    std::uint64_t rule = 0;
  };

  void read_head(Cursor at);
  std::optional<std::uint64_t> rule_in(Cursor rows, std::uint64_t into) const;
  Row read_row(Cursor& at) const;

  Bytes rules_;
  std::vector<std::uint32_t> rule_ends_;
  std::array<Row, row_in_full> frequent_ = {};
  std::size_t frequent_count_ = 0;
  Bytes groups_;
  Bytes functions_;
};

}  // namespace symkit::index
