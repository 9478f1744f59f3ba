#include "symcore/handler.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "debug/details/limited_child.h"
#include "ground/base/words.h"
#include "ground/io/mapped_file.h"
#include "symcore/crash_folder.h"
#include "symcore/crash_report.h"
#include "symcore/crashed_process.h"

namespace symkit::symcore {
namespace {

// Memory and results are limited by the child itself: the core that it maps may be large.
constexpr details::Limits limits = {.time = std::chrono::seconds(20),
                                    .memory = RLIM_INFINITY,
                                    .file = RLIM_INFINITY,
                                    .tells_errors = true,
                                    .gives_way = false};

// Images need a descriptor each.
void allow_many_files() {
  rlimit most{};
  if (::getrlimit(RLIMIT_NOFILE, &most) != 0) return;
  most.rlim_cur = most.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &most);
}

class Writing {
 public:
  // A program that had other rights than its user is nobody's but root's.
  Writing(const CrashFolder& folder, const Options& options, std::string_view program)
      : folder_(folder),
        name_(say(safe_name(program), '.', options.handler)),
        mode_(options.dumpable == 1 ? 0640 : 0600) {}

  Result<void> write(const io::Descriptor& result, std::string_view kind) const {
    const auto file = io::MappedFile::open(say("/proc/self/fd/", result.get()));
    if (!file) return fail(file.error());
    if (file->bytes().empty()) return {};
    return folder_.write(say(name_, kind), file->bytes(), mode_);
  }

 private:
  const CrashFolder& folder_;
  std::string name_;
  unsigned mode_;
};

bool is_empty(const io::Descriptor& file) {
  struct stat status{};
  return ::fstat(file.get(), &status) != 0 || status.st_size == 0;
}

Result<void> write_all_of(const CrashResults& results, bool is_complete, const Writing& writing) {
  const bool is_named = is_complete && !is_empty(results.text);
  if (const auto done = writing.write(is_named ? results.text : results.plain, ".txt"); !done) return done;
  if (is_complete)
    if (const auto done = writing.write(results.json, ".json"); !done) return done;
  return writing.write(results.mini, ".core");
}

}  // namespace

void open_missing_streams() {
  // The lowest number that is free is taken: 0, 1, 2.
  for (int stream = 0; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    const bool is_error = stream == STDERR_FILENO;
    if (::open(is_error ? "/dev/kmsg" : "/dev/null", is_error ? O_WRONLY : O_RDWR) < 0)
      static_cast<void>(::open("/dev/null", O_RDWR));
  }
}

Result<void> handle_crash(const Options& options, tools::Console& console) {
  // Whatever hangs, a disk or a file system of somebody's own: the process is not kept for ever.
  constexpr unsigned longest = 60;
  ::alarm(longest);
  allow_many_files();
  CrashedProcess crashed(static_cast<pid_t>(options.handler));
  const auto folder = CrashFolder::open(options.into);
  if (!folder) return fail(folder.error());
  auto results = CrashResults::open();
  if (!results) return fail(results.error());
  results->whole = folder->unnamed();
  auto child = details::LimitedChild::start([&] { return report_crash(crashed, options, *results); }, limits);
  // Whoever has these open keeps the process.
  ::close(STDIN_FILENO);
  static_cast<void>(::open("/dev/null", O_RDONLY));
  crashed.let_go();
  if (!child) return fail(child.error());

  const auto done = child->finish();
  if (!done) console.error(done.error().within(say("process ", options.handler)));
  const std::string told(done ? as_text(*done) : "");
  const Writing writing(*folder, options, told.empty() ? crashed.name() : told);
  const auto written = write_all_of(*results, done.has_value(), writing);
  folder->keep_at_most(options.max_size);
  return written;
}

}  // namespace symkit::symcore
