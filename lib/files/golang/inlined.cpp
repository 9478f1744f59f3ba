#include "files/golang/inlined.h"

#include <array>

namespace symkit::golang {
namespace {

constexpr std::array old_shapes = {InlinedShape{2, 4, InlinedEntry::Go1_12},     // 1.13 to 1.15
                                   InlinedShape{1, 2, InlinedEntry::Go1_12},     // 1.12
                                   InlinedShape{1, 2, InlinedEntry::Go1_9}};     // 1.9 to 1.11
constexpr std::array middle_shape = {InlinedShape{2, 3, InlinedEntry::Go1_12}};  // 1.16 to 1.19
constexpr std::array new_shape = {InlinedShape{2, 3, InlinedEntry::Go1_20}};

std::size_t size_of(InlinedEntry entry) { return entry == InlinedEntry::Go1_12 ? 20 : 16; }

}  // namespace

std::span<const InlinedShape> shapes_of(Layout layout) {
  switch (layout) {
    case Layout::Go1_2: return old_shapes;
    case Layout::Go1_16:
    case Layout::Go1_18: return middle_shape;
    case Layout::Go1_20: return new_shape;
  }
  return {};
}

std::optional<InlinedCall> read_inlined(Bytes tree, Endian endian, const InlinedShape& shape,
                                        const Table& table, std::uint32_t number) {
  Cursor at(tree, endian);
  at.seek(std::uint64_t{number} * size_of(shape.entry));
  InlinedCall call;
  bool is_plausible = true;
  if (shape.entry == InlinedEntry::Go1_20) {
    at.skip(1);
    is_plausible = at.u24() == 0;
    call.name = at.u32();
    call.parent_code = at.u32();
    at.skip(4);  // line of the function's declaration
  } else {
    if (shape.entry == InlinedEntry::Go1_12) {
      call.parent = static_cast<std::int16_t>(at.u16());
      at.skip(1);
      is_plausible = at.u8() == 0;
    } else {
      call.parent = static_cast<std::int32_t>(at.u32());
    }
    call.file = static_cast<std::int32_t>(at.u32());
    call.line = static_cast<std::int32_t>(at.u32());
    call.name = at.u32();
    if (shape.entry == InlinedEntry::Go1_12) call.parent_code = at.u32();
    is_plausible = is_plausible && call.parent >= -1 && call.parent < static_cast<std::int64_t>(number);
  }
  if (at.failed() || !is_plausible || !table.is_beginning_of_name(call.name)) return std::nullopt;
  return call;
}

}  // namespace symkit::golang
