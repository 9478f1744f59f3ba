#include "debug/symbols/folded_jumps.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace symkit::symbols {
namespace {

// If more functions than these can be reached from one, it is left out.
constexpr std::size_t most_in_reach = 64;

// Functions by name, with their jumps. Several with one name are treated as one that may do what any of
// them does.
class JumpGraph {
 public:
  JumpGraph(std::span<const index::FoldedRange> ranges, std::span<const index::Draft> drafts)
      : drafts_(drafts) {
    std::uint32_t number = 0;
    for (const index::FoldedRange& range : ranges)
      for (const index::FoldedMember& member : range.members)
        nodes_[number_of(member.draft, member.name)].members.push_back(number++);
    for (std::uint32_t draft = 0; draft < drafts.size(); ++draft)
      for (const index::DraftJump& jump : drafts[draft].jumps()) add_jump(draft, jump);
    note_what_is_known();
  }

  std::vector<index::FoldedJump> jumps_to_members() {
    mark_reaching();
    std::vector<index::FoldedJump> jumps;
    for (std::uint32_t origin = 0; origin < nodes_.size(); ++origin)
      if (nodes_[origin].reaches && nodes_[origin].name != 0 && find_reach(origin)) append(origin, jumps);
    return jumps;
  }

 private:
  struct Node {
    index::NameKey name = 0;
    std::uint32_t draft = 0;
    std::vector<std::uint32_t> targets = {};
    std::vector<std::uint32_t> origins = {};
    std::vector<std::uint32_t> members = {};  // those with the name
    bool is_defined = false;
    bool is_unsure = false;  // it may jump to an unknown target
    bool reaches = false;    // a member, by one or more jumps
  };

  std::string_view text(std::uint32_t draft, index::NameKey name) const {
    return name == 0 ? std::string_view() : drafts_[draft].names()[name - 1];
  }
  std::uint32_t number_of(std::uint32_t draft, index::NameKey name) {
    const auto next = static_cast<std::uint32_t>(nodes_.size());
    const auto [at, is_new] = by_name_.try_emplace(text(draft, name), next);
    if (is_new) nodes_.push_back({.name = name, .draft = draft});
    return at->second;
  }

  void add_jump(std::uint32_t draft, const index::DraftJump& jump) {
    const index::NameKey name = drafts_[draft].functions()[jump.function].name;
    const std::uint32_t origin = number_of(draft, name);
    if (jump.target == 0) {
      nodes_[origin].is_unsure = true;
      return;
    }
    const std::uint32_t target = number_of(draft, jump.target);
    nodes_[origin].targets.push_back(target);
    nodes_[target].origins.push_back(origin);
  }

  void note_what_is_known() {
    for (std::uint32_t draft = 0; draft < drafts_.size(); ++draft)
      for (const index::DraftFunction& function : drafts_[draft].functions()) {
        if (function.source != index::Source::DebugInfo || function.is_part) continue;
        const auto found = by_name_.find(text(draft, function.name));
        if (found == by_name_.end()) continue;
        Node& node = nodes_[found->second];
        node.is_defined = true;
        node.is_unsure = node.is_unsure || !function.knows_jumps;
      }
  }

  void mark_reaching() {
    std::vector<std::uint32_t> open;
    const auto mark_origins = [&](const Node& node) {
      for (const std::uint32_t origin : node.origins) {
        if (nodes_[origin].reaches) continue;
        nodes_[origin].reaches = true;
        open.push_back(origin);
      }
    };
    for (const Node& node : nodes_)
      if (!node.members.empty()) mark_origins(node);
    while (!open.empty()) {
      const std::uint32_t next = open.back();
      open.pop_back();
      mark_origins(nodes_[next]);
    }
  }

  // Finds all functions that may run when this one was called; false if that is unknown.
  bool find_reach(std::uint32_t origin) {
    reach_.clear();
    reach_.push_back(origin);
    for (std::size_t i = 0; i < reach_.size(); ++i) {
      const Node& node = nodes_[reach_[i]];
      if (!node.is_defined || node.is_unsure) return false;
      if (std::max(node.targets.size(), node.members.size()) > most_in_reach) return false;
      for (const std::uint32_t target : node.targets)
        if (std::ranges::find(reach_, target) == reach_.end()) reach_.push_back(target);
      if (reach_.size() > most_in_reach) return false;
    }
    return true;
  }

  void append(std::uint32_t origin, std::vector<index::FoldedJump>& jumps) const {
    const Node& from = nodes_[origin];
    for (const std::uint32_t reached : std::span(reach_).subspan(1))
      for (const std::uint32_t target : nodes_[reached].members) {
        jumps.push_back({.origin = from.name, .draft = from.draft, .target = target});
        for (const std::uint32_t member : from.members)
          jumps.push_back({.origin_member = member, .target = target});
      }
  }

  std::span<const index::Draft> drafts_;
  std::vector<Node> nodes_;
  std::unordered_map<std::string_view, std::uint32_t> by_name_;
  std::vector<std::uint32_t> reach_;
};

}  // namespace

std::vector<index::FoldedJump> folded_jumps(std::span<const index::FoldedRange> ranges,
                                            std::span<const index::Draft> drafts) {
  const auto has_jumps = [](const index::Draft& draft) { return !draft.jumps().empty(); };
  if (ranges.empty() || std::ranges::none_of(drafts, has_jumps)) return {};
  return JumpGraph(ranges, drafts).jumps_to_members();
}

}  // namespace symkit::symbols
