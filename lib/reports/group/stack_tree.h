// The stacks of a group's reports as one tree, from the fault outwards: it stores the common part once
// and shows where stacks differ.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reports/group/signature.h"

namespace symkit::group {

class StackTree {
 public:
  struct Node {
    std::string name = {};
    std::string file = {};
    std::uint32_t line = 0;  // of the first report
    std::uint64_t count = 0;
    std::vector<std::size_t> callers = {};
  };
  // The limit for one tree; stacks that need more nodes are counted as far as they fit.
  static constexpr std::size_t most_nodes = 200;

  void add(const std::vector<TellingFrame>& frames);
  void add(const StackTree& other);

  // The first node is not a frame: its callers are the beginnings of the stacks.
  const std::vector<Node>& nodes() const { return nodes_; }
  std::uint64_t stacks() const { return nodes_.front().count; }

 private:
  std::size_t child(std::size_t parent, const Node& like);
  void add(const StackTree& other, std::size_t theirs, std::size_t ours);

  std::vector<Node> nodes_ = std::vector<Node>(1);
};

}  // namespace symkit::group
