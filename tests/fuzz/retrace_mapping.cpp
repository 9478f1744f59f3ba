// rooms: retrace
// A mapping from nowhere: every class of it is read, by the text and by an index made of it, and both are
// asked for the same frames. They must give the same answer, or the text an error.
#include <string>

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/mapping_index.h"
#include "answers/retrace/mapping_writer.h"
#include "answers/retrace/sameness.h"
#include "answers/retrace/single_mapping.h"
#include "support/fuzz_require.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

const WarningSink ignore = [](const std::string&) {};

// Frames and exceptions for some of the names that the mapping has.
std::string questions(TextMapping& mapping) {
  std::string log;
  for (std::uint32_t number = 0; number < std::min<std::size_t>(mapping.class_count(), 8); ++number) {
    const std::string name(mapping.class_line(number).renamed);
    const auto read = mapping.read_class(number);
    if (!read) continue;
    log += name + ": x y\n";
    std::size_t left = 8;
    for (const ReadGroup& group : (*read)->methods) {
      if (left-- == 0) break;
      const std::string at = "\tat " + name + "." + std::string(group.name()) + "(SourceFile";
      log += at + ")\n";
      for (const MappedRange& range : group.ranges) {
        if (&range - group.ranges.data() > 8) break;
        if (range.minified) log += at + ":" + std::to_string(range.minified->to) + ")\n";
      }
    }
  }
  return log;
}

std::string answers(std::unique_ptr<Mapping> mapping, std::string_view log) {
  SingleMapping source(std::move(mapping));
  LineRewriter rewriter({{true, false}, nullptr}, source);
  std::string out;
  while (!log.empty()) {
    const std::size_t end = log.find('\n') + 1;
    fuzz::require(rewriter.rewrite(log.substr(0, end), out).has_value());
    log.remove_prefix(end);
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto mapping = TextMapping::of_text(text, "mapping.txt", ignore, ignore);
  if (!mapping) {
    fuzz::require(!mapping.error().message.empty());
    return 0;
  }
  const auto bytes = write_mapping_index(**mapping, {});
  if (!bytes) return 0;
  const std::string log = questions(**mapping);
  auto index = MappingIndex::open(io::borrowed_blob(*bytes));
  fuzz::require(index.has_value());
  if (const auto same = compare_mappings(**mapping, **index, 1)) fuzz::require(same->differences == 0);
  fuzz::require(answers(std::move(*mapping), log) == answers(std::move(*index), log));
  return 0;
}
