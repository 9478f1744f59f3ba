#include "debug/locals/frame_layout.h"

#include "files/dwarf/operations.h"
#include "ground/base/cursor.h"

namespace symkit::locals {
namespace {

std::optional<std::uint64_t> array_size(const Found& array, unsigned depth);

std::optional<std::uint64_t> size_of_type(const Found& type, unsigned depth) {
  constexpr unsigned deepest = 64;
  if (depth == deepest) return std::nullopt;
  if (const auto size = type.entry.number(dwarf::DW_AT_byte_size)) return size;
  const std::uint64_t pointer = type.entry.unit().header().encoding.address_size;
  const auto of = target_of(type, dwarf::DW_AT_type);
  switch (type.entry.tag()) {
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type: return pointer;
    case dwarf::DW_TAG_ptr_to_member_type:
      return of && of->entry.tag() == dwarf::DW_TAG_subroutine_type ? 2 * pointer : pointer;
    case dwarf::DW_TAG_array_type: return array_size(type, depth);
    default: return of ? size_of_type(*of, depth + 1) : std::nullopt;
  }
}

std::optional<std::uint64_t> array_size(const Found& array, unsigned depth) {
  const auto of = target_of(array, dwarf::DW_AT_type);
  auto size = of ? size_of_type(*of, depth + 1) : std::nullopt;
  if (!size) return std::nullopt;
  for (auto child = array.first_child(); child; child = child->next()) {
    if (child->entry.tag() != dwarf::DW_TAG_subrange_type) continue;
    if (const auto count = child->entry.number(dwarf::DW_AT_count)) *size *= *count;
    if (const auto bound = child->entry.number(dwarf::DW_AT_upper_bound))
      *size *= *bound - child->entry.number(dwarf::DW_AT_lower_bound).value_or(0) + 1;
  }
  return size;
}

class Layout {
 public:
  explicit Layout(const Found& subroutine) : unit_(subroutine.entry.unit()) {
    walk(subroutine, subroutine, 0);
  }

  std::vector<LaidOut> take() { return std::move(all_); }

 private:
  void walk(const Found& subroutine, const Found& entry, unsigned depth) {
    constexpr unsigned deepest = 200;
    const std::uint16_t tag = entry.entry.tag();
    if (tag == dwarf::DW_TAG_variable || tag == dwarf::DW_TAG_formal_parameter) return add(subroutine, entry);
    if (depth == deepest) return;
    // The function that was inlined says what its base is.
    const auto origin = tag == dwarf::DW_TAG_inlined_subroutine
                            ? target_of(entry, dwarf::DW_AT_abstract_origin)
                            : std::nullopt;
    for (auto child = entry.first_child(); child; child = child->next())
      walk(origin ? *origin : subroutine, *child, depth + 1);
  }

  void add(const Found& subroutine, const Found& entry) {
    LaidOut& made = all_.emplace_back();
    made.function = Lineage(subroutine).text(dwarf::DW_AT_name);
    made.offset = offset_of(entry, base_register(subroutine));
    made.tag = entry.entry.number(dwarf::DW_AT_LLVM_tag_offset);
    const auto origin = target_of(entry, dwarf::DW_AT_abstract_origin);
    const Found& declared = origin ? *origin : entry;
    made.name = declared.entry.text(dwarf::DW_AT_name);
    if (const auto type = target_of(declared, dwarf::DW_AT_type)) made.size = size_of_type(*type, 0);
    if (const auto file = declared.entry.number(dwarf::DW_AT_decl_file)) made.file = path_of(*file);
    made.line = declared.entry.number(dwarf::DW_AT_decl_line).value_or(0);
  }

  static std::optional<std::uint8_t> base_register(const Found& subroutine) {
    const dwarf::Detail* const base = subroutine.entry.find(dwarf::DW_AT_frame_base);
    if (base == nullptr || base->block.empty()) return std::nullopt;
    const std::uint8_t code = base->block[0];
    if (code < dwarf::DW_OP_reg0 || code >= dwarf::DW_OP_breg0) return std::nullopt;
    return static_cast<std::uint8_t>(code - dwarf::DW_OP_reg0);
  }

  // Of any place in the code.
  static std::optional<std::int64_t> offset_of(const Found& entry, std::optional<std::uint8_t> base) {
    const dwarf::Detail* const location = entry.entry.find(dwarf::DW_AT_location);
    if (location == nullptr) return std::nullopt;
    if (location->has_block) return offset_in(location->block, base);
    constexpr std::uint64_t longest = 1 << 20;
    std::optional<std::int64_t> found;
    dwarf::each_location(entry.entry.unit(), entry.file->locations, *location, longest,
                         [&](const dwarf::ListedLocation& one) {
                           found = offset_in(one.expression, base);
                           return !found;
                         });
    return found;
  }

  static std::optional<std::int64_t> offset_in(Bytes expression, std::optional<std::uint8_t> base) {
    Cursor at(expression, Endian::Little);
    const std::uint8_t code = at.u8();
    if (code != dwarf::DW_OP_fbreg && !(base && code == dwarf::DW_OP_breg0 + *base)) return std::nullopt;
    const std::int64_t offset = at.sleb();
    if (at.failed()) return std::nullopt;
    const bool is_all = at.at_end() || (at.u8() == dwarf::DW_OP_deref && at.at_end());
    return is_all ? std::optional(offset) : std::nullopt;
  }

  std::string path_of(std::uint64_t file) {
    if (!unit_.line_program || file > UINT32_MAX) return {};
    if (!has_lines_) lines_.read(unit_, *unit_.line_program, dwarf::LineRows::None);
    has_lines_ = true;
    return lines_.path_of(static_cast<std::uint32_t>(file));
  }

  const dwarf::Unit& unit_;
  dwarf::LineTable lines_;
  bool has_lines_ = false;
  std::vector<LaidOut> all_;
};

}  // namespace

std::vector<LaidOut> frame_layout(const Found& subroutine) { return Layout(subroutine).take(); }

}  // namespace symkit::locals
