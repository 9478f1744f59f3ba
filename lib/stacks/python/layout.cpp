#include "stacks/python/layout.h"

#include <array>
#include <string_view>

namespace symkit::python {
namespace {

constexpr Layout layout_of_3_11 = {
    .first_interpreter = 40,
    .next_interpreter = 0,
    .first_thread = 16,
    .next_thread = 8,
    .native_id = 160,
    .current = 56,
    .loop = LoopOffsets{.frame = 8, .previous = 16},
    .frame = {.code = 32, .previous = 48, .instruction = 56, .owner = 69, .is_entry = 68},
    .code = {.file = 112, .name = 128, .line_table = 136, .first_line = 72, .instructions = 184},
    .text = {.length = 16, .state = 32, .ascii = 48, .compact = 72},
    .type = 8,
    .count = 16,
    .bytes = 32};

constexpr Layout layout_of_3_12 = {
    .first_interpreter = 40,
    .next_interpreter = 0,
    .first_thread = 72,
    .next_thread = 8,
    .native_id = 144,
    .current = 56,
    .loop = LoopOffsets{.frame = 0, .previous = 8},
    .frame = {.code = 0, .previous = 8, .instruction = 56, .owner = 70},
    .code = {.file = 112, .name = 128, .line_table = 136, .first_line = 68, .instructions = 192},
    .text = {.length = 16, .state = 32, .ascii = 40, .compact = 56},
    .type = 8,
    .count = 16,
    .bytes = 32};

// In words from the beginning of the interpreter's own list; each group begins with the structure's size.
struct Groups {
  std::size_t interpreter, thread, frame, code, object, bytes, text;
};
constexpr Groups groups_of_3_13 = {6, 19, 28, 34, 44, 64, 67};
constexpr Groups groups_of_3_14 = {6, 22, 31, 39, 50, 74, 77};

class OwnList {
 public:
  OwnList(const unwind::Memory& memory, std::uint64_t begin) : memory_(memory), begin_(begin) {}

  bool is_there() const {
    constexpr std::uint64_t cookie = 0x7970677562656478;  // "xdebugpy"
    return memory_.number(begin_, 8) == cookie;
  }
  std::uint64_t version() { return word(1); }

  std::optional<Layout> read(const Groups& groups, bool is_3_14) {
    const bool is_without_lock = word(2) != 0;
    Layout made;
    made.first_interpreter = offset(5);
    made.next_interpreter = offset(groups.interpreter + 2);
    made.first_thread = offset(groups.interpreter + 3);
    made.next_thread = offset(groups.thread + 2);
    made.current = offset(groups.thread + 4);
    made.native_id = offset(groups.thread + 6);
    made.frame = {.code = offset(groups.frame + 2),
                  .previous = offset(groups.frame + 1),
                  .instruction = offset(groups.frame + 3),
                  .owner = offset(groups.frame + 5)};
    made.code = {.file = offset(groups.code + 1),
                 .name = offset(groups.code + 3),
                 .line_table = offset(groups.code + 4),
                 .first_line = offset(groups.code + 5),
                 .instructions = offset(groups.code + 9)};
    if (is_3_14 && is_without_lock) {
      made.frame.copy_index = offset(groups.frame + 7);
      made.code.copies = offset(groups.code + 10);
    }
    made.count = offset(groups.object);
    made.type = offset(groups.object + 1);
    made.bytes = offset(groups.bytes + 2);
    // Characters follow a string's header, or three more fields' worth of it, of which the last is unused.
    made.text = {.length = offset(groups.text + 2),
                 .state = offset(groups.text + 1),
                 .kind_bit = is_3_14 && is_without_lock ? 8U : 2U,
                 .ascii = offset(groups.text + 3),
                 .compact = offset(groups.text) - 8};
    return is_sound_ ? std::optional(made) : std::nullopt;
  }

 private:
  std::uint64_t word(std::size_t index) {
    const auto value = memory_.number(begin_ + index * 8, 8);
    is_sound_ = is_sound_ && value.has_value();
    return value.value_or(0);
  }
  std::uint64_t offset(std::size_t index) {
    constexpr std::uint64_t largest = 1 << 24;
    const std::uint64_t value = word(index);
    is_sound_ = is_sound_ && value < largest;
    return value;
  }

  const unwind::Memory& memory_;
  std::uint64_t begin_;
  bool is_sound_ = true;
};

}  // namespace

std::optional<Layout> layout_of(const unwind::Memory& memory, std::uint64_t runtime, std::uint64_t version) {
  OwnList list(memory, runtime);
  const bool has_list = list.is_there();
  if (has_list) version = list.version();
  switch (version >> 16) {
    case 0x030b: return layout_of_3_11;
    case 0x030c: return layout_of_3_12;
    case 0x030d: return has_list ? list.read(groups_of_3_13, false) : std::nullopt;
    case 0x030e: return has_list ? list.read(groups_of_3_14, true) : std::nullopt;
    default: return std::nullopt;
  }
}

}  // namespace symkit::python
