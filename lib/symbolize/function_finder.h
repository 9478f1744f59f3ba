// Where the function is that a log means by its name: "register_read+0x12/0x30". Several may have the name;
// then the size that the log gives tells which one it is, or nothing does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/native_index.h"

namespace symkit::symbolize {

class FunctionFinder {
 public:
  // `size` as the kernel counts it: up to the next symbol, so with the padding behind the function.
  std::optional<ImageOffset> find(const index::NativeIndex& index, std::string_view name,
                                  std::uint64_t offset, std::optional<std::uint64_t> size);
  // Why there was none.
  std::string_view why_not() const { return why_not_; }

 private:
  struct Candidate {
    ImageOffset begin;
    std::uint64_t size = 0;
  };
  bool is_called(const index::NativeIndex& index, std::string_view name);
  bool begins_next(const index::NativeIndex& index, const Candidate& candidate, std::uint64_t size);
  void keep_those_of_size(const index::NativeIndex& index, std::uint64_t size);

  std::vector<Candidate> candidates_;
  index::Answer answer_;
  std::string text_;
  std::string_view why_not_;
};

}  // namespace symkit::symbolize
