#include "symlookup/log_mode.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>

#include "base/words.h"
#include "common/folder_walk.h"
#include "common/log_input.h"
#include "common/store_path.h"
#include "container/open.h"
#include "crashlog/kernel_symbols.h"
#include "crashlog/memory_mappings.h"
#include "locate/locator.h"
#include "rewrite/native_rewriter.h"
#include "symlookup/answers.h"
#include "symlookup/log_summary.h"

namespace symkit::symlookup {
namespace {

Result<locate::Places> places_of(const Options& options, const std::vector<std::unique_ptr<Image>>& images,
                                 print::Progress& progress, tools::Console& console) {
  locate::Places places;
  places.look = tools::look_with(progress, console);
  places.store = tools::store_path(options.store, console);
  // An archive's images are looked for as those below a folder are: the log says which of them it means.
  std::ranges::copy_if(options.objects, std::back_inserter(places.symbols), container::is_archive);
  std::ranges::copy(options.symbols, std::back_inserter(places.symbols));
  places.own_paths = locate::own_paths(options.local || !options.process.empty(), options.no_local);
  for (const std::string& path : options.symbols)
    if (::access(path.c_str(), R_OK) != 0) return fail(say("--symbols ", path, ": ", std::strerror(errno)));
  for (const auto& image : images) {
    locate::Object object{std::make_shared<const symbolize::OpenImage>(image->shared())};
    if (options.load_address) object.load_address = options.load_address;
    if (options.slide) object.load_address = *options.slide + image->index().text_base().value;
    places.objects.push_back(std::move(object));
  }
  return places;
}

// A link needs the whole path.
std::string absolute(const std::string& path) {
  std::error_code ignored;
  return path.empty() ? path : std::filesystem::absolute(path, ignored).lexically_normal().string();
}

tools::LogKind log_kind(const Options& options, tools::NothingFound& nothing) {
  return {.waiting = options.objects.empty()
                         ? "symlookup: waiting for a log on standard input (--help says what else there is)"
                         : "symlookup: waiting for addresses or a log on standard input",
          .nothing = &nothing,
          .advice = "; -o FILE ADDRESS asks for an address in it, syminfo FILE says what it has"};
}

Result<std::string> read_all(const std::string& path) {
  const auto input = io::Input::open(path);
  if (!input) return fail(input.error());
  std::string text;
  std::vector<char> buffer(std::size_t{1} << 16);
  for (;;) {
    const auto got = (*input)->read(buffer);
    if (!got) return fail(got.error());
    if (*got == 0) return text;
    text.append(buffer.data(), *got);
  }
}

// None was asked for: none.
Result<std::optional<crashlog::KernelSymbols>> kernel_symbols(const std::string& path) {
  if (path.empty()) return std::nullopt;
  auto text = read_all(path);
  if (!text) return fail(text.error());
  auto symbols = crashlog::KernelSymbols::parse(std::move(*text));
  if (!symbols) return fail(path + " " + symbols.error().message);
  return std::move(*symbols);
}

// None was asked for: none.
Result<std::optional<crashlog::ImageList>> process_images(const Options& options) {
  const std::string path =
      options.process.empty() ? options.process_maps : say("/proc/", options.process, "/maps");
  if (path.empty()) return std::nullopt;
  const auto text = read_all(path);
  if (!text) return fail(text.error());
  auto images = crashlog::read_process_maps(*text);
  if (!images) return fail(path + " " + images.error().message);
  return std::move(*images);
}

}  // namespace

Result<void> rewrite_logs(const Options& options, std::vector<std::unique_ptr<Image>>& images,
                          print::Output& output, tools::Console& console) {
  print::Progress progress(options.progress);
  auto places = places_of(options, images, progress, console);
  if (!places) return fail(places.error());
  const auto kernel = kernel_symbols(options.kernel_symbols);
  if (!kernel) return fail(kernel.error());
  const auto process = process_images(options);
  if (!process) return fail(process.error());
  const crashlog::Knowledge known{.kernel = *kernel ? &**kernel : nullptr,
                                  .process = *process ? &**process : nullptr};
  locate::Locator locator(*places, how_to_index(options, progress, console));
  symbolize::FrameResolver resolver(locator, dialect_of(options.format), name_style_of(options));
  rewrite::SourceContext context(options.sources);
  LogSummary summary;
  Answers answers(options, images, output);
  answers.blank_line_after_each = true;
  rewrite::NativeWork work{resolver, output, summary};
  work.style = {.inlined_frames = !options.no_inlines,
                .full_path = options.full_path,
                .color = console.color_on_stdout()};
  work.style.source_path = [&](std::string_view path) { return absolute(context.find(path)); };
  work.json = options.format == Format::Json;
  if (options.sources.lines != 0) work.context = &context;
  rewrite::NativeRewriter rewriter(work, known, images.empty() ? nullptr : &answers);
  tools::NothingFound nothing("symlookup", "frames");
  const auto done = tools::each_log(options.logs, log_kind(options, nothing),
                                    [&](io::Input& input) { return rewriter.rewrite(input); });
  const auto sent = output.flush();
  summary.take_problems(rewriter.problems());
  summary.take_refused_sources(context.refused());
  if (options.summary && answers.summary().any()) answers.summary().print();
  if (options.summary && (images.empty() || summary.any())) summary.print();
  const bool none_found = !summary.any() && !answers.summary().any();
  if (done && none_found && !(options.summary && summary.has_problems()))
    nothing.say_so(rewriter.lines(), options.summary);
  return done ? sent : done;
}

}  // namespace symkit::symlookup
