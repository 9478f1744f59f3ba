#include "reports/group/stack_tree.h"

namespace symkit::group {
namespace {

constexpr std::size_t none = SIZE_MAX;

}  // namespace

// The child like this node, which is created if there is room; otherwise none.
std::size_t StackTree::child(std::size_t parent, const Node& like) {
  for (const std::size_t at : nodes_[parent].callers)
    if (nodes_[at].name == like.name) return at;
  if (nodes_.size() == most_nodes) return none;
  nodes_.push_back({.name = like.name, .file = like.file, .line = like.line});
  nodes_[parent].callers.push_back(nodes_.size() - 1);
  return nodes_.size() - 1;
}

void StackTree::add(const std::vector<TellingFrame>& frames) {
  ++nodes_.front().count;
  std::size_t at = 0;
  for (const TellingFrame& frame : frames) {
    if (frame.is_message) continue;
    at = child(at, {.name = frame.name, .file = frame.file, .line = frame.line});
    if (at == none) return;
    ++nodes_[at].count;
  }
}

void StackTree::add(const StackTree& other) { add(other, 0, 0); }

// The recursion is as deep as the stacks, which are a few frames deep.
void StackTree::add(const StackTree& other, std::size_t theirs, std::size_t ours) {
  nodes_[ours].count += other.nodes_[theirs].count;
  for (const std::size_t caller : other.nodes_[theirs].callers)
    if (const std::size_t at = child(ours, other.nodes_[caller]); at != none) add(other, caller, at);
}

}  // namespace symkit::group
