#include "common/script_summary.h"

#include <array>
#include <cstdio>
#include <iterator>

#include "answers/sourcemap/paths.h"
#include "common/next_step.h"
#include "ground/base/words.h"
#include "ground/print/visible.h"

namespace symkit::tools {
namespace {

constexpr auto script_steps = std::to_array<NextStep>({
    {"no map for ", "give it with --map FILE, or its folder with --maps DIR"},
    {"no map has ", "find the map with this id, and give its folder with --maps DIR"},
    {"could belong to ", "give the right one with --map FILE"},
    {"the frame does not name its file", "--map FILE LINE:COL looks up a position in one file"},
    {"the map has nothing at their places", "the map may be from another build"},
    {"the map has nothing on this line", "the map may be from another build"},
    {"the frame has no column, and its line holds several lines of sources",
     "only a log with columns can be resolved"},
    {"the frame already names a source: its engine has used the map",
     "if it is not, --any-file uses the map anyway"},
    {"the map says that this code comes from no source", "the bundler added it"},
});

// The note about answers whose map is uncertain.
std::string unsure(const sourcemap::Answer& answer) {
  const std::string& map = answer.map->path();
  switch (answer.evidence) {
    case sourcemap::Evidence::Name: return say("resolved from ", map, ", chosen by the file's name alone");
    case sourcemap::Evidence::OnlyMap:
      return say("resolved from ", map, ", the only map given; nothing confirms that it belongs to them");
    case sourcemap::Evidence::AnyFile: return say("resolved from ", map, ", because of --any-file");
    default: return {};
  }
}

}  // namespace

// An endless log must not fill the memory with reasons. The first in sorted order are kept, so that the
// result does not depend on threads.
std::size_t* ScriptSummary::counter(Counts& counts, std::string_view file, std::string why) {
  constexpr std::size_t most = 1000;
  const auto [at, is_new] = counts.try_emplace({std::string(file), std::move(why)}, 0);
  if (!is_new || counts.size() <= most) return &at->second;
  const auto last = std::prev(counts.end());
  std::size_t* const counted = at == last ? nullptr : &at->second;
  counts.erase(last);
  return counted;
}

sourcemap::Tally* ScriptSummary::another() {
  return others_.emplace_back(std::make_unique<ScriptSummary>()).get();
}

void ScriptSummary::gather() {
  for (const auto& other : others_) add(*other);
  others_.clear();
}

void ScriptSummary::add(const ScriptSummary& other) {
  seen_ += other.seen_;
  resolved_ += other.resolved_;
  nameless_ += other.nameless_;
  lacks_map_ |= other.lacks_map_;
  const auto add_counts = [](Counts& mine, const Counts& theirs) {
    for (const auto& [where, times] : theirs)
      if (std::size_t* const counted = counter(mine, where.first, where.second)) *counted += times;
  };
  add_counts(unsure_, other.unsure_);
  add_counts(missed_, other.missed_);
}

// In most logs all frames are in one file, and every frame is counted here.
void ScriptSummary::count_unsure(std::string_view url, const sourcemap::Answer& answer) {
  if (answer.map != last_unsure_.map || answer.evidence != last_unsure_.evidence || url != last_unsure_.url)
    last_unsure_ = {std::string(url), answer.map, answer.evidence,
                    counter(unsure_, sourcemap::base_name(url), unsure(answer))};
  if (last_unsure_.counter != nullptr) ++*last_unsure_.counter;
}

void ScriptSummary::count(const script::StackFrame& frame, const sourcemap::Answer& answer) {
  ++seen_;
  if (!answer.frames.empty()) {
    ++resolved_;
    if (answer.frames.front().function.origin == sourcemap::NameOrigin::None) ++nameless_;
    if (answer.evidence >= sourcemap::Evidence::Name) count_unsure(frame.url, answer);
    return;
  }
  lacks_map_ |=
      answer.reason.starts_with("no map for ") || answer.reason == "the frame does not name its file";
  // The place in a reason differs from frame to frame.
  const bool is_of_place = answer.reason.starts_with("the map has nothing at");
  std::size_t* const misses = counter(missed_, sourcemap::base_name(frame.url),
                                      is_of_place ? "the map has nothing at their places" : answer.reason);
  if (misses != nullptr) ++*misses;
}

void ScriptSummary::print(const Counts& counts) {
  for (const auto& [where, times] : counts)
    std::fprintf(stderr, "%zu in %s: %s\n", times,
                 where.first.empty() ? "no file" : print::visible(where.first).c_str(),
                 print::visible(with_next_step(where.second, script_steps)).c_str());
}

void ScriptSummary::print(const std::string& only_map) const {
  std::fprintf(stderr, "%zu %s, %zu resolved\n", seen_, seen_ == 1 ? "frame" : "frames", resolved_);
  if (nameless_ != 0)
    std::fprintf(stderr,
                 "%zu resolved without a function's name: neither the script nor its sources are available\n",
                 nameless_);
  print(unsure_);
  print(missed_);
  if (lacks_map_ && !only_map.empty())
    std::fprintf(stderr, "--any-file resolves every frame from %s, whatever its file is called\n",
                 print::visible(only_map).c_str());
}

}  // namespace symkit::tools
