#include "stacks/values/tail_calls.h"

#include <algorithm>
#include <utility>

namespace symkit::values {
namespace {

class Search {
 public:
  Search(std::uint64_t to, variables::Source& source) : to_(to), source_(source) {}

  // False: it is not known what may have happened.
  bool go_on_from(std::uint64_t function) {
    constexpr std::size_t deepest = 20;
    const auto* const calls = source_.tail_calls(function);
    if (calls == nullptr || path_.size() == deepest) return false;
    for (const variables::CallSite& call : *calls) {
      if (!call.callee || ++steps_ > most_steps) return false;
      // What has led here does not do so again.
      if (std::ranges::find(path_, &call) != path_.end()) continue;
      path_.push_back(&call);
      if (*call.callee != to_) {
        if (!go_on_from(*call.callee)) return false;
      } else if (std::exchange(found_, path_)) {
        return false;
      }
      path_.pop_back();
    }
    return true;
  }
  std::optional<std::vector<const variables::CallSite*>> found() const { return found_; }

 private:
  static constexpr std::size_t most_steps = 1000;

  std::uint64_t to_;
  variables::Source& source_;
  std::vector<const variables::CallSite*> path_;
  std::optional<std::vector<const variables::CallSite*>> found_;
  std::size_t steps_ = 0;
};

}  // namespace

std::optional<std::vector<const variables::CallSite*>> only_chain(std::uint64_t from, std::uint64_t to,
                                                                  variables::Source& source) {
  Search search(to, source);
  return search.go_on_from(from) ? search.found() : std::nullopt;
}

}  // namespace symkit::values
