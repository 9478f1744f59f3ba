// std::deque: a table of blocks of elements.
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/elements.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

struct Blocks {
  std::uint64_t table = 0;      // of the blocks' addresses
  std::uint64_t per_block = 1;  // elements
  std::uint64_t first = 0;      // which is the first of all that the table's blocks have room for
  std::uint64_t count = 0;
};

std::optional<Blocks> gnu_blocks(const Printer& out, const Whole& whole, std::uint64_t size) {
  const auto start = part_of(out, whole, {"_M_impl", "_M_start"});
  const auto finish = part_of(out, whole, {"_M_impl", "_M_finish"});
  if (!start || !finish) return std::nullopt;
  const auto in = [&](const Part& part, std::string_view name) {
    return number_in(out, part_of(out, part, {name}));
  };
  const auto node = in(*start, "_M_node"), cursor = in(*start, "_M_cur"), begin = in(*start, "_M_first");
  const auto last_node = in(*finish, "_M_node"), end = in(*finish, "_M_cur"),
             last_begin = in(*finish, "_M_first");
  if (!node || !cursor || !begin || !last_node || !end || !last_begin) return std::nullopt;
  if (*last_node < *node || *cursor < *begin || *end < *last_begin) return std::nullopt;
  const std::uint64_t per_block = size < 512 ? 512 / size : 1;
  const std::uint64_t first = (*cursor - *begin) / size;
  const std::uint64_t blocks = (*last_node - *node) / out.where().address_size;
  const std::uint64_t end_index = blocks * per_block + (*end - *last_begin) / size;
  if (end_index < first) return std::nullopt;
  return Blocks{*node, per_block, first, end_index - first};
}

std::optional<Blocks> llvm_blocks(const Printer& out, const Whole& whole, std::uint64_t size) {
  const auto table = number_in(out, part_of(out, whole, {"__map_", "__begin_"}));
  const auto first = number_in(out, part_of(out, whole, "__start_"));
  auto count = number_in(out, part_of(out, whole, "__size_"));
  if (!count) count = number_in(out, part_of(out, whole, {"__size_", "__value_"}));
  if (!table || !first || !count) return std::nullopt;
  return Blocks{*table, size < 256 ? 4096 / size : 16, *first, *count};
}

}  // namespace

bool print_deque(Printer& out, const Whole& whole, Level level) {
  const auto element = argument_of(whole.type, 0);
  const auto size = element ? out.size_of(*element) : std::nullopt;
  if (!size || *size == 0) return false;
  auto blocks = gnu_blocks(out, whole, *size);
  if (!blocks) blocks = llvm_blocks(out, whole, *size);
  if (!blocks) return false;
  out.put_known(say(base_name(whole.type.name), " with ", counted_elements(blocks->count)));
  std::uint64_t i = 0;
  print_listed(out, level, *element, [&]() -> std::optional<std::uint64_t> {
    if (i == blocks->count) return std::nullopt;
    const std::uint64_t at = blocks->first + i++;
    const auto block = number_at(out, blocks->table + at / blocks->per_block * out.where().address_size);
    if (!block) return std::nullopt;
    return *block + at % blocks->per_block * *size;
  });
  return true;
}

}  // namespace symkit::values
