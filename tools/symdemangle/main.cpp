// symdemangle: demangles names on the command line, or in a text on standard input.
#include <cstdio>

#include "common/log_input.h"
#include "common/run.h"
#include "symdemangle/filter.h"
#include "symdemangle/help.h"
#include "symdemangle/options.h"

namespace symkit::symdemangle {
namespace {

constexpr tools::LogKind log_kind = {
    .waiting = "symdemangle: waiting for text on standard input (names can be given as arguments, too)",
    .advice = "; syminfo --functions lists its functions"};

Result<void> demangle_all(const Options& options, tools::Console&) {
  print::Output output;
  Filter filter(options, output);
  for (const std::string& name : options.names) filter.name(name);
  Result<void> done;
  if (options.names.empty())
    done = tools::each_log({}, log_kind,
                           [&](std::unique_ptr<io::Input>& input) { return filter.lines(*input); });
  const auto sent = output.flush();
  if (options.summary) filter.summary().print();
  if (options.summary && options.names.empty() && !filter.summary().any())
    std::fputs("symdemangle: no mangled names in the input\n", stderr);
  return done ? sent : done;
}

}  // namespace
}  // namespace symkit::symdemangle

int main(int argc, char** argv) {
  using namespace symkit;
  return tools::run({"symdemangle", symdemangle::help}, argc, argv, symdemangle::declare,
                    symdemangle::demangle_all);
}
