#include "symlookup/log_summary.h"

#include <cinttypes>
#include <cstdio>

#include "ground/print/visible.h"
#include "symlookup/next_steps.h"

namespace symkit::symlookup {
namespace {

std::string_view how_taken(symbolize::Grounds grounds, bool is_sole) {
  switch (grounds) {
    case symbolize::Grounds::Evidence:
      return "the local file is used, as it agrees with the log (--no-local ignores it)";
    case symbolize::Grounds::Path: return "the local file is used without evidence (--local)";
    default:
      return is_sole ? "it is the log's only image without one, so the file of -o is used"
                     : "found by its name";
  }
}

}  // namespace

void LogSummary::count(const print::Located& located, const crashlog::Frame& frame,
                       const symbolize::FrameAnswer& answer) {
  ++seen_;
  if (answer.resolution != nullptr) without_lines_.count(located, answer.split);
  if (located.frames.empty()) {
    std::string image(located.image);
    if (!frame.image.id.empty()) image += (image.empty() ? "<" : " <") + frame.image.id.hex() + ">";
    ++missed_[{std::move(image), std::string(located.reason)}];
    return;
  }
  ++resolved_;
  if (located.inferred_load_address)
    ++inferred_[{std::string(located.image), *located.inferred_load_address}];
  if (answer.grounds != symbolize::Grounds::Id)
    without_id_.emplace(located.image, how_taken(answer.grounds, is_sole_(frame.image)));
}

void LogSummary::print() const {
  std::fprintf(stderr, "%zu %s, %zu resolved\n", seen_, seen_ == 1 ? "frame" : "frames", resolved_);
  for (const auto& [where, times] : missed_) {
    const auto& [image, reason] = where;
    if (image.empty()) {
      std::fprintf(stderr, "%zu without an image: %s\n", times,
                   print::visible(with_next_step(reason, has_named_files_)).c_str());
    } else {
      std::fprintf(stderr, "%zu in %s: %s\n", times, print::visible(image).c_str(),
                   print::visible(with_next_step(reason, has_named_files_)).c_str());
    }
  }
  without_lines_.print();
  for (const auto& [image, how] : without_id_)
    std::fprintf(stderr, "%s: the log gives no id for it; %s\n", print::visible(image).c_str(),
                 std::string(how).c_str());
  for (const auto& [where, times] : inferred_)
    std::fprintf(
        stderr,
        "%s: the log does not say where it was loaded; inferred from names next to addresses: 0x%" PRIx64
        " (%zu %s)\n",
        print::visible(where.first).c_str(), where.second, times, times == 1 ? "frame" : "frames");
  for (const auto& [problem, times] : problems_)
    std::fprintf(stderr, "%zu %s: %s\n", times, times == 1 ? "time" : "times",
                 print::visible(problem).c_str());
  constexpr std::size_t enough_examples = 10;
  for (std::size_t listed = 0; const auto& [source, reason] : refused_)
    if (listed++ < enough_examples)
      std::fprintf(stderr, "source %s is not shown: %s\n", print::visible(source).c_str(),
                   print::visible(reason).c_str());
  if (refused_.size() > enough_examples)
    std::fprintf(stderr, "%zu more sources are not shown\n", refused_.size() - enough_examples);
  if (gave_up_ != 0)
    std::fprintf(stderr, "%zu reports were too long to wait for their images; their frames are unchanged\n",
                 gave_up_);
}

void LogSummary::print_if_most_are_missed() const {
  const std::size_t missed = seen_ - resolved_;
  if (missed > resolved_)
    std::fprintf(stderr, "symlookup: %zu of %zu %s no answer; --summary shows why\n", missed, seen_,
                 seen_ == 1 ? "frame has" : "frames have");
}

}  // namespace symkit::symlookup
