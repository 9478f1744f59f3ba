// Rust's HashMap and HashSet (hashbrown), BTreeMap and BTreeSet.
#include <algorithm>
#include <string>
#include <vector>

#include "ground/base/words.h"
#include "stacks/values/shapes/elements.h"
#include "stacks/values/shapes/rust_parts.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

struct HashTable {
  std::uint64_t control = 0;  // a byte for each bucket; the buckets are in front of it, backwards
  std::uint64_t buckets = 0;
  std::uint64_t count = 0;
  TypeId pair = 0;
};

std::optional<HashTable> hash_table(const Printer& out, const std::optional<Part>& table) {
  const auto inner = table ? part_of(out, *table, {"table"}) : std::nullopt;
  const TypeId pair = argument_in(out, table, 0);
  if (!inner || pair == 0) return std::nullopt;
  const auto control = address_in_rust(out, part_of(out, *inner, {"ctrl"}));
  const auto mask = number_in(out, part_of(out, *inner, {"bucket_mask"}));
  const auto count = number_in(out, part_of(out, *inner, {"items"}));
  if (!control || !mask || !count) return std::nullopt;
  return HashTable{*control, *mask + 1, *count, pair};
}

// What is printed is in the first few hundred.
constexpr std::uint64_t most_buckets = 1U << 16;

// The buckets that are taken, one after the other.
NextElement buckets_of(const Printer& out, const HashTable& table) {
  const std::uint64_t size = out.size_of(table.pair).value_or(0);
  return [&out, table, size, i = std::uint64_t{0},
          done = std::uint64_t{0}]() mutable -> std::optional<std::uint64_t> {
    if (done == table.count) return std::nullopt;
    for (; i < std::min(table.buckets, most_buckets); ++i) {
      const auto control = out.where().memory.number(table.control + i, 1);
      if (!control) return std::nullopt;
      if ((*control & 0x80U) != 0) continue;
      ++done;
      return table.control - ++i * size;
    }
    return std::nullopt;
  };
}

// One node after the other: keys and values in arrays, of an inner one also its children.
struct TreePair {
  Part key, value;
};

class RustTree {
 public:
  RustTree(const Printer& out, std::vector<TreePair>& found) : out_(out), found_(found) {}

  void collect(std::uint64_t node, TypeId leaf, std::uint64_t height) {
    constexpr std::uint64_t highest = 16;
    constexpr unsigned most_nodes = 1000;
    if (height > highest || ++nodes_ > most_nodes || found_.size() >= most_elements) return;
    const Part part{out_.at(node), leaf};
    const auto keys = part_of(out_, part, {"keys"}), values = part_of(out_, part, {"vals"});
    const auto count = number_in(out_, part_of(out_, part, {"len"}));
    const auto size = out_.size_of(leaf);
    constexpr std::uint64_t largest = 11;
    if (!keys || !values || !count || !size || *count > largest) return;
    for (std::uint64_t i = 0; i <= *count && found_.size() < most_elements; ++i) {
      // An inner node is a leaf with its children behind.
      const auto child =
          height == 0 ? std::nullopt : number_at(out_, node + *size + i * out_.where().address_size);
      if (child) collect(*child, leaf, height - 1);
      const auto key = slot(*keys, i), value = slot(*values, i);
      if (i < *count && key && value) found_.push_back({*key, *value});
    }
  }

 private:
  // In a MaybeUninit of a ManuallyDrop.
  std::optional<Part> slot(const Part& array, std::uint64_t i) const {
    const Type& type = out_.bare(array.type);
    const auto size = out_.size_of(type.of);
    if (type.kind != Kind::Array || !size) return std::nullopt;
    const Part element{array.object.at(i * *size), type.of};
    auto inner = part_of(out_, element, {"value", "value", "__0"});
    return inner ? inner : part_of(out_, element, {"value", "value"});
  }

  const Printer& out_;
  std::vector<TreePair>& found_;
  unsigned nodes_ = 0;
};

// The root is an Option, which has the words of a node and its height.
bool collect_tree(const Printer& out, const Whole& map, std::vector<TreePair>& found) {
  const auto root = part_of(out, map, "root");
  if (!root) return false;
  const Type& option = out.bare(root->type);
  if (!option.variants) return false;
  for (const auto& variant : option.variants->all) {
    const Part content{root->object.at(variant.content.offset), variant.content.type};
    const auto pointer = part_of(out, content, {"__0", "node", "pointer"});
    const auto height = number_in(out, part_of(out, content, {"__0", "height"}));
    const auto node = number_in(out, pointer);
    if (!node || !height) continue;
    RustTree(out, found).collect(*node, pointee_of(out, pointer->type), *height);
    return true;
  }
  return false;
}

std::optional<std::uint64_t> tree_in(const Printer& out, const Whole& map, std::vector<TreePair>& found) {
  const auto length = number_in(out, part_of(out, map, "length"));
  if (length && *length != 0 && !collect_tree(out, map, found)) return std::nullopt;
  return length;
}

}  // namespace

bool print_rust_hash_map(Printer& out, const Whole& whole, Level level) {
  const auto table = hash_table(out, part_of(out, whole, {"base", "table"}));
  if (!table) return false;
  out.put_known(say("HashMap(size=", table->count, ")"));
  print_pairs(out, level, table->pair, buckets_of(out, *table), {"__0", "__1"});
  return true;
}

bool print_rust_hash_set(Printer& out, const Whole& whole, Level level) {
  const auto table = hash_table(out, part_of(out, whole, {"base", "map", "table"}));
  if (!table) return false;
  out.put_known(say("HashSet(size=", table->count, ")"));
  Children children(out, level);
  const NextElement next = buckets_of(out, *table);
  for (auto at = next(); at; at = next()) {
    const auto key = part_of(out, Part{out.at(*at), table->pair}, {"__0"});
    if (!key || !children.begin()) break;
    out.value(key->object, key->type, children.level());
  }
  children.end();
  return true;
}

bool print_rust_tree_map(Printer& out, const Whole& whole, Level level) {
  std::vector<TreePair> found;
  const auto count = tree_in(out, whole, found);
  if (!count) return false;
  out.put_known(say("BTreeMap(size=", *count, ")"));
  Children children(out, level);
  for (const TreePair& pair : found)
    if (!print_entry(out, children, pair.key, pair.value)) break;
  children.end();
  return true;
}

bool print_rust_tree_set(Printer& out, const Whole& whole, Level level) {
  std::vector<TreePair> found;
  const auto map = part_of(out, whole, "map");
  const auto count = map ? tree_in(out, {map->object, out.bare(map->type)}, found) : std::nullopt;
  if (!count) return false;
  out.put_known(say("BTreeSet(size=", *count, ")"));
  Children children(out, level);
  for (const TreePair& pair : found) {
    if (!children.begin()) break;
    out.value(pair.key.object, pair.key.type, children.level());
  }
  children.end();
  return true;
}

}  // namespace symkit::values
