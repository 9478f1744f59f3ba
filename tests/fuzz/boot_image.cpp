// rooms: kernel io
// Any bytes at all as a boot image: a bzImage, EFI's zboot or a flat one, packed in any way that Linux has.
// What is unpacked stays within what was allowed, and a kernel that is flat is the file itself.
#include "files/kernel/boot_image.h"

#include "support/exact_buffer.h"
#include "support/fuzz_require.h"

using namespace symkit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t most = 1 << 20;
  const test::ExactBuffer exact({data, size});
  const Bytes file = exact.bytes();
  io::UnpackBudget::allow(most);
  io::UnpackBudget budget;
  budget.stored(size);
  const auto image = kernel::open_boot_image(file, budget);
  if (!image) {
    fuzz::require(!image.error().message.empty());
    return 0;
  }
  fuzz::require(kernel::is_boot_image(file));
  const bool is_flat = image->kernel.data() == file.data() && image->kernel.size() == size;
  fuzz::require(is_flat || image->kernel.size() <= most);
  return 0;
}
