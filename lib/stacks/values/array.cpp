// Arrays: of one dimension or more, of characters, of a length that only the frame knows.
#include <algorithm>
#include <string>

#include "stacks/values/bytes_of.h"
#include "stacks/values/characters.h"
#include "stacks/values/printer.h"
#include "stacks/values/text_at.h"

namespace symkit::values {
namespace {

// What may lie in front of gdb's eyes at once: it refuses larger values.
constexpr std::uint64_t most_bytes = 64UL << 10;
constexpr std::size_t most_dimensions = 16;

struct Rows {
  TypeId element = 0;
  std::vector<std::uint64_t> counts;  // of each dimension
  std::vector<std::uint64_t> sizes;   // of what a dimension has as elements, in bytes
};

std::string_view opening(const Printer& out) { return out.where().language == Language::Rust ? "[" : "{"; }
std::string_view closing(const Printer& out) { return out.where().language == Language::Rust ? "]" : "}"; }

// An array without a length stands for the address of its first element.
void print_place(Printer& out, const Object& object, TypeId element) {
  const auto address = object.address();
  if (!address) return out.put_lack(Lack::OptimizedOut);
  out.put_address(*address);
  const auto characters = characters_of(element, out.types());
  if (!characters || out.where().language == Language::Rust) return;
  out.put(" ");
  print_text_until_nul(out, *address, *characters);
}

bool print_characters(Printer& out, const Object& object, TypeId element, std::uint64_t count) {
  if (out.where().language == Language::Rust) return false;
  const auto characters = characters_of(element, out.types());
  if (!characters) return false;
  const std::uint64_t size = count > most_bytes ? most_bytes : count * characters->width;
  const std::string bytes = known_bytes(object, size);
  if (bytes.size() < size) return false;
  if (out.where().has_secret(narrowed(bytes, *characters))) return out.put_redacted(), true;
  out.put_known(quoted(bytes, *characters, {true, size != count * characters->width}));
  return true;
}

class ArrayPrinter {
 public:
  ArrayPrinter(Printer& out, const Rows& rows) : out_(out), rows_(rows) {}

  void print(const Object& object, std::size_t dimension, Level level) {
    const bool is_last = dimension + 1 == rows_.counts.size();
    const std::uint64_t count = rows_.counts[dimension], size = rows_.sizes[dimension];
    if (is_last && print_characters(out_, object, rows_.element, count)) return;
    if (out_.put_too_deep(level)) return;
    out_.put(opening(out_));
    unsigned printed = 0;
    std::uint64_t i = 0;
    for (; i < count && printed < most_elements && !out_.is_full();) {
      if (i != 0) out_.put(", ");
      const Object element = object.at(i * size);
      const std::uint64_t alike = repeats(object, i, count, size);
      is_last ? out_.value(element, rows_.element, level.inner())
              : print(element, dimension + 1, level.inner());
      if (alike > most_repeats) {
        out_.put(" <repeats " + std::to_string(alike) + " times>");
        i += alike;
        printed += most_repeats;
      } else {
        ++i, ++printed;
      }
    }
    if (i < count) out_.put("...");
    out_.put(closing(out_));
  }

 private:
  std::uint64_t repeats(const Object& object, std::uint64_t first, std::uint64_t count,
                        std::uint64_t size) const {
    const Object element = object.at(first * size);
    const std::uint64_t end = std::min(count, first + most_bytes * 16 / std::max<std::uint64_t>(size, 16));
    std::uint64_t next = first + 1;
    while (next < end && out_.may_compare(size) && are_alike(element, object.at(next * size), size)) ++next;
    return next - first;
  }

  Printer& out_;
  const Rows& rows_;
};

}  // namespace

void print_array(Printer& out, const Object& object, const Type& type, Level level) {
  Rows rows;
  rows.element = type.of;
  if (type.dimensions.empty() || type.dimensions.size() > most_dimensions)
    return out.put_lack(Lack::NotUnderstood);
  for (const variables::Dimension& one : type.dimensions) {
    auto count = one.count;
    if (!count && one.counted_by != 0) {
      count = out.where().count_of(one.counted_by);
      if (!count) return out.put_lack(Lack::NotUnderstood);
      if (one.is_to_last) count = *count + 1;
    }
    rows.counts.push_back(count.value_or(0));
  }
  const auto element = out.size_of(type.of);
  if (!element) return out.put_lack(Lack::NotUnderstood);
  std::uint64_t size = *element;
  for (std::size_t i = rows.counts.size(); i-- > 0;) {
    rows.sizes.insert(rows.sizes.begin(), size);
    if (__builtin_mul_overflow(size, rows.counts[i], &size)) return out.put_lack(Lack::NotUnderstood);
  }
  if (size == 0 && out.where().language == Language::Rust) return out.put_known("[]");
  if (size == 0) return print_place(out, object, type.of);
  ArrayPrinter(out, rows).print(object, 0, level);
}

}  // namespace symkit::values
