#include "files/kernel/boot_image.h"

#include <string_view>

#include "files/kernel/old_streams.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::kernel {
namespace {

// Documentation/arch/x86/boot.rst
constexpr std::size_t setup_sectors_at = 0x1f1;
constexpr std::size_t header_at = 0x202;  // "HdrS", and the protocol's version
constexpr std::size_t payload_at = 0x248;
constexpr std::uint16_t first_with_payload = 0x208;
constexpr std::size_t sector = 512;
// Documentation/arch/arm64/booting.rst, …/riscv/boot-image-header.rst
constexpr std::size_t flat_magic_at = 0x38;
// drivers/firmware/efi/libstub/zboot-header.S
constexpr std::size_t zboot_magic_at = 4;

constexpr std::string_view advice =
    "; extract its vmlinux with scripts/extract-vmlinux from the kernel's source";

bool has(Bytes file, std::size_t at, std::string_view magic) {
  return as_text(slice(file, at, magic.size())) == magic;
}
bool is_bzimage(Bytes file) { return has(file, header_at, "HdrS"); }
bool is_zboot(Bytes file) { return has(file, 0, "MZ") && has(file, zboot_magic_at, "zimg"); }
Architecture flat_architecture(Bytes file) {
  if (has(file, flat_magic_at, "ARM\x64")) return Architecture::Arm64;
  return has(file, flat_magic_at, "RSC\x05") ? Architecture::RiscV64 : Architecture::Unknown;
}

Result<BootImage> unpack(Bytes packed, io::UnpackBudget& budget) {
  auto unpacked = is_legacy_lz4(packed) ? unpack_legacy_lz4(packed, budget)
                  : is_lzop(packed)     ? unpack_lzop(packed, budget)
                                        : io::Unpacked::of(packed, budget);
  if (!unpacked) return fail(say("is a kernel that cannot be unpacked: ", unpacked.error().message, advice));
  BootImage image{.unpacked = std::move(*unpacked), .kernel = {}};
  image.kernel = image.unpacked.bytes();
  image.architecture = flat_architecture(image.kernel);
  return image;
}

Result<BootImage> open_bzimage(Bytes file, io::UnpackBudget& budget) {
  Cursor at(file, Endian::Little, setup_sectors_at);
  const std::uint8_t sectors = at.u8();
  at.seek(header_at + 4);
  const std::uint16_t version = at.u16();
  at.seek(payload_at);
  const std::uint64_t offset = at.u32(), size = at.u32();
  if (at.failed()) return fail("is a truncated kernel");
  if (version < first_with_payload)
    return fail(
        "is a boot image from before Linux 2.6.26: give the vmlinux or the System.map of this kernel");
  Bytes packed = slice(file, (std::uint64_t{sectors == 0 ? 4U : sectors} + 1) * sector + offset, size);
  // Except for gzip, which contains it, the kernel's size follows the stream.
  if (!has(packed, 0, "\x1f\x8b") && packed.size() > 4) packed = packed.first(packed.size() - 4);
  if (packed.empty()) return fail("is a truncated kernel");
  return unpack(packed, budget);
}

Result<BootImage> open_zboot(Bytes file, io::UnpackBudget& budget) {
  Cursor at(file, Endian::Little, zboot_magic_at + 4);
  const std::uint32_t offset = at.u32(), size = at.u32();
  const Bytes packed = slice(file, offset, size);
  if (at.failed() || packed.empty()) return fail("is a truncated kernel");
  return unpack(packed, budget);
}

}  // namespace

bool is_boot_image(Bytes beginning) {
  return is_bzimage(beginning) || is_zboot(beginning) ||
         flat_architecture(beginning) != Architecture::Unknown;
}

Result<BootImage> open_boot_image(Bytes file, io::UnpackBudget& budget) {
  if (is_bzimage(file)) return open_bzimage(file, budget);
  if (is_zboot(file)) return open_zboot(file, budget);
  BootImage image;
  image.kernel = file;
  image.architecture = flat_architecture(file);
  if (image.architecture == Architecture::Unknown) return fail("is not a kernel image");
  return image;
}

}  // namespace symkit::kernel
