#include "logs/android/log_parts.h"

#include <utility>

#include "ground/base/words.h"
#include "logs/android/bug_report.h"
#include "logs/android/logcat.h"
#include "logs/android/tombstone.h"
#include "logs/android/tombstone_text.h"

namespace symkit::android {
namespace {

constexpr std::size_t most_of_tombstone = 256 << 20;

Result<void> take_tombstone(LogPart& part, const TakePart& take) {
  const std::string name = part.input->name();
  io::UnpackBudget budget;
  const auto content = io::Unpacked::rest_of(*part.input, budget, most_of_tombstone);
  if (!content) return fail(content.error());
  const std::string_view bytes = as_text(content->bytes());
  const auto tombstone = read_tombstone(bytes);
  if (!tombstone) return fail(tombstone.error().within(name));
  part.tombstone = bytes;
  part.input = io::Input::of_memory(text_of(*tombstone), name);
  return take(part);
}

// A text in any form; its beginning shows which.
Result<void> take_text(LogPart& part, std::string_view beginning, const TakePart& take) {
  if (looks_like_tombstone(beginning)) return take_tombstone(part, take);
  if (looks_like_logcat(beginning))
    part.input = io::Input::translated(std::move(part.input), std::make_unique<LogcatText>());
  return take(part);
}

class ReportWalk {
 public:
  ReportWalk(std::string path, const TellError& trouble, const TakePart& take)
      : path_(std::move(path)), trouble_(trouble), take_(take) {}

  Result<void> run(const BugReport& report) {
    for (const BugReportPart& part : report.parts())
      if (const auto done = take_part(report, part); !done) return done;
    return {};
  }

 private:
  Result<void> take_part(const BugReport& report, const BugReportPart& part) {
    LogPart log{
        .name = say(path_, "!/", part.entry->name), .same_as = part.same_as, .input = {}, .tombstone = {}};
    if (!part.same_as.empty()) return take_(log);
    const auto content = report.content(part);
    if (!content) return tell(content.error().within(path_));
    log.input = io::Input::of_memory(*content, log.name);
    const auto beginning = log.input->peek();
    if (!beginning) return tell(beginning.error());
    if (looks_like_bug_report(*beginning))
      return tell({say(log.name, ": is an archive within a bug report; skipped")});
    const auto done = take_text(log, *beginning, take_);
    // An error names the part, or the output that cannot be written.
    return done || !done.error().message.starts_with(log.name) ? done : tell(done.error());
  }

  Result<void> tell(const Error& error) {
    trouble_(error);
    return {};
  }

  std::string path_;
  const TellError& trouble_;
  const TakePart& take_;
};

}  // namespace

bool looks_like_bug_report(std::string_view beginning) {
  return archive::looks_like_zip(as_bytes(beginning));
}

Result<void> each_part(std::unique_ptr<io::Input> input, const TellError& trouble, const TakePart& take) {
  const auto beginning = input->peek();
  if (!beginning) return fail(beginning.error());
  if (!looks_like_bug_report(*beginning)) {
    LogPart whole{.name = {}, .same_as = {}, .input = std::move(input), .tombstone = {}};
    return take_text(whole, *beginning, take);
  }
  const std::string path = input->name();
  io::UnpackBudget budget;
  auto content = io::Unpacked::rest_of(*input, budget);
  if (!content) return fail(content.error());
  const auto report = BugReport::open(io::blob_of(std::move(*content)));
  if (!report) return fail(report.error().within(path));
  if (report->parts().empty()) return fail(say(path, ": ", other_archive));
  return ReportWalk(path, trouble, take).run(*report);
}

}  // namespace symkit::android
