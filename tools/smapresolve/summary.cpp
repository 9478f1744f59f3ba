#include "smapresolve/summary.h"

#include <array>
#include <cstdio>

#include "common/next_step.h"
#include "sourcemap/paths.h"

namespace symkit::smapresolve {
namespace {

constexpr auto steps = std::to_array<tools::NextStep>({
    {"no map for ", "give it with --map FILE, or its folder with --maps DIR"},
    {"no map has ", "find the map with this id, and give its folder with --maps DIR"},
    {"could be ", "give the right one with --map FILE"},
    {"the frame does not name its file", "--map FILE LINE:COL asks for a place in one file"},
    {"the map has nothing at their places", "the map may be of another build"},
    {"the map has nothing on this line", "the map may be of another build"},
    {"the frame has no column, and its line holds several lines of sources", "the log needs columns"},
    {"the map says that this code is of no source", "it is the bundler's own"},
});

}  // namespace

void Summary::count(const sourcemap::StackFrame& frame, const sourcemap::Answer& answer) {
  ++seen_;
  if (!answer.frames.empty()) {
    ++resolved_;
    if (answer.frames.front().function.origin == sourcemap::NameOrigin::None) ++nameless_;
    return;
  }
  // The place in a reason differs from frame to frame; an endless log must not fill the memory with them.
  constexpr std::size_t most = 1000;
  std::string reason = answer.reason.starts_with("the map has nothing at")
                           ? "the map has nothing at their places"
                           : answer.reason;
  const auto key = std::make_pair(std::string(sourcemap::base_name(frame.url)), std::move(reason));
  if (missed_.size() < most || missed_.contains(key)) ++missed_[key];
}

void Summary::print() const {
  std::fprintf(stderr, "%zu frames, %zu resolved\n", seen_, resolved_);
  if (nameless_ != 0)
    std::fprintf(stderr,
                 "%zu resolved without a function's name: neither the script nor its sources are at hand\n",
                 nameless_);
  for (const auto& [where, times] : missed_)
    std::fprintf(stderr, "%zu in %s: %s\n", times, where.first.empty() ? "no file" : where.first.c_str(),
                 tools::with_next_step(where.second, steps).c_str());
}

}  // namespace symkit::smapresolve
