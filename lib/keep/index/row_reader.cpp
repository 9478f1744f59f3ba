#include "keep/index/row_reader.h"

#include "keep/index/encoding.h"
#include "keep/index/native_format.h"

namespace symkit::index {

[[gnu::noinline]] void MetCalls::grow() { room_.resize(room_.size() < 16 ? 16 : room_.size() * 2); }

// The steps below are compiled into one loop on local state, which stays in registers.
bool RowReader::find(const Piece& piece, std::uint64_t offset, MetCalls& calls, Found& found) {
  RowReader reader(piece, calls);
  while (!reader.at_.at_end()) {
    // The address comes first: a row after the offset is not read further.
    const std::uint8_t first = reader.at_.u8();
    const std::uint64_t address = reader.address_ + reader.steps_of(first) * reader.step_;
    if (address > offset) break;
    reader.address_ = address;
    reader.read_rest(first);
  }
  found = {reader.call_, reader.place_, reader.atos_place_};
  return !reader.failed();
}

bool RowReader::next() {
  if (at_.at_end()) return false;
  const std::uint8_t first = at_.u8();
  address_ += steps_of(first) * step_;
  read_rest(first);
  return !failed();
}

[[gnu::always_inline]] inline std::uint64_t RowReader::steps_of(std::uint8_t first) {
  const std::uint64_t steps = (first & 15U) + 1U;
  return steps == address_explicit + 1U ? steps + at_.uleb() : steps;
}

// The rest of a row, after its address.
[[gnu::always_inline]] inline void RowReader::read_rest(std::uint8_t first) {
  const unsigned line_code = first >> 4 & 7;
  std::uint8_t extended = 0;
  if ((first & row_is_extended) != 0) {
    extended = at_.u8();
    if ((extended & 0x3f) != call_same) switch_call(extended & 0x3f);
  }
  MetCall& call = (*calls_)[call_];
  place_.call = call_;
  place_.file = call.file;
  if ((extended & extended_has_file) != 0) {
    place_.file = static_cast<std::uint32_t>(at_.uleb());
    if (place_.file != 0) call.file = place_.file;
  }
  place_.has_line = line_code != line_none;
  if (place_.has_line) {
    const std::int64_t step = line_code == line_explicit ? unzigzag(at_.uleb()) : line_steps[line_code];
    call.line += static_cast<std::uint32_t>(step);
  }
  place_.line = call.line;
  if ((extended & extended_has_atos) == 0) {
    atos_place_ = place_;
  } else {
    read_atos_place();
  }
}

[[gnu::always_inline]] inline void RowReader::read_atos_place() {
  const std::uint64_t code = at_.uleb();
  if (code == 0) return;
  atos_place_.call = call_;
  atos_place_.file = ((code - 1) & 1) != 0 ? static_cast<std::uint32_t>(at_.uleb()) : place_.file;
  atos_place_.line = place_.line + static_cast<std::uint32_t>(unzigzag((code - 1) >> 1));
  atos_place_.has_line = true;
}

// The parent of a defined call is always one met before, so chains end.
[[gnu::always_inline]] inline void RowReader::switch_call(std::uint8_t code) {
  while (code >= call_new_child && code < call_distant) {
    const bool is_child = code == call_new_child || code == call_through_child;
    std::uint64_t since = 0;
    std::uint32_t parent = is_child ? call_ : (*calls_)[call_].parent;
    bool goes_on = code >= call_through_child;
    if (code == call_new_elsewhere) {
      since = at_.uleb();
      goes_on = (since & 1) != 0;
      since >>= 1;
      if (since >= calls_->size()) return at_.fail();
      parent = calls_->size() - 1 - static_cast<std::uint32_t>(since);
    }
    define_call(parent);
    if (!goes_on) return;
    code = at_.u8();
    if (at_.failed()) return;
  }
  if (code == call_same) return;
  if (code == call_parent) {
    call_ = (*calls_)[call_].parent;
    return;
  }
  const std::uint64_t since = code == call_distant ? at_.uleb() : code - std::uint64_t{call_recent};
  if (since >= calls_->size()) return at_.fail();
  call_ = calls_->size() - 1 - static_cast<std::uint32_t>(since);
}

[[gnu::always_inline]] inline void RowReader::define_call(std::uint32_t parent) {
  const std::uint64_t target = at_.uleb();
  call_ = calls_->size();
  MetCall& call = calls_->add();
  MetCall& caller = (*calls_)[parent];
  call.parent = parent;
  call.callee = static_cast<std::uint32_t>(target >> 1);
  call.site_file = (target & 1) != 0 ? static_cast<std::uint32_t>(at_.uleb()) : caller.file;
  call.site_line = caller.line += static_cast<std::uint32_t>(unzigzag(at_.uleb()));
  call.file = MetCall::own_file;
  call.line = 0;
}

}  // namespace symkit::index
