// symcore: from a core file to the stacks of its threads, with names.
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

#include "common/run.h"
#include "ground/base/helper_program.h"
#include "ground/base/words.h"
#include "ground/print/output.h"
#include "stacks/dumps/dump_file.h"
#include "stacks/dumps/live_process.h"
#include "symcore/handler.h"
#include "symcore/help.h"
#include "symcore/image_files.h"
#include "symcore/install.h"
#include "symcore/names.h"
#include "symcore/options.h"
#include "symcore/telling.h"

namespace symkit::symcore {
namespace {

Result<void> tell_file(const std::string& path, const Options& options, const ImageFiles& files, Names& names,
                       print::Output& output, const tools::Console& console) {
  const auto file = dumps::open_dump(path);
  if (!file) return fail(file.error());
  const auto process = dumps::read_dump(file->bytes());
  const auto told = process ? tell(*process, options, files, &names, output, console) : fail(process.error());
  return told ? told : fail(told.error().within(path == "-" ? "standard input" : path));
}

Result<void> tell_live(const Options& options, const ImageFiles& files, Names& names, print::Output& output,
                       tools::Console& console) {
  const auto copy = dumps::copy_process(static_cast<pid_t>(options.process),
                                        [&](const dumps::LoadedImage& image) { return files.of(image); });
  if (!copy) return fail(copy.error());
  if (copy->missed != 0)
    console.warning(say(copy->missed, copy->missed == 1 ? " thread" : " threads", " did not stop in time"));
  if (options.summary)
    std::fprintf(stderr, "stopped for %.2f ms\n",
                 std::chrono::duration<double, std::milli>(copy->stopped).count());
  return tell(copy->process, options, files, &names, output, console);
}

Result<void> tell_all(const Options& options, tools::Console& console) {
  const auto names = Names::open(options, console);
  if (!names) return fail(names.error());
  const ImageFiles files(options, (*names)->places());
  print::Output output;
  std::vector<std::string> dumps = options.cores;
  if (options.process != 0) {
    if (const auto told = tell_live(options, files, **names, output, console); !told)
      console.error(told.error());
  } else if (dumps.empty()) {
    if (::isatty(STDIN_FILENO) == 1) std::fputs("symcore: waiting for a core on standard input\n", stderr);
    dumps.emplace_back("-");
  }
  for (const std::string& path : dumps)
    if (const auto told = tell_file(path, options, files, **names, output, console); !told)
      console.error(told.error());
  const auto sent = output.flush();
  if (options.summary && options.format != Format::Raw)
    std::fprintf(stderr, "%llu frames, %llu named\n", static_cast<unsigned long long>((*names)->frames()),
                 static_cast<unsigned long long>((*names)->named()));
  return sent;
}

Result<void> work(const Options& options, tools::Console& console) {
  if (options.handler != 0) return handle_crash(options, console);
  if (!options.install) return tell_all(options, console);
  print::Output output;
  output.write(how_to_install(helper_program("symcore")));
  return output.flush();
}

}  // namespace
}  // namespace symkit::symcore

int main(int argc, char** argv) {
  using namespace symkit;
  symcore::open_missing_streams();
  return tools::run({"symcore", symcore::help}, argc, argv, symcore::declare, symcore::work);
}
