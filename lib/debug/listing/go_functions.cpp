#include "debug/listing/go_functions.h"

#include "files/golang/function_reader.h"

namespace symkit::listing {

void append_go_functions(const container::Image& image, const debuginfo::CodeRanges& code,
                         const WarningSink& warn, std::vector<Function>& functions,
                         std::vector<std::deque<std::string>>& texts) {
  const auto program = golang::Program::open(image);
  if (!program) return warn(program.error().message);
  if (!*program) return;
  std::deque<std::string>& names = texts.emplace_back();  // the table may be a relocated copy
  golang::FunctionReader reader(**program);
  for (std::size_t number = 0; number < (*program)->function_count(); ++number) {
    const golang::Function* function = reader.read(number);
    if (function == nullptr || !code.clip(function->begin, function->end)) continue;
    functions.push_back({.begin = function->begin,
                         .size = function->end - function->begin,
                         .name = names.emplace_back(function->name),
                         .known_to = {.go_table = true},
                         .start_line = function->start_line,
                         .is_function = true,
                         .has_own_size = true});
  }
}

}  // namespace symkit::listing
