#include "debug/survey/go_table.h"

#include "files/golang/program.h"

namespace symkit::survey {

std::optional<GoTable> find_go_table(const container::Image& image) {
  const auto program = golang::Program::open(image);
  if (!program) return GoTable{.version = {}, .fault = program.error().message};
  if (!*program) return std::nullopt;
  return GoTable{.version = (*program)->version(),
                 .functions = (*program)->function_count(),
                 .inlined = (*program)->knows_inlined(),
                 .fault = {}};
}

}  // namespace symkit::survey
