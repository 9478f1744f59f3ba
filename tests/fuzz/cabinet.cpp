// rooms: archive
// Any bytes at all as a cabinet with one file.
#include "files/archive/cabinet.h"

#include "support/exact_buffer.h"

using namespace symkit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const test::ExactBuffer bytes({data, size});
  io::UnpackBudget::allow(1 << 20);
  io::UnpackBudget budget;
  if (const auto file = archive::unpack_cabinet(bytes.bytes(), budget)) (void)file->content->bytes().size();
  return 0;
}
