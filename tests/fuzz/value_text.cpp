// rooms: base values variables
// Types of any kind in any relation, with names that containers of libraries have, and any bytes as memory:
// in bounded time their values become texts of bounded length.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/cursor.h"
#include "keep/variables/variable.h"
#include "stacks/values/privacy.h"
#include "stacks/values/text.h"
#include "support/fuzz_require.h"
#include "support/repeated_memory.h"

using namespace symkit;

namespace {

// What shapes look for. One number in the input names one of these.
constexpr auto names = std::to_array<std::string_view>({"",
                                                        "x",
                                                        "password",
                                                        "std::__cxx11::basic_string<char>",
                                                        "std::basic_string_view<char>",
                                                        "std::vector<int>",
                                                        "std::map<int, int>",
                                                        "std::set<int>",
                                                        "std::unordered_map<int, int>",
                                                        "std::unordered_set<int>",
                                                        "std::__cxx11::list<int>",
                                                        "std::forward_list<int>",
                                                        "std::deque<int>",
                                                        "std::optional<int>",
                                                        "std::variant<int>",
                                                        "std::unique_ptr<int>",
                                                        "std::shared_ptr<int>",
                                                        "std::tuple<int>",
                                                        "std::pair<int, int>",
                                                        "std::stack<int>",
                                                        "std::span<int, 3>",
                                                        "std::initializer_list<int>",
                                                        "std::atomic<int>",
                                                        "std::bitset<9>",
                                                        "std::filesystem::path",
                                                        "__gnu_cxx::__normal_iterator<int*>",
                                                        "std::_Bit_iterator",
                                                        "std::_Rb_tree_iterator<int>",
                                                        "std::_Tuple_impl<0, int>",
                                                        "alloc::string::String",
                                                        "std::ffi::os_str::OsString",
                                                        "alloc::vec::Vec<i32>",
                                                        "alloc::collections::vec_deque::VecDeque<i32>",
                                                        "alloc::rc::Rc<i32>",
                                                        "alloc::sync::Arc<i32>",
                                                        "alloc::collections::btree::map::BTreeMap<i32, i32>",
                                                        "alloc::collections::btree::set::BTreeSet<i32>",
                                                        "std::collections::hash::map::HashMap<i32, i32>",
                                                        "std::collections::hash::set::HashSet<i32>",
                                                        "core::cell::Cell<i32>",
                                                        "core::cell::RefCell<i32>",
                                                        "core::num::nonzero::NonZero<u32>",
                                                        "&str",
                                                        "&[i32]",
                                                        "(i32,)",
                                                        "_M_dataplus",
                                                        "_M_p",
                                                        "_M_string_length",
                                                        "_M_impl",
                                                        "_M_start",
                                                        "_M_finish",
                                                        "_M_end_of_storage",
                                                        "_M_offset",
                                                        "_M_t",
                                                        "_M_header",
                                                        "_M_left",
                                                        "_M_node_count",
                                                        "_M_h",
                                                        "_M_before_begin",
                                                        "_M_nxt",
                                                        "_M_element_count",
                                                        "_M_node",
                                                        "_M_next",
                                                        "_M_cur",
                                                        "_M_first",
                                                        "_M_payload",
                                                        "_M_engaged",
                                                        "_M_index",
                                                        "_M_u",
                                                        "_M_ptr",
                                                        "_M_refcount",
                                                        "_M_pi",
                                                        "_M_use_count",
                                                        "_M_weak_count",
                                                        "_M_head_impl",
                                                        "first",
                                                        "second",
                                                        "c",
                                                        "_M_extent",
                                                        "__0",
                                                        "__1",
                                                        "vec",
                                                        "buf",
                                                        "inner",
                                                        "ptr",
                                                        "pointer",
                                                        "cap",
                                                        "len",
                                                        "head",
                                                        "data_ptr",
                                                        "length",
                                                        "value",
                                                        "table",
                                                        "ctrl",
                                                        "bucket_mask",
                                                        "items"});

class AnyTypes final : public variables::Source {
 public:
  explicit AnyTypes(Cursor at) : types_(1) {
    constexpr std::size_t most = 64;
    while (!at.at_end() && !at.failed() && types_.size() < most) types_.push_back(read(at));
  }
  const variables::Function* function_at(std::uint64_t) override { return nullptr; }
  const variables::CallSite* call_before(std::uint64_t) override { return nullptr; }
  const variables::Type& type(variables::TypeId id) override { return types_[id % types_.size()]; }
  variables::Variable variable(variables::VariableId, std::uint64_t) override { return {}; }
  std::size_t count() const { return types_.size(); }

 private:
  static std::string_view name(Cursor& at) { return names[at.u8() % names.size()]; }

  static variables::Member member(Cursor& at) {
    const std::uint8_t flags = at.u8();
    variables::Member made{.name = name(at), .type = at.u8(), .offset = at.u8()};
    made.is_base = (flags & 1U) != 0;
    made.is_virtual = (flags & 2U) != 0;
    if ((flags & 4U) != 0) made.offset_in_table = -static_cast<std::int64_t>(flags);
    if ((flags & 8U) != 0) made.bit_size = flags >> 4U;
    return made;
  }

  static variables::Type read(Cursor& at) {
    variables::Type made;
    const std::uint8_t flags = at.u8(), counts = at.u8();
    made.kind = static_cast<variables::Kind>(at.u8() % 17);
    made.encoding = static_cast<variables::Encoding>(flags % 10);
    made.is_scoped = (flags & 0x10U) != 0;
    made.is_declared_only = (flags & 0xe0U) == 0xe0;
    made.has_size = (flags & 0x20U) == 0;
    made.size = at.u8();
    made.of = at.u8();
    made.container = made.of;
    made.name = name(at);
    made.go_kind = static_cast<std::uint8_t>(20 + counts % 8);
    for (unsigned i = 0; i < (counts & 7U); ++i) made.members.push_back(member(at));
    for (unsigned i = 0; i < (counts >> 3U & 3U); ++i) made.arguments.emplace_back(name(at), at.u8());
    made.parameters.assign(counts >> 6U, at.u8());
    for (unsigned i = 0; i < (counts >> 5U & 3U); ++i) {
      const std::uint64_t number = at.u8();
      // Counts of any size.
      made.dimensions.push_back({number == 0 ? std::nullopt : std::optional(number << (number % 57)), flags});
      made.enumerators.push_back({name(at), number});
    }
    if ((flags & 0x40U) != 0)
      made.variants = variables::Variants{member(at), {{{at.u8()}, member(at)}, {{}, member(at)}}};
    return made;
  }

  std::vector<variables::Type> types_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const Bytes bytes(data, size);
  // One part is types, the rest memory.
  const std::size_t split = 2 + bytes[0] * (size - 2) / 256;
  AnyTypes types(Cursor(bytes.subspan(2, split - 2), Endian::Little));
  const fuzz::RepeatedMemory memory(bytes.subspan(split));
  values::Surroundings where{types, memory};
  where.language = static_cast<values::Language>(bytes[1] & 3U);
  where.address_size = (bytes[1] & 4U) != 0 ? 4 : 8;
  const values::Privacy privacy;
  where.is_secret = [&](std::string_view name) { return privacy.is_secret(name); };
  where.has_secret = [&](std::string_view text) { return privacy.has_secret(text); };
  where.count_of = [](std::uint32_t by) { return std::optional<std::uint64_t>(by); };
  constexpr std::size_t longest = 70'000, most = 4;
  for (variables::TypeId type = 1; type < std::min(types.count(), most + 1); ++type) {
    const values::Text text = values::text_of(values::Object(memory, 0), type, where);
    fuzz::require(text.text.size() < longest);
    values::Piece half{.size = 24, .bytes = {1, 2, 3}};
    const values::Object pieces(
        memory, {half, {.size = 64, .lack = values::Lack::OptimizedOut}, {.size = 256, .address = 0}});
    fuzz::require(values::text_of(pieces, type, where).text.size() < longest);
    fuzz::require(values::name_of(type, types, where.language).size() < longest * 16);
  }
  return 0;
}
