// C that calls the assembly: one image with DWARF for one half of its code.
#include "../integers.h"

u32 checksum_update(const u8* bytes, usize size);

static FIXTURE_NOINLINE u32 mix(u32 value) {
  return value * 2654435761u >> 7;
}

FIXTURE_KEEP u32 report_checksum(const u8* bytes, usize size) {
  if (size == 0) return 0;
  return mix(checksum_update(bytes, size)) ^ (u32)size;
}
