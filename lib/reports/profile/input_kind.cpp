#include "reports/profile/input_kind.h"

#include <algorithm>
#include <ranges>
#include <string_view>

#include "ground/base/words.h"
#include "reports/profile/json_slabs.h"
#include "reports/profile/perf_records.h"
#include "reports/profile/pprof_reader.h"
#include "reports/profile/text_profile.h"

namespace symkit::profile {
namespace {

constexpr std::size_t enough = 4096;
// Enough for a stack of a hundred long C++ names.
constexpr std::size_t enough_of_stacks = 65536;

// Protobuf has other control characters near its beginning: wire types and lengths of fields.
bool is_text(std::string_view beginning) {
  return std::ranges::none_of(beginning, [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\x1b';
  });
}

// Drops an incomplete last line: part of an address may look like a number.
std::string_view whole_lines(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  return text.substr(0, text.substr(0, most).rfind('\n') + 1);
}

}  // namespace

InputKind kind_of(Bytes bytes) {
  const std::string_view beginning = as_text(bytes).substr(0, enough);
  if (perf::looks_like_perf_data(bytes)) return InputKind::PerfData;
  if (looks_like_json_slabs(bytes)) return InputKind::Firefox;
  if (beginning.empty()) return InputKind::Unknown;
  if (!is_text(beginning)) return looks_like_pprof(bytes) ? InputKind::Pprof : InputKind::Unknown;
  if (trimmed(beginning).starts_with('{')) return InputKind::Firefox;
  // The first line may be longer than the part that was examined.
  for (const auto part : std::views::split(as_text(bytes), '\n')) {
    const std::string_view line(part.begin(), part.end());
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    if (is_folded_line(line)) return InputKind::Folded;
    const bool has_counts = looks_like_counted_stacks(whole_lines(as_text(bytes), enough_of_stacks));
    return has_counts ? InputKind::CountedStacks : InputKind::PerfScript;
  }
  return InputKind::Unknown;
}

}  // namespace symkit::profile
