// rooms: retrace
// A mapping's index from nowhere: opened as it is, then once more sealed with checksums that fit, so that
// what is behind the envelope is reached. Whatever is asked, it must answer or fail, within its bytes.
#include <algorithm>
#include <cstring>
#include <string>

#include "index/envelope.h"
#include "retrace/line_rewriter.h"
#include "retrace/mapping_index.h"
#include "retrace/single_mapping.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

// The sections that the input's own table names, under a new and true header.
std::vector<std::uint8_t> sealed_again(Bytes input) {
  index::Header header;
  if (input.size() < sizeof header) return {};
  std::memcpy(&header, input.data(), sizeof header);
  std::vector<index::SectionContent> sections;
  for (std::size_t i = 0; i < std::min<std::size_t>(header.section_count, 12); ++i) {
    const Bytes bytes =
        slice(input, sizeof header + i * sizeof(index::SectionRecord), sizeof(index::SectionRecord));
    if (bytes.empty()) break;
    index::SectionRecord record;
    std::memcpy(&record, bytes.data(), sizeof record);
    sections.push_back({record.tag, slice(input, record.offset, record.size)});
  }
  return index::seal(index::Kind::Mapping, ImageId(), 0, sections);
}

void ask(Bytes bytes) {
  auto index = MappingIndex::of_bytes(bytes);
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
  ask(sealed_again({data, size}));
  return 0;
}
