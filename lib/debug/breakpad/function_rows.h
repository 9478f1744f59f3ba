// Collects one FUNC with its lines and INLINEs until it is complete, then writes its calls and rows into
// a draft. Records give ranges; a draft needs rows, each with the call that its code belongs to.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "keep/index/native_draft.h"

namespace symkit::breakpad {

class FunctionRows {
 public:
  // `of_apple`: results are those of atos, which never gives line 0 but keeps the line before.
  explicit FunctionRows(bool of_apple) : of_apple_(of_apple) {}

  struct Line {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    index::DraftPlace place;
  };
  struct Call {
    std::uint32_t depth = 0;
    index::NameKey name = 0;
    index::DraftPlace site;
  };

  // Drops everything added before.
  void begin(std::uint64_t begin, std::uint64_t end);
  void add_line(const Line& line);
  // Adds a call, followed by its ranges.
  void add_call(const Call& call) { calls_.push_back({call}); }
  void add_range(std::uint64_t begin, std::uint64_t end);

  // Call this between the draft's begin_function() and end_function().
  void write(index::Draft& draft);

 private:
  struct KnownCall {
    Call said;
    std::uint32_t parent = 0;
    std::uint32_t number = 0;  // in the draft; 0: not there yet
  };
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t call = 0;  // index in calls_
  };
  struct Open {
    std::uint64_t end = 0;
    std::uint32_t call = 0;
  };
  // From this address on, the code belongs to this call, or has this place.
  struct Change {
    std::uint64_t address = 0;
    std::uint32_t call = 0;
  };
  struct Moved {
    std::uint64_t address = 0;
    index::DraftPlace place;
  };

  void nest(index::Draft& draft);
  void open(const Range& range);
  std::uint32_t number_of(KnownCall& call, std::uint32_t parent, index::Draft& draft);
  void lay_lines();
  void merge(index::Draft& draft);
  void add_row(std::uint64_t address, std::uint32_t call, index::DraftPlace place, index::Draft& draft);

  bool of_apple_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
  std::vector<Line> lines_;
  std::vector<KnownCall> calls_;
  std::vector<Range> ranges_;
  std::vector<std::uint64_t> boundaries_;
  std::vector<Open> open_;  // the last one begun at each depth; it may have ended
  std::uint32_t numbered_ = 0;
  std::vector<Change> changes_;
  std::vector<Moved> moved_;
  std::vector<index::DraftPlace> last_lines_;  // of each call
  bool any_ = false;
  index::DraftRow before_;
};

}  // namespace symkit::breakpad
