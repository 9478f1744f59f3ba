#include "symprep/same.h"

#include <array>
#include <memory>
#include <string>

#include "answers/retrace/sameness.h"
#include "ground/base/words.h"
#include "ground/print/output.h"
#include "ground/print/visible.h"

namespace symkit::symprep {
namespace {

constexpr std::size_t most_told = 10;

void print_differences(const retrace::Sameness& found, const std::array<std::string, 2>& names,
                       print::Output& output) {
  for (const retrace::MappingDifference& one : found.first)
    output.write(
        say(one.where, "\n  ", names[0], ": ", one.answers[0], "\n  ", names[1], ": ", one.answers[1], '\n'));
  if (const std::size_t more = found.differences - found.first.size(); more != 0)
    output.write(say("and ", more, more == 1 ? " more difference\n" : " more differences\n"));
}

}  // namespace

Result<void> compare_inputs(const Options& options, tools::Console& console) {
  const WarningSink ignore = [](const std::string&) {};
  std::array<std::unique_ptr<retrace::Mapping>, 2> mappings;
  std::array<std::string, 2> names;
  for (std::size_t i = 0; i < mappings.size(); ++i) {
    auto mapping = retrace::Mapping::open(options.inputs[i], console.warnings(), ignore);
    if (!mapping) return fail(mapping.error());
    mappings[i] = std::move(*mapping);
    names[i] = print::visible(options.inputs[i]);
  }
  const auto found = retrace::compare_mappings(*mappings[0], *mappings[1], most_told);
  if (!found) return fail(found.error());
  print::Output output;
  if (found->differences == 0) {
    output.write(say(names[0], " and ", names[1], " give the same answers: ", found->classes,
                     found->classes == 1 ? " class\n" : " classes\n"));
    return output.flush();
  }
  print_differences(*found, names, output);
  if (const auto sent = output.flush(); !sent) return sent;
  return fail(say(options.inputs[0], " and ", options.inputs[1], " give different answers: ",
                  found->differences, found->differences == 1 ? " difference" : " differences"));
}

}  // namespace symkit::symprep
