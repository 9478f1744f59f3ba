#include "common/run.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <unistd.h>

namespace symkit::tools {
namespace {

// A handler instead of SIG_IGN, so that writers need not treat EPIPE as a special error. It also replaces
// the SIG_IGN inherited from some parents (CI runners).
void end_quietly_on_closed_stdout() {
  struct sigaction action = {};
  action.sa_handler = [](int) { _exit(0); };
  sigaction(SIGPIPE, &action, nullptr);
}

Result<void> guarded(const std::function<Result<void>(Console&)>& work, Console& console) {
  try {
    return work(console);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory");
  } catch (const std::exception& surprise) {
    return fail(std::string("internal error: ") + surprise.what());
  }
}

// Detects a full disk: otherwise the output would be truncated, and the status 0.
Result<void> flush_stdout() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  return fail(std::string("standard output: ") + std::strerror(errno));
}

}  // namespace

int run(ToolDescription tool, int argc, char** argv, const std::function<void(CommandLine&)>& declare,
        const std::function<Result<void>(Console&)>& work) {
  end_quietly_on_closed_stdout();
  CommandLine line(tool);
  declare(line);
  if (const auto status = line.parse(argc, argv)) return *status;
  return run(tool.name, line.color(), work);
}

int run(std::string_view tool, ColorChoice color, const std::function<Result<void>(Console&)>& work) {
  end_quietly_on_closed_stdout();
  Console console(tool, color);
  if (const auto done = guarded(work, console); !done) console.error(done.error());
  if (const auto flushed = flush_stdout(); !flushed) console.error(flushed.error());
  return console.failed() ? 1 : 0;
}

}  // namespace symkit::tools
