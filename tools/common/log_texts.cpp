#include "common/log_texts.h"

#include <utility>

#include "files/archive/entry_path.h"
#include "ground/base/words.h"

namespace symkit::tools {
namespace {

using OpenedInput = Result<std::unique_ptr<io::Input>>;

OpenedInput open_in_archive(const std::string& path) {
  io::UnpackBudget budget;
  const auto entry = archive::open_entry(path, budget);
  if (!entry) return fail(entry.error());
  return io::Input::of_memory(entry->content, path);
}

Result<void> take_texts(OpenedInput input, const LogKind& kind, const android::TellError& tell,
                        const android::TakePart& take) {
  if (!input) return fail(input.error());
  const std::string name = (*input)->name();
  const auto done = android::each_part(std::move(*input), tell, [&](android::LogPart& part) {
    const auto taken = take(part);
    if (part.input && kind.nothing != nullptr) kind.nothing->looked_at(*part.input);
    return taken;
  });
  const bool is_no_log = !done && done.error().message == say(name, ": ", android::other_archive);
  return is_no_log ? fail(say(done.error().message, kind.advice)) : done;
}

}  // namespace

Result<void> each_text(const std::vector<std::string>& paths, LogKind kind, const android::TellError& tell,
                       const android::TakePart& take) {
  kind.may_be_archive = true;
  if (paths.empty()) return take_texts(log_on_stdin(kind), kind, tell, take);
  for (const std::string& path : paths) {
    auto input = archive::leads_into_archive(path) ? open_in_archive(path) : open_log(path, kind);
    if (const auto done = take_texts(std::move(input), kind, tell, take); !done) return done;
  }
  return {};
}

std::string heading_of(const android::LogPart& part, bool is_first) {
  if (part.name.empty()) return {};
  const std::string same = part.same_as.empty() ? "" : say(" the same crash as ", part.same_as);
  return say(is_first ? "" : "\n", "==> ", part.name, " <==", same, "\n");
}

}  // namespace symkit::tools
