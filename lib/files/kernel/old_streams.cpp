#include "files/kernel/old_streams.h"

#include <algorithm>
#include <cstring>
#include <lz4.h>
#include <lzo/lzo1x.h>
#include <string_view>
#include <vector>

#include "ground/base/cursor.h"

namespace symkit::kernel {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view lz4_magic = "\x02\x21\x4c\x18"sv;
constexpr std::uint32_t lz4_magic_number = 0x184c2102;
constexpr std::string_view lzop_magic = "\x89LZO\0\r\n\x1a\n"sv;
// Neither format has larger blocks.
constexpr std::size_t largest_lz4 = std::size_t{8} << 20;
constexpr std::size_t largest_lzo = std::size_t{64} << 20;

// Flags of lzop.
constexpr std::uint32_t has_filter = 0x800;
constexpr std::uint32_t checksums_of_unpacked[] = {0x1, 0x100};
constexpr std::uint32_t checksums_of_packed[] = {0x2, 0x200};
constexpr std::uint16_t first_with_level = 0x940;

std::unexpected<Error> broken(std::string_view kind) {
  return fail("the " + std::string(kind) + " data is damaged or truncated");
}

// Concatenates the blocks' contents. next_block(block) fills the next one, empty at the end.
template <class NextBlock>
Result<io::Unpacked> unpack_blocks(NextBlock next_block, io::UnpackBudget& budget) {
  std::vector<std::uint8_t> block;
  std::size_t given = 0;
  return io::Unpacked::take_all(
      [&](std::span<char> buffer) -> Result<std::size_t> {
        if (given == block.size()) {
          given = 0;
          if (const auto next = next_block(block); !next) return fail(next.error());
        }
        const std::size_t count = std::min(buffer.size(), block.size() - given);
        if (count != 0) std::memcpy(buffer.data(), block.data() + given, count);
        given += count;
        return count;
      },
      budget);
}

void skip_checksums(Cursor& at, std::uint32_t flags, const std::uint32_t (&which)[2]) {
  for (const std::uint32_t flag : which)
    if ((flags & flag) != 0) at.u32();
}

// Returns a file's flags and moves the cursor after its header.
std::uint32_t read_lzop_header(Cursor& at) {
  at.skip(lzop_magic.size());
  const std::uint16_t version = at.u16();
  at.u16();
  if (version >= first_with_level) at.u16();
  at.u8();
  if (version >= first_with_level) at.u8();
  const std::uint32_t flags = at.u32();
  if ((flags & has_filter) != 0) at.u32();
  at.skip(version >= first_with_level ? 12 : 8);  // mode and times
  at.skip(at.u8());                               // a name
  at.u32();
  return flags;
}

}  // namespace

bool is_legacy_lz4(Bytes packed) { return as_text(packed).starts_with(lz4_magic); }
bool is_lzop(Bytes packed) { return as_text(packed).starts_with(lzop_magic); }

Result<io::Unpacked> unpack_legacy_lz4(Bytes packed, io::UnpackBudget& budget) {
  Cursor at(packed, Endian::Little);
  return unpack_blocks(
      [&](std::vector<std::uint8_t>& block) -> Result<void> {
        block.clear();
        std::uint32_t size = at.at_end() ? 0 : at.u32();
        while (size == lz4_magic_number && !at.failed()) size = at.at_end() ? 0 : at.u32();
        if (at.failed()) return broken("LZ4");
        if (size == 0) return {};
        const Bytes stored = at.bytes(size);
        block.resize(largest_lz4);
        const int made = at.failed() ? -1
                                     : LZ4_decompress_safe(reinterpret_cast<const char*>(stored.data()),
                                                           reinterpret_cast<char*>(block.data()),
                                                           static_cast<int>(stored.size()),
                                                           static_cast<int>(block.size()));
        if (made <= 0) return broken("LZ4");
        block.resize(static_cast<std::size_t>(made));
        return {};
      },
      budget);
}

Result<io::Unpacked> unpack_lzop(Bytes packed, io::UnpackBudget& budget) {
  Cursor at(packed, Endian::Big);
  const std::uint32_t flags = read_lzop_header(at);
  return unpack_blocks(
      [&](std::vector<std::uint8_t>& block) -> Result<void> {
        block.clear();
        const std::uint32_t size = at.u32();
        if (size == 0 && !at.failed()) return {};
        const std::uint32_t stored_size = at.u32();
        skip_checksums(at, flags, checksums_of_unpacked);
        if (stored_size < size) skip_checksums(at, flags, checksums_of_packed);
        const Bytes stored = at.bytes(stored_size);
        if (at.failed() || size > largest_lzo || stored_size > size) return broken("LZO");
        if (stored_size == size) return block.assign(stored.begin(), stored.end()), Result<void>();
        block.resize(size);
        lzo_uint made = size;
        const int done = lzo1x_decompress_safe(stored.data(), stored.size(), block.data(), &made, nullptr);
        if (done != LZO_E_OK || made != size) return broken("LZO");
        return {};
      },
      budget);
}

}  // namespace symkit::kernel
