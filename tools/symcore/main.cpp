// symcore: from a core file to the stacks of its threads, with names.
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

#include "common/run.h"
<<<<<<< HEAD
#include "find/locate/search.h"
=======
#include "ground/base/helper_program.h"
>>>>>>> 7cdc97009 (symcore --handler copies a crashed process's stacks, and lets it go)
#include "ground/base/words.h"
#include "ground/print/output.h"
#include "stacks/dumps/elf_core.h"
#include "stacks/dumps/jit_names.h"
#include "stacks/dumps/live_process.h"
#include "stacks/dumps/minidump.h"
<<<<<<< HEAD
#include "stacks/dumps/python_calls.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/unwound.h"
=======
>>>>>>> 7cdc97009 (symcore --handler copies a crashed process's stacks, and lets it go)
#include "symcore/dump_input.h"
#include "symcore/files.h"
#include "symcore/handler.h"
#include "symcore/help.h"
<<<<<<< HEAD
#include "symcore/image_files.h"
#include "symcore/json.h"
=======
#include "symcore/install.h"
>>>>>>> 7cdc97009 (symcore --handler copies a crashed process's stacks, and lets it go)
#include "symcore/names.h"
#include "symcore/options.h"
#include "symcore/telling.h"

namespace symkit::symcore {
namespace {

Result<dumps::Process> read_dump(Bytes dump) {
  if (dumps::is_elf_core(dump)) return dumps::read_elf_core(dump);
  if (dumps::is_minidump(dump)) return dumps::read_minidump(dump);
  return fail("is neither a core file nor a minidump");
}

<<<<<<< HEAD
Result<void> tell(const dumps::Process& process, const Options& options, const ImageFiles& files,
                  Names& names, print::Output& output, const tools::Console& console) {
  const auto tables_of = [&](const dumps::LoadedImage& image) {
    unwind::Tables tables = files.tables_of(image, process.architecture);
    if (auto stored = names.table_of(image.id)) tables.push_back(std::move(stored));
    return tables;
  };
  dumps::LoadedImages images(process,
                             {.files = [&](const dumps::LoadedImage& image) { return files.of(image); },
                              .tables = tables_of,
                              .believes_paths = options.places.local});
  const python::Stacks python = dumps::python_stacks_of(process, images);
  const auto stacks = dumps::unwind_all(process, images, options.all, &python);
  if (!stacks) return fail(stacks.error());
  // Whether a list is that of a process that has ended, nothing proves.
  const dumps::JitNames jit =
      options.process != 0 ? dumps::jit_names_of(process, images, *stacks) : dumps::JitNames{};
  if (options.format == Format::Json) {
    output.write(
        json_of(process, images, *stacks, {.jit = jit, .with_images = options.images}, names.resolver()));
    return {};
  }
  std::string report = dumps::report_of(
      process, images, *stacks,
      {.with_folders = options.format != Format::Raw, .with_images = options.images, .jit = &jit});
  if (options.format != Format::Raw) return names.write(std::move(report), output, console);
  output.write(report);
  return {};
}

Result<void> tell_file(const std::string& path, const Options& options, const ImageFiles& files, Names& names,
=======
Result<void> tell_file(const std::string& path, const Options& options, const Files& files, Names* names,
>>>>>>> 7cdc97009 (symcore --handler copies a crashed process's stacks, and lets it go)
                       print::Output& output, const tools::Console& console) {
  const auto file = open_dump(path);
  if (!file) return fail(file.error());
  const auto process = read_dump(file->bytes());
  const auto told = process ? tell(*process, options, files, names, output, console) : fail(process.error());
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
  return tell(copy->process, options, files, names, output, console);
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
