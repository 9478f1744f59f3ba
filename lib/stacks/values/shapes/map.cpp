// std::map, set, multimap, multiset: nodes in a tree, in order.
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/elements.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

// A tree in memory that lies may have any depth and lead in circles.
constexpr unsigned most_steps = 128;

// Where a node of one library has its neighbours, in words of the machine.
struct NodeLayout {
  unsigned left = 0, right = 0, parent = 0;
};
constexpr NodeLayout gnu_node{2, 3, 1}, llvm_node{0, 1, 2};

struct Tree {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  NodeLayout layout;
  std::uint64_t value_offset = 0;
  TypeId value = 0;
};

class TreeWalk {
 public:
  TreeWalk(const Printer& out, const Tree& tree) : out_(out), tree_(tree), node_(tree.first) {}

  std::optional<std::uint64_t> next() {
    if (done_ == tree_.count || node_ == 0) return std::nullopt;
    if (done_ != 0 && !step()) return std::nullopt;
    ++done_;
    return node_ + tree_.value_offset;
  }

 private:
  std::optional<std::uint64_t> follow(std::uint64_t node, unsigned word) const {
    return number_at(out_, node + std::uint64_t{word} * out_.where().address_size);
  }

  bool step() {
    const auto right = follow(node_, tree_.layout.right);
    if (!right) return false;
    return *right != 0 ? to_leftmost(*right) : to_parent();
  }

  bool to_leftmost(std::uint64_t node) {
    for (unsigned i = 0; i < most_steps; ++i) {
      const auto left = follow(node, tree_.layout.left);
      if (!left) return false;
      if (*left == 0) return node_ = node, true;
      node = *left;
    }
    return false;
  }

  bool to_parent() {
    std::uint64_t node = node_;
    for (unsigned i = 0; i < most_steps; ++i) {
      const auto parent = follow(node, tree_.layout.parent);
      if (!parent || *parent == 0) return false;
      const auto left = follow(*parent, tree_.layout.left);
      if (left == node) return node_ = *parent, true;
      node = *parent;
    }
    return false;
  }

  const Printer& out_;
  const Tree& tree_;
  std::uint64_t node_;
  std::uint64_t done_ = 0;
};

std::optional<Tree> gnu_tree(const Printer& out, const Whole& whole) {
  const auto tree = part_of(out, whole, "_M_t");
  const TypeId value = argument_in(out, tree, 1);
  const auto header = part_of(out, whole, {"_M_t", "_M_impl", "_M_header"});
  const auto count = number_in(out, part_of(out, whole, {"_M_t", "_M_impl", "_M_node_count"}));
  if (!header || !count || value == 0) return std::nullopt;
  const auto first = number_in(out, part_of(out, *header, {"_M_left"}));
  const auto size = out.size_of(header->type);
  if (!first || !size) return std::nullopt;
  return Tree{*first, *count, gnu_node, aligned(*size, alignment_of(out, value)), value};
}

std::optional<Tree> llvm_tree(const Printer& out, const Whole& whole) {
  const auto tree = part_of(out, whole, "__tree_");
  if (!tree) return std::nullopt;
  auto value = argument_of(out.bare(tree->type), 0);
  const auto first = number_in(out, part_of(out, *tree, {"__begin_node_"}));
  auto count = number_in(out, part_of(out, *tree, {"__size_"}));
  if (!count) count = number_in(out, part_of(out, *tree, {"__pair3_", "__value_"}));
  if (!value || !first || !count) return std::nullopt;
  // Behind three pointers and a colour.
  const std::uint64_t offset =
      aligned(3 * std::uint64_t{out.where().address_size} + 1, alignment_of(out, *value));
  if (const auto pair = part_of(out, {out.at(0), *value}, {"__cc_"})) value = pair->type;
  return Tree{*first, *count, llvm_node, offset, *value};
}

std::optional<Tree> tree_of(const Printer& out, const Whole& whole) {
  auto tree = gnu_tree(out, whole);
  return tree ? tree : llvm_tree(out, whole);
}

void print_heading(Printer& out, const Whole& whole, const Tree& tree) {
  out.put_known(say(base_name(whole.type.name), " with ", counted_elements(tree.count)));
}

}  // namespace

bool print_map(Printer& out, const Whole& whole, Level level) {
  const auto tree = tree_of(out, whole);
  if (!tree) return false;
  print_heading(out, whole, *tree);
  TreeWalk walk(out, *tree);
  print_pairs(out, level, tree->value, [&] { return walk.next(); });
  return true;
}

bool print_set(Printer& out, const Whole& whole, Level level) {
  const auto tree = tree_of(out, whole);
  if (!tree) return false;
  print_heading(out, whole, *tree);
  TreeWalk walk(out, *tree);
  print_numbered(out, level, tree->value, [&] { return walk.next(); });
  return true;
}

}  // namespace symkit::values
