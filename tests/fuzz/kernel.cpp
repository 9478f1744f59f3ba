// rooms: kernel io
// Any bytes at all as a boot image, as the memory of a kernel with a list of symbols in either byte order and
// width, and as System.map.
#include <algorithm>
#include <cstdlib>

#include "files/kernel/boot_image.h"
#include "files/kernel/kallsyms.h"
#include "files/kernel/link_addresses.h"
#include "files/kernel/symbol_list.h"

using namespace symkit;

namespace {

void look_at(const kernel::Kallsyms& table, Bytes bytes) {
  if (!std::ranges::is_sorted(table.symbols(), {}, &kernel::Symbol::address)) std::abort();
  if (!table.unfilled_base()) return;
  const auto place = kernel::linked_place(bytes, *table.unfilled_base(), table.symbols());
  if (place && place->base < place->image) std::abort();
}

void look(Bytes bytes) {
  for (const Endian endian : {Endian::Little, Endian::Big})
    for (const unsigned address_size : {4U, 8U})
      if (const auto table = kernel::Kallsyms::find(bytes, endian, address_size)) look_at(*table, bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes(data, size);
  look(bytes);
  static_cast<void>(kernel::is_boot_image(bytes));
  io::UnpackBudget budget;
  budget.stored(size);
  if (const auto image = kernel::open_boot_image(bytes, budget))
    look(image->kernel.first(std::min<std::size_t>(image->kernel.size(), 1 << 20)));
  static_cast<void>(kernel::looks_like_symbol_list(as_text(bytes)));
  static_cast<void>(kernel::read_symbol_list(as_text(bytes)));
  return 0;
}
