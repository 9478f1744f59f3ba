#include "symlookup/process_mode.h"

#include "answers/rewrite/description.h"
#include "answers/symbolize/frame_resolver.h"
#include "logs/crashlog/report.h"
#include "symlookup/answerer.h"
#include "symlookup/surroundings.h"

namespace symkit::symlookup {
namespace {

constexpr std::string_view nothing_mapped = "the process has no file there";
constexpr std::string_view several_mapped = "the mappings overlap there";

class ProcessAnswers {
 public:
  ProcessAnswers(const Options& options, const crashlog::ImageList& process,
                 symbolize::FrameResolver& resolver, print::Output& output)
      : options_(options), process_(process), resolver_(resolver), output_(output) {}

  void answer(std::uint64_t address, std::string_view as_given) {
    const symbolize::FrameAnswer answer = look_up(address);
    print::Located& located = description_.describe(answer);
    located.address = address;
    located.given = as_given;
    summary_.count(located, answer.resolution == nullptr ? nullptr : answer.split);
    Answerer::print(options_, located, false, output_.buffer());
    output_.written();
  }

  const Summary& summary() const { return summary_; }

 private:
  symbolize::FrameAnswer look_up(std::uint64_t address) {
    const crashlog::ImageList::Answer mapped = process_.holding(address);
    symbolize::FrameAnswer nothing;
    nothing.reason = mapped.is_ambiguous ? several_mapped : nothing_mapped;
    if (mapped.image == nullptr || mapped.is_ambiguous) return nothing;
    crashlog::Frame frame;
    frame.runtime_address = address;
    frame.begins_stack = true;
    crashlog::Report::fill_in(*mapped.image, frame);
    return resolver_.resolve(frame);
  }

  const Options& options_;
  const crashlog::ImageList& process_;
  symbolize::FrameResolver& resolver_;
  print::Output& output_;
  rewrite::Description description_;
  Summary summary_;
};

}  // namespace

Result<void> answer_in_process(const Options& options, const std::vector<std::unique_ptr<Image>>& images,
                               print::Output& output, print::Progress& progress, tools::Console& console) {
  const auto places = places_of(options, images, progress, console);
  if (!places) return fail(places.error());
  const auto process = process_images(options);
  if (!process) return fail(process.error());
  locate::Locator locator(*places, how_to_index(options, progress, console));
  symbolize::FrameResolver resolver(locator, dialect_of(options.format), name_style_of(options),
                                    options.folded, folded_names_wanted(options));
  ProcessAnswers answers(options, **process, resolver, output);
  for (const std::string& address : options.addresses) answers.answer(*read_address(address), address);
  Result<void> done;
  if (!options.address_file.empty())
    done = answer_file(options.address_file, output,
                       [&](const AddressLine& line) { answers.answer(line.address, line.given); });
  const auto sent = output.flush();
  if (options.summary) answers.summary().print();
  return done ? sent : done;
}

}  // namespace symkit::symlookup
