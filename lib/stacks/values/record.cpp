// Structs, classes and unions, as C and C++ write them.
#include <algorithm>
#include <vector>

#include "ground/base/words.h"
#include "stacks/values/printer.h"
#include "stacks/values/type_name.h"

namespace symkit::values {
namespace {

constexpr unsigned deepest_printed_base = 32;

// A virtual base is one object in all of a class's bases, and is printed once.
class RecordPrinter {
 public:
  explicit RecordPrinter(Printer& out) : out_(out) {}

  void print(const Object& object, const Type& type, Level level, unsigned depth) {
    out_.put("{");
    bool has_members = false;
    for (const Member& member : type.members) {
      if (out_.is_full()) return;
      if (member.is_base) print_base(object, member, level.inner(), depth);
    }
    for (const Member& member : type.members) {
      if (out_.is_full()) return;
      if (member.is_base) continue;
      if (has_members) out_.put(", ");
      has_members = true;
      print_member(object, member, level);
    }
    out_.put(has_members ? "}" : "<No data fields>}");
  }

 private:
  void print_base(const Object& object, const Member& base, Level level, unsigned depth) {
    const Type& type = out_.bare(base.type);
    if (base.is_virtual) {
      if (std::ranges::find(seen_, &type) != seen_.end()) return;
      seen_.push_back(&type);
    }
    out_.put(say("<", spelled(type.name), "> = "));
    print_base_value(object, base, type, level, depth);
    out_.put(", ");
  }

  void print_base_value(const Object& object, const Member& base, const Type& type, Level level,
                        unsigned depth) {
    std::uint64_t offset = base.offset;
    if (base.is_virtual) {
      const auto found = virtual_offset(object, base);
      if (!found) return out_.put_lack(found.error(), "<invalid address>");
      offset = *found;
    }
    if (depth == deepest_printed_base || out_.put_too_deep(level)) return;
    const Object part = object.at(offset);
    if (!print_shape(out_, part, type, level)) print(part, type, level, depth + 1);
  }

  // Where a virtual base begins is written in the table that the object's first pointer leads into.
  Known<std::uint64_t> virtual_offset(const Object& object, const Member& base) const {
    if (base.offset_in_table == 0) return std::unexpected(Lack::NotUnderstood);
    const unsigned size = out_.where().address_size;
    const auto table = object.number(size);
    if (!table) return std::unexpected(table.error());
    const auto place = table->low + static_cast<std::uint64_t>(base.offset_in_table);
    const auto offset = out_.where().memory.number(place, size);
    if (!offset) return std::unexpected(Lack::NotDumped);
    return *offset;
  }

  void print_member(const Object& object, const Member& member, Level level) {
    if (!member.name.empty()) out_.put(say(member.name, " = "));
    if (out_.where().is_secret(member.name)) return out_.put_redacted();
    if (member.bit_size != 0) return print_bit_field(out_, object, member);
    const Level inner = level.of_member();
    out_.value(object.at(member.offset), member.type, member.name.empty() ? inner.unnamed() : inner);
  }

  Printer& out_;
  std::vector<const Type*> seen_;
};

}  // namespace

void print_record(Printer& out, const Object& object, const Type& type, Level level) {
  RecordPrinter(out).print(object, type, level, 0);
}

}  // namespace symkit::values
