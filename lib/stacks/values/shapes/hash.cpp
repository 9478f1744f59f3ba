// std::unordered_map and its like: all nodes in one list.
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/elements.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

struct Table {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::uint64_t value_offset = 0;
  TypeId value = 0;
};

std::optional<Table> gnu_table(const Printer& out, const Whole& whole) {
  const auto table = part_of(out, whole, "_M_h");
  const TypeId value = argument_in(out, table, 1);
  const auto first = number_in(out, part_of(out, whole, {"_M_h", "_M_before_begin", "_M_nxt"}));
  const auto count = number_in(out, part_of(out, whole, {"_M_h", "_M_element_count"}));
  if (!first || !count || value == 0) return std::nullopt;
  const std::uint64_t offset = aligned(out.where().address_size, alignment_of(out, value));
  return Table{*first, *count, offset, value};
}

std::optional<Table> llvm_table(const Printer& out, const Whole& whole) {
  const auto table = part_of(out, whole, "__table_");
  if (!table) return std::nullopt;
  auto value = argument_of(out.bare(table->type), 0);
  auto first = number_in(out, part_of(out, *table, {"__first_node_", "__next_"}));
  if (!first) first = number_in(out, part_of(out, *table, {"__p1_", "__value_", "__next_"}));
  auto count = number_in(out, part_of(out, *table, {"__size_"}));
  if (!count) count = number_in(out, part_of(out, *table, {"__p2_", "__value_"}));
  if (!first || !count || !value) return std::nullopt;
  // Behind the pointer to the next and the hash.
  const std::uint64_t offset =
      aligned(2 * std::uint64_t{out.where().address_size}, alignment_of(out, *value));
  if (const auto pair = part_of(out, {out.at(0), *value}, {"__cc_"})) value = pair->type;
  return Table{*first, *count, offset, *value};
}

class TableWalk {
 public:
  TableWalk(const Printer& out, const Table& table) : out_(out), table_(table), node_(table.first) {}

  // A list that leads in circles ends with the count.
  std::optional<std::uint64_t> next() {
    if (node_ == 0 || done_ == table_.count) return std::nullopt;
    ++done_;
    const std::uint64_t node = node_;
    node_ = number_at(out_, node).value_or(0);
    return node + table_.value_offset;
  }

 private:
  const Printer& out_;
  const Table& table_;
  std::uint64_t node_;
  std::uint64_t done_ = 0;
};

std::optional<Table> table_of(Printer& out, const Whole& whole) {
  auto table = gnu_table(out, whole);
  if (!table) table = llvm_table(out, whole);
  if (table) out.put_known(say(base_name(whole.type.name), " with ", counted_elements(table->count)));
  return table;
}

}  // namespace

bool print_hash_map(Printer& out, const Whole& whole, Level level) {
  const auto table = table_of(out, whole);
  if (!table) return false;
  TableWalk walk(out, *table);
  print_pairs(out, level, table->value, [&] { return walk.next(); });
  return true;
}

bool print_hash_set(Printer& out, const Whole& whole, Level level) {
  const auto table = table_of(out, whole);
  if (!table) return false;
  TableWalk walk(out, *table);
  print_numbered(out, level, table->value, [&] { return walk.next(); });
  return true;
}

}  // namespace symkit::values
