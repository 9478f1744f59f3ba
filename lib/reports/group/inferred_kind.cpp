#include "reports/group/inferred_kind.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "ground/base/characters.h"
#include "reports/group/judge.h"

namespace symkit::group {
namespace {

using Kind = std::pair<std::string_view, std::string_view>;

constexpr auto by_function = std::to_array<Kind>({
    {"abort", "SIGABRT"},
    {"__assert_fail*", "assertion failed"},
    {"__assert_rtn", "assertion failed"},
    {"ExceptionalCondition", "assertion failed"},
    {"qt_assert*", "assertion failed"},
    {"*_stack_chk_fail*", "stack smashing"},
    {"__chk_fail", "buffer overflow"},
    {"__fortify_fail*", "buffer overflow"},
    {"malloc_printerr*", "heap corruption"},
    {"cfree", "heap corruption"},
    {"_int_free*", "heap corruption"},
    {"do_double_fault", "double fault"},
    {"exc_double_fault", "double fault"},
    {"KeBugCheck*", "bugcheck"},
});

// Of handlers, by a word in the name.
constexpr auto by_word = std::to_array<Kind>({
    {"sigsegv", "SIGSEGV"},
    {"segv", "SIGSEGV"},
    {"segfault", "SIGSEGV"},
    {"sigabrt", "SIGABRT"},
    {"sigfpe", "SIGFPE"},
    {"sigbus", "SIGBUS"},
    {"sigill", "SIGILL"},
});

std::string_view kind_of(const ShownFrame& frame, const Judge& judge) {
  const std::string_view name = judge.site(frame).facts().function;
  for (const auto& [pattern, kind] : by_function)
    if (fits(name, pattern)) return kind;
  if (!judge.may_be_handler(frame) && judge(frame) != Verdict::Signal) return {};
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), lower_case);
  for (const auto& [word, kind] : by_word)
    if (lower.contains(word)) return kind;
  return {};
}

}  // namespace

std::string_view inferred_kind(const Telling& telling, const Sites& sites) {
  if (telling.stack == nullptr) return {};
  const Judge judge{sites, telling.scope};
  const std::span frames(telling.stack->frames);
  const auto is_first = [&](const ShownFrame& frame) {
    return telling.is_own && !telling.frames.empty() && frame.site == telling.frames.front().site;
  };
  // Of several the outermost says most: many a function calls abort().
  std::string_view kind;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (i >= telling.passed && is_first(frames[i])) break;
    if (const std::string_view said = kind_of(frames[i], judge); !said.empty()) kind = said;
  }
  return kind;
}

}  // namespace symkit::group
