#include "symleak/report.h"

#include "print/output.h"
#include "symleak/findings.h"

namespace symkit::symleak {
namespace {

Result<void> find(const Options& options, tools::Console& console,
                  const std::function<void(const Findings&)>& use) {
  const auto recording = heap::Recording::open(options.file);
  if (!recording) return fail(recording.error());
  heap::Damage damage = recording->damage();
  const heap::Stacks stacks(*recording, damage);
  const heap::Replay replay = heap::replay(*recording, damage);
  const std::vector<heap::Mark> marks = heap::read_marks(*recording, damage);
  print::Progress progress(options.progress);
  const auto names = NamedStacks::open(options, *recording, stacks, progress, console);
  if (!names) return fail(names.error());
  const heap::Mark* mark = marks.empty() ? nullptr : &marks.back();
  const auto sites =
      sites_with_leaks(mark != nullptr && mark->is_judged ? mark : nullptr, replay, stacks, **names);
  use({*recording, damage, replay, **names, mark, sites, options.top});
  return {};
}

void write(const Options& options, const Findings& findings, std::string& out) {
  if (options.format == Format::Json) return write_json(findings, out);
  write_text(findings, out);
}

}  // namespace

Result<void> report(const Options& options, tools::Console& console) {
  print::Output output;
  auto done =
      find(options, console, [&](const Findings& findings) { write(options, findings, output.buffer()); });
  const auto sent = output.flush();
  return done ? sent : done;
}

Result<bool> check(const Options& options, tools::Console& console) {
  print::Output output;
  bool is_clean = true;
  auto done = find(options, console, [&](const Findings& findings) {
    is_clean = !findings.has_leaks();
    write(options, findings, output.buffer());
  });
  const auto sent = output.flush();
  if (!done) return fail(done.error());
  if (!sent) return fail(sent.error());
  return is_clean;
}

}  // namespace symkit::symleak
