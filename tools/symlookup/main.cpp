// symlookup: names the code at addresses. Opens the files named by -o, then looks up addresses from the
// command line or a file, or rewrites logs.
#include "common/run.h"
#include "dropin/role.h"
#include "ground/print/progress.h"
#include "symlookup/answers.h"
#include "symlookup/data_mode.h"
#include "symlookup/help.h"
#include "symlookup/images.h"
#include "symlookup/log_mode.h"
#include "symlookup/options.h"
#include "symlookup/process_mode.h"

namespace symkit::symlookup {
namespace {

Result<void> answer_file(Answers& answers, const std::string& path) {
  const auto input = open_address_file(path);
  if (!input) return fail(input.error());
  return answers.answer_lines(**input);
}

Result<void> answer_addresses(const Options& options, std::vector<std::unique_ptr<Image>>& images,
                              print::Output& output) {
  Answers answers(options, images, output);
  std::vector<std::uint64_t> addresses;
  addresses.reserve(options.addresses.size());
  for (const std::string& address : options.addresses) addresses.push_back(*read_address(address));
  answers.expect(addresses);
  for (const std::string& address : options.addresses) answers.answer(*read_address(address), address);
  Result<void> done;
  if (!options.address_file.empty()) done = answer_file(answers, options.address_file);
  const auto sent = output.flush();
  if (options.summary) answers.summary().print();
  return done ? sent : done;
}

Result<void> look_up_in(std::vector<std::unique_ptr<Image>>& images, const Options& options,
                        print::Progress& progress, tools::Console& console) {
  print::Output output;
  if (options.addresses.empty() && options.address_file.empty())
    return rewrite_logs(options, images, output, progress, console);
  if (options.data) return answer_data(options, images, output);
  if (options.knows_process()) return answer_in_process(options, images, output, progress, console);
  return answer_addresses(options, images, output);
}

Result<void> look_up(const Options& options, tools::Console& console) {
  print::Progress progress(options.progress);
  auto images = open_images(options, progress, console);
  if (!images) return fail(images.error());
  if (auto done = look_up_in(*images, options, progress, console); !done) return done;
  // A broken file that has no index yet is noticed where it is read.
  for (const auto& image : *images)
    if (const symbolize::Unprepared* const unprepared = image->shared()->unprepared())
      if (auto failure = unprepared->failure()) return fail(*failure);
  return {};
}

}  // namespace
}  // namespace symkit::symlookup

int main(int argc, char** argv) {
  using namespace symkit;
  dropin::Call call;
  if (const auto play = dropin::role_of(argc, argv, call)) return play(call);
  return tools::run({"symlookup", symlookup::help}, argc, argv, symlookup::declare, symlookup::look_up);
}
