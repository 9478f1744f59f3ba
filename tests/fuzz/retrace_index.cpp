// rooms: retrace
// A mapping's index from nowhere: opened as it is, then once more sealed with checksums that fit, so that
// what is behind the envelope is reached. Whatever is asked, it must answer or fail, within its bytes.
#include <algorithm>
#include <cstring>
#include <string>

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/mapping_index.h"
#include "answers/retrace/single_mapping.h"
#include "keep/index/envelope.h"
#include "support/sealed_again.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

void ask(Bytes bytes) {
  auto index = MappingIndex::open(io::borrowed_blob(bytes));
  if (!index) return;
  for (std::uint32_t number = 0; number < std::min<std::uint32_t>((*index)->class_count(), 16); ++number) {
    for (const std::string_view name : {"a", "b", "c", "d"}) {
      static_cast<void>((*index)->methods(number, name));
      static_cast<void>((*index)->fields(number, name));
    }
  }
  SingleMapping source(std::move(*index));
  LineRewriter rewriter({{true, false}, nullptr}, source);
  std::string out;
  for (const char* name : {"a", "b", "c", "a.b", "a.c", "a.d"}) {
    for (const char* method : {"a", "b", "c"}) {
      for (const char* place : {"(X)\n", "(X:1)\n", "(X:4)\n", "(X:27)\n"})
        static_cast<void>(rewriter.rewrite(std::string("\tat ") + name + "." + method + place, out));
    }
    static_cast<void>(rewriter.rewrite(std::string(name) + ": x y\n", out));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ask({data, size});
  ask(test::sealed_again({data, size}, index::Kind::Mapping, 12));
  return 0;
}
