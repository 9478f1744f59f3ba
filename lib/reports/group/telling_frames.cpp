#include "reports/group/telling_frames.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "reports/group/handler_frames.h"
#include "reports/group/judge.h"

namespace symkit::group {
namespace {

constexpr std::size_t most_telling = 16;
constexpr std::size_t longest_cycle = 8;  // of functions that call each other

// The quality of a choice of frames: the smaller, the better.
enum class Quality : std::uint8_t {
  Told,
  OwnNamed,
  OwnPlaces,
  Entry,
  Library,
  Skipped,
  PageOffsets,
  Handler,
  None
};

bool is_same(const ShownFrame& a, const ShownFrame& b, const Sites& sites) {
  return a.site == b.site || sites[a.site].key == sites[b.site].key;
}

// Whether the last `size` frames are the same as those before them.
bool ends_in_repetition(const std::vector<ShownFrame>& frames, std::size_t size, const Sites& sites) {
  if (frames.size() < 2 * size) return false;
  const auto last = frames.end() - static_cast<std::ptrdiff_t>(size);
  return std::equal(last, frames.end(), last - static_cast<std::ptrdiff_t>(size),
                    [&](const ShownFrame& a, const ShownFrame& b) { return is_same(a, b, sites); });
}

void fold_recursion(std::vector<ShownFrame>& frames, const Sites& sites) {
  for (std::size_t size = 1; size <= longest_cycle; ++size)
    while (ends_in_repetition(frames, size, sites)) frames.resize(frames.size() - size);
}

struct Choice {
  Quality quality = Quality::None;
  std::vector<ShownFrame> frames = {};
  std::size_t unknown = 0;  // frames without a name before the first of these
  std::size_t passed = 0;   // frames of a signal's handler, and its mark

  auto rank() const { return std::pair(quality, unknown); }
};

// All frames of one kind, up to where the stack is cut.
template <class Fits>
std::vector<ShownFrame> those(std::span<const ShownFrame> stack, const Sites& sites, Fits fits) {
  std::vector<ShownFrame> frames;
  for (const ShownFrame& frame : stack) {
    if (frames.size() == most_telling) break;
    if (fits(frame)) {
      frames.push_back(frame);
      fold_recursion(frames, sites);
    }
  }
  return frames;
}

// Frames of the program itself that have names; what leads to the first of them does not count.
std::vector<ShownFrame> own_named(std::span<const ShownFrame> stack, const Judge& judge) {
  bool found = false;
  return those(stack, judge.sites, [&](const ShownFrame& frame) {
    const Verdict verdict = judge(frame);
    const bool is_own = verdict == Verdict::Own || verdict == Verdict::Tell;
    if (!judge.site(frame).is_named() || !(is_own || (found && verdict == Verdict::Lead))) return false;
    found = true;
    return true;
  });
}

// The number of unnamed frames before the first frame with a name.
std::size_t unknown_before(std::span<const ShownFrame> stack, const Judge& judge) {
  std::size_t unknown = 0;
  for (const ShownFrame& frame : stack) {
    if (judge(frame) != Verdict::Own) continue;
    if (judge.site(frame).is_named()) break;
    ++unknown;
  }
  return unknown;
}

Choice choose(std::span<const ShownFrame> stack, const Judge& judge) {
  constexpr std::size_t most_before_entry = 2;
  const auto cut = std::ranges::find(stack, Verdict::Cut, judge);
  const std::span before(stack.begin(), cut);
  auto own = own_named(before, judge);
  if (!own.empty()) return {Quality::OwnNamed, std::move(own), unknown_before(stack, judge)};
  own = those(before, judge.sites, [&](const ShownFrame& frame) {
    const Site& site = judge.site(frame);
    return judge(frame) == Verdict::Own && !site.is_named() && !site.key.empty() && !site.is_page_offset;
  });
  if (!own.empty()) return {Quality::OwnPlaces, std::move(own)};
  auto library =
      those(before, judge.sites, [&](const ShownFrame& frame) { return judge(frame) == Verdict::Library; });
  if (cut != stack.end()) {
    if (library.size() > most_before_entry) library.resize(most_before_entry);
    library.push_back(*cut);
    return {Quality::Entry, std::move(library)};
  }
  if (!library.empty()) return {Quality::Library, std::move(library)};
  auto rest = those(before, judge.sites, [&](const ShownFrame& frame) {
    return !judge.site(frame).key.empty() && !judge.site(frame).is_page_offset;
  });
  if (!rest.empty()) return {Quality::Skipped, std::move(rest)};
  rest =
      those(before, judge.sites, [&](const ShownFrame& frame) { return judge.site(frame).is_page_offset; });
  return rest.empty() ? Choice{} : Choice{Quality::PageOffsets, std::move(rest)};
}

// Where a processor does not get on, how deep it was in is chance: what it was called for tells.
std::optional<ShownFrame> held_by_anchor(std::span<const ShownFrame> stack, const Judge& judge) {
  const ShownFrame* nearest = nullptr;
  for (const ShownFrame& frame : stack) {
    const Verdict verdict = judge(frame);
    if (verdict == Verdict::Anchor && nearest != nullptr) return *nearest;
    if (verdict == Verdict::Own && judge.site(frame).is_named()) nearest = &frame;
  }
  return std::nullopt;
}

// What a signal or a tick interrupted tells the crash; its handler does not.
Choice choose(const Stack& stack, const Report& report, const Judge& judge) {
  const std::span all(stack.frames);
  const std::size_t passed = frames_of_handler(all, report, judge);
  const std::span behind = all.subspan(passed);
  if (const auto tell = std::ranges::find(behind, Verdict::Tell, judge); tell != behind.end())
    return {Quality::Told, own_named(std::span(tell, behind.end()), judge), 0, passed};
  if (const auto held = held_by_anchor(behind, judge)) return {Quality::OwnNamed, {*held}, 0, passed};
  Choice chosen = choose(behind, judge);
  if (chosen.quality != Quality::None || passed == 0) {
    chosen.passed = passed;
    return chosen;
  }
  chosen = choose(all, judge);
  if (chosen.quality != Quality::None) chosen.quality = Quality::Handler;
  return chosen;
}

// Debuggers that list all threads mark where the signal came, in the thread that crashed. Null if no or
// several stacks have such a mark.
const Stack* interrupted_stack(const Report& report, const Judge& judge) {
  if (!report.from_outside || !report.world.empty()) return nullptr;
  const auto is_marked = [&](const Stack& stack) {
    return std::ranges::find(stack.frames, Verdict::Signal, judge) != stack.frames.end();
  };
  const auto first = std::ranges::find_if(report.stacks, is_marked);
  if (first == report.stacks.end() || std::any_of(first + 1, report.stacks.end(), is_marked)) return nullptr;
  return &*first;
}

// The stack of the innermost cause reveals most; a stack of another thread is used only if there is no
// other.
int rank(const Stack& stack, const Report& report, const Stack* interrupted) {
  if (interrupted != nullptr) return &stack == interrupted ? 1 : 2;
  return stack.role == Role::Origin ? 0 : stack.is_of_crash() || stack.role == report.tells ? 1 : 2;
}

// A headline names the frame that the following stack begins with, or that its signal interrupted.
bool is_headline(const Stack& stack, const Report& report, const Stack* interrupted, const Judge& judge) {
  if (stack.frames.size() != 1) return false;
  return std::ranges::any_of(report.stacks, [&](const Stack& other) {
    if (rank(other, report, interrupted) != rank(stack, report, interrupted) || other.frames.size() < 2)
      return false;
    if (is_same(stack.frames.front(), other.frames.front(), judge.sites)) return true;
    const std::size_t passed = frames_of_handler(other.frames, report, judge);
    const auto told =
        std::find_if(other.frames.begin() + static_cast<std::ptrdiff_t>(passed), other.frames.end(),
                     [&](const ShownFrame& frame) { return judge(frame) != Verdict::Skip; });
    return passed != 0 && told != other.frames.end() && is_same(stack.frames.front(), *told, judge.sites);
  });
}

struct Best {
  Choice choice = {};
  const Stack* stack = nullptr;
  int rank = 3;
};

Best best_of(const Report& report, const Judge& judge, bool by_role) {
  Best best;
  const Stack* const interrupted = interrupted_stack(report, judge);
  for (const Stack& stack : report.stacks) {
    Choice choice = choose(stack, report, judge);
    if (choice.quality == Quality::None || is_headline(stack, report, interrupted, judge)) continue;
    const int its = by_role ? rank(stack, report, interrupted) : 1;
    const bool is_other = (its == 2) != (best.rank == 2);
    bool better = choice.rank() < best.choice.rank();
    if (is_other) better = its < best.rank;
    // In a chain of causes, the last one is the origin.
    if (!is_other && choice.rank() == best.choice.rank())
      better = its < best.rank || (its == 0 && best.rank == 0);
    if (best.stack == nullptr || better) best = {std::move(choice), &stack, its};
  }
  return best;
}

// A report that does not say who reports is a kernel's if its frames are.
std::string_view world_of(const Report& report, const Sites& sites) {
  constexpr auto kernels = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{crashlog::kernel_image, crashlog::kernel_world},
       {"kernel", "bsd"},  // FreeBSD, and Apple's
       {"netbsd", "bsd"},
       {"bsd", "bsd"},   // OpenBSD
       {"unix", "bsd"},  // illumos
       {"genunix", "bsd"}});
  if (!report.world.empty()) return report.world;
  for (const Stack& stack : report.stacks) {
    if (stack.frames.empty()) continue;
    const std::string& image = sites[stack.frames.front().site].image;
    const auto known =
        std::ranges::find(kernels, image, &std::pair<std::string_view, std::string_view>::first);
    if (known != kernels.end()) return known->second;
  }
  return {};
}

}  // namespace

Telling telling_frames(const Report& report, const Sites& sites) {
  const Judge judge{sites, sites.rules().scope_of(world_of(report, sites), report.kind)};
  Best best = best_of(report, judge, true);
  // Whoever asks for a lock may only wait for the work of others: they tell.
  if (report.tells == Role::LockTaker && best.choice.quality > Quality::OwnPlaces)
    best = best_of(report, judge, false);
  auto& [quality, frames, unknown, passed] = best.choice;
  std::string_view name;
  if (!frames.empty() && judge.scope != 0)
    name = sites.rules().name(sites[frames.front().site].facts(), judge.scope);
  return {.frames = std::move(frames),
          .is_own = quality <= Quality::OwnNamed,
          .lacks_names = quality == Quality::OwnPlaces || quality == Quality::PageOffsets,
          .stack = best.stack,
          .passed = passed,
          .scope = judge.scope,
          .name = name};
}

std::vector<ShownFrame> cycle_of(const Report& report, const Sites& sites) {
  constexpr std::size_t looked_at = 128, often = 4;
  for (const Stack& stack : report.stacks) {
    if (!stack.is_of_crash()) continue;
    std::map<std::string_view, std::pair<std::size_t, ShownFrame>> seen;
    for (std::size_t i = 0; i < std::min(looked_at, stack.frames.size()); ++i) {
      const Site& site = sites[stack.frames[i].site];
      if (site.verdict == Verdict::Skip || site.key.empty()) continue;
      ++seen.try_emplace(site.key, 0, stack.frames[i]).first->second.first;
    }
    std::vector<ShownFrame> cycle;
    for (const auto& [key, times] : seen)
      if (times.first >= often) cycle.push_back(times.second);
    if (!cycle.empty()) return cycle;
  }
  return {};
}

}  // namespace symkit::group
