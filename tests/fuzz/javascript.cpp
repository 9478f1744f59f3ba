// rooms: sourcemap
// Scripts of any content: functions begin before they end, and those that hold others come first.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "answers/sourcemap/comments.h"
#include "answers/sourcemap/js_functions.h"

using namespace symkit::sourcemap;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const JsFunctions functions = JsFunctions::scan(text);
  for (const JsFunction& function : functions.all()) {
    if (function.parent != none && functions.number_of(function) <= function.parent) std::abort();
    for (const NameToken& token : functions.names_of(function))
      if (!token.text.starts_with('<') &&
          (token.text.data() < text.data() || token.text.data() + token.text.size() > text.data() + size))
        std::abort();
  }
  for (std::uint32_t column = 0; column < 32; ++column) functions.find({0, column});
  read_comments(text);
  return 0;
}
