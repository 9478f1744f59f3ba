#include "symleak/take_snapshot.h"

#include <cerrno>
#include <fstream>
#include <signal.h>
#include <vector>

#include "ground/base/words.h"
#include "ground/print/output.h"
#include "ground/print/visible.h"
#include "symleak/watcher.h"

namespace symkit::symleak {
namespace {

// The kernel lists named sockets; '@' represents the zero byte at the beginning of abstract names.
std::vector<std::string> watchers() {
  std::vector<std::string> names;
  std::ifstream list("/proc/net/unix");
  for (std::string line; std::getline(list, line);) {
    const std::size_t at = line.find(say(" @", watcher_names));
    if (at != std::string::npos) names.push_back(line.substr(at + 2));
  }
  return names;
}

std::string why_nobody(int pid) {
  if (::kill(pid, 0) != 0 && errno == ESRCH) return say("there is no process ", pid);
  if (errno == EPERM) return say("process ", pid, " belongs to another user");
  return say("process ", pid,
             " is not recorded, or is recorded by another user: start it with symleak run -- PROGRAM");
}

}  // namespace

Result<void> take_snapshot(const Options& options, tools::Console& console) {
  const std::string name = options.mark_name.empty() ? "snapshot" : options.mark_name;
  for (const std::string& watcher : watchers()) {
    const auto asked = ask_watcher(watcher, options.process, name, options.is_this_process_alone);
    if (!asked) return fail(asked.error());
    if (asked->recordings.empty()) continue;
    for (const std::string& failure : asked->failures) console.warning("of another process: " + failure);
    print::Output output;
    for (const std::string& recording : asked->recordings)
      output.write(say("mark '", print::visible(name), "' in ", print::visible(recording), "\n"));
    return output.flush();
  }
  errno = 0;
  return fail(why_nobody(options.process));
}

}  // namespace symkit::symleak
