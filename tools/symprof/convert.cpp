#include "symprof/convert.h"

#include <sys/stat.h>
#include <unistd.h>

#include "ground/base/words.h"
#include "ground/print/output.h"
#include "symprof/answer.h"
#include "symprof/named_profile.h"
#include "symprof/read.h"
#include "symprof/summary.h"

namespace symkit::symprof {
namespace {

// A tool never writes to its input, even through links.
bool is_same_file(const std::string& one, const std::string& other) {
  struct stat first{}, second{};
  return ::stat(one.c_str(), &first) == 0 && ::stat(other.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

Result<void> check_output(const Options& options, const Read& read) {
  if (options.output.empty() && !is_text(options, read) && ::isatty(STDOUT_FILENO) == 1)
    return fail(
        "the result is binary data, and standard output is a terminal: write it to a file with -o, or use "
        "--format top");
  if (!options.profiles.empty() && is_same_file(options.output, options.profiles.front()))
    return fail(options.output +
                ": is the input itself, which is never overwritten: give another name with -o");
  return {};
}

Result<void> write(const Options& options, const profile::Pieces& answer, const Loaded& loaded) {
  if (!options.output.empty()) return write_answer(options.output, answer, loaded);
  print::Output output;
  for (const Bytes part : answer.parts()) output.write(as_text(part));
  return output.flush();
}

}  // namespace

Result<void> convert(const Options& options, tools::Console& console) {
  auto loaded = load(options.profiles.empty() ? std::string() : options.profiles.front());
  if (!loaded) return fail(loaded.error());
  print::Progress progress(options.places.progress);
  const auto places = tools::open_places(options.places, progress, console);
  if (!places) return fail(places.error());
  const auto search = std::make_shared<const locate::Search>(*places);
  auto read = read_profile(std::move(*loaded), options, wanted_samples(options), search);
  if (!read) return fail(read.error());
  const std::string& damage = read->profile().damage;
  if (!damage.empty()) console.warning(say(read->loaded.name, ": ", damage));
  if (auto right = check_output(options, *read); !right) return right;
  intake::Options how = tools::indexing_for(options.places, progress, console);
  if (read->profile().locations.size() < intake::many_questions) how.preparing = intake::Preparing::Auto;
  Names names(options, search, std::move(how));
  const profile::Naming naming = names.name(*read);
  if (const std::string trouble = names.store().trouble(); !trouble.empty()) console.warning(trouble);
  const auto answer = answer_of(options, *read, naming);
  if (!answer) return fail(answer.error().within(read->loaded.name));
  if (auto written = write(options, *answer, read->loaded); !written) return written;
  if (options.summary) print_summary(read->profile(), naming);
  return {};
}

}  // namespace symkit::symprof
