// rooms: container
// Any bytes at all as a file: everything that an image offers is asked for, and nothing may crash, hang or
// take memory beyond reason.
#include <cstddef>
#include <cstdint>

#include "files/container/open.h"
#include "support/touch.h"

using namespace symkit;
using namespace symkit::container;
using test::sink;
using test::touch;

namespace {

void exercise(const Image& image) {
  sink = sink + image.text_base().value + image.address_size() + static_cast<unsigned>(image.type()) +
         static_cast<unsigned>(image.architecture());
  if (image.id()) touch(image.id()->bytes());
  if (const auto link = image.debug_link()) touch(link->file);
  for (const Section& section : image.sections()) {
    touch(section.name);
    touch(section.segment);
    touch(section.data);
    if (const auto contents = image.contents(section)) touch(*contents);
  }
  if (const auto symbols = image.symbols())
    for (const Symbol& symbol : *symbols) {
      touch(symbol.name);
      touch(image.sections().at(symbol.section).name);
    }
  if (const auto starts = image.function_starts()) sink = sink + starts->size();
  sink = sink + (image.debug_section("debug_info") != nullptr);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes(data, size);
  sink = sink + looks_like_image(bytes);
  const auto file = open_bytes(bytes, "input");
  if (!file) return 0;
  for (const auto& image : (*file)->images()) exercise(*image);
  return 0;
}
