#include "symlookup/log_mode.h"

#include <cstdio>
#include <filesystem>

#include "answers/rewrite/frames_ahead.h"
#include "common/log_texts.h"
#include "common/unread_logs.h"
#include "find/locate/indexing.h"
#include "find/locate/locator.h"
#include "find/locate/log_ahead.h"
#include "symlookup/answers.h"
#include "symlookup/fetch_ahead.h"
#include "symlookup/log_summary.h"
#include "symlookup/managed_names.h"
#include "symlookup/sole_image.h"
#include "symlookup/surroundings.h"
#include "symlookup/text_rewriter.h"
#include "symlookup/tombstone_mode.h"

namespace symkit::symlookup {
namespace {

// A link needs the complete path.
std::string absolute(const std::string& path) {
  std::error_code ignored;
  return path.empty() ? path : std::filesystem::absolute(path, ignored).lexically_normal().string();
}

tools::LogKind log_kind(const Options& options, tools::NothingFound& nothing) {
  return {.waiting = options.objects.empty()
                         ? "symlookup: waiting for a log on standard input (see --help for more)"
                         : "symlookup: waiting for addresses or a log on standard input",
          .nothing = &nothing,
          .advice = "; look up an address in it with -o FILE ADDRESS; list its contents with syminfo FILE"};
}

// Output goes between the lines of the progress display.
class BetweenLines {
 public:
  BetweenLines(print::Output& output, print::Progress& progress) : output_(output) {
    if (progress.shown())
      output.send_within([&](const std::function<void()>& send) { progress.print_between(send); });
  }
  BetweenLines(const BetweenLines&) = delete;
  BetweenLines& operator=(const BetweenLines&) = delete;
  ~BetweenLines() { output_.send_within({}); }

 private:
  print::Output& output_;
};

// Resolved frames are not delayed by those that wait for downloads.
void prepare_what_comes(const locate::Places& places, const intake::Options& how, print::Progress& progress,
                        print::Output& output) {
  places.downloads->before_waiting([&output] { static_cast<void>(output.flush()); });
  const std::shared_ptr<store::Shelf> store = store::open_shelf(places.stores);
  // A download that is kept is a file like any other: single answers may cost less than its index.
  if (places.downloads->keeps() && how.preparing != intake::Preparing::Now) return;
  if (store->place().empty()) return;
  places.downloads->prepare_with([=, &progress](const fetch::Wanted& image, const std::string& path) {
    static_cast<void>(locate::index_of_id(path, image.id, image.name, *store, how));
    progress.erase();
  });
}

// From a remote store, images for many frames are requested at once.
void gather_what_comes(const std::shared_ptr<const locate::Search>& search, const crashlog::Knowledge& known,
                       std::unique_ptr<io::Input>& input) {
  if (!input || !search->store().is_far()) return;
  input = io::TextAhead::before(
      std::move(input),
      std::make_unique<rewrite::FramesAhead>(
          known, [log = std::make_shared<locate::LogAhead>(search)](std::span<const FrameReference> frames) {
            return log->expect(frames);
          }));
}

// By id: images without one are never requested.
void note_what_is_found(locate::Locator& locator, tools::FoundImages& found) {
  constexpr std::size_t most_noted = 10'000;
  locator.tell_found([&found](const ImageReference& image, const std::string& path) {
    if (!image.id.empty() && found.size() < most_noted)
      found.try_emplace(fetch::Wanted::of(image).key(), image.name, path);
  });
}

}  // namespace

Result<void> rewrite_logs(const Options& options, std::vector<std::unique_ptr<Image>>& images,
                          print::Output& output, print::Progress& progress, tools::Console& console) {
  const BetweenLines between(output, progress);
  auto places = places_of(options, images, progress, console);
  if (!places) return fail(places.error());
  const auto kernel = kernel_symbols(options.kernel_symbols);
  if (!kernel) return fail(kernel.error());
  const auto process = process_images(options);
  if (!process) return fail(process.error());
  const crashlog::Knowledge known{.kernel = *kernel ? &**kernel : nullptr,
                                  .process = *process ? &**process : nullptr};
  const auto search = std::make_shared<const locate::Search>(*places);
  intake::Options how = how_to_index(options, progress, console);
  how.prepares_beside = true;  // the log may be live
  locate::Locator locator(search, std::move(how));
  const Fetching fetching{search, places->downloads, options.fetch_wait, known};
  tools::FoundImages found;
  if (places->downloads && options.summary) note_what_is_found(locator, found);
  if (places->downloads)
    prepare_what_comes(*places, how_to_index(options, progress, console), progress, output);
  symbolize::FrameResolver resolver(locator, dialect_of(options.format), name_style_of(options),
                                    options.folded, folded_names_wanted(options));
  rewrite::SourceContext context(source_places(options, *places));
  LogSummary summary(!images.empty(),
                     [&](const ImageReference& image) { return locator.is_sole_image(image); });
  Answers answers(options, images, output);
  answers.blank_line_after_each = true;
  rewrite::NativeWork work{resolver, output, summary};
  work.style = {.inlined_frames = !options.no_inlines,
                .full_path = options.full_path,
                .color = console.color_on_stdout(),
                .all_folded = options.folded == symbolize::FoldedNames::All};
  work.style.source_path = [&](std::string_view path) { return absolute(context.find(path)); };
  work.json = options.format == Format::Json;
  if (options.sources.lines != 0) work.context = &context;
  const auto managed = ManagedNames::open(options, output, console);
  if (!managed) return fail(managed.error());
  work.rename = (*managed)->rename();
  work.tells_symbols = (*managed)->has_java();  // their names have been restored
  TextRewriter rewriter(work, known, images.empty() ? nullptr : &answers, **managed);
  TombstoneNames tombstones(resolver, summary, work.style.all_folded, **managed);
  tools::NothingFound nothing("symlookup", "frames");
  const auto done = tools::each_text(
      options.logs, log_kind(options, nothing), console.errors(), [&](android::LogPart& part) {
        const auto ahead = FetchAhead::begin(fetching, part.input);
        if (images.size() == 1) look_for_sole_image(part.input, known, images.front()->shared(), locator);
        gather_what_comes(search, known, part.input);
        return options.format == Format::Protobuf ? tombstones.write(part, output) : rewriter.rewrite(part);
      });
  const auto sent = output.flush();
  if (places->downloads && !output.stopped()) places->downloads->wait_for_missed();
  if (const std::string trouble = locator.store().trouble(); !trouble.empty()) console.warning(trouble);
  summary.take_problems(rewriter.problems());
  summary.take_refused_sources(context.refused());
  if (options.summary && answers.summary().any()) answers.summary().print();
  if (options.summary && (images.empty() || summary.any())) summary.print();
  if (done && !options.summary && tools::is_advice_read()) summary.print_if_most_are_missed();
  if (options.summary && places->downloads) tools::print_outcomes(*places->downloads, found);
  if (options.summary) (*managed)->print_summary();
  if (options.summary && answers.lines_guessed() != 0)
    std::fprintf(stderr, "%zu %s with numbers that may be addresses (--guess)\n", answers.lines_guessed(),
                 answers.lines_guessed() == 1 ? "line" : "lines");
  const bool none_found =
      !summary.any() && !answers.summary().any() && answers.lines_guessed() == 0 && !(*managed)->any();
  if (done && none_found && !(options.summary && summary.has_problems()))
    nothing.say_so(rewriter.lines(), options.summary);
  return done ? sent : done;
}

}  // namespace symkit::symlookup
