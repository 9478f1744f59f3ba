#include "files/kernel/boot_image.h"

#include <lz4.h>
#include <lzma.h>
#include <lzo/lzo1x.h>

#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "support/packing.h"
#include "unit/ground/io/packed.h"

using namespace symkit;
using test::Assembler;
using test::Buffer;

namespace {

// What is packed: no kernel, but long enough to be worth it.
const Buffer& content() {
  static const Buffer bytes = [] {
    Assembler out;
    for (int i = 0; i < 5000; ++i) out.text(say("function_", i % 700, "\n"));
    return out.finish();
  }();
  return bytes;
}

Buffer as_lz4() {
  Buffer packed(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(content().size()))));
  const int size = LZ4_compress_default(as_text(content()).data(), reinterpret_cast<char*>(packed.data()),
                                        static_cast<int>(content().size()), static_cast<int>(packed.size()));
  packed.resize(static_cast<std::size_t>(size));
  return Assembler().u32(0x184c2102).u32(packed.size()).bytes(packed).finish();
}

// As lzop writes it, with checksums of what is packed and of what it becomes; nobody looks at them.
Buffer as_lzo() {
  Buffer packed(content().size() + content().size() / 16 + 67), memory(LZO1X_1_MEM_COMPRESS);
  lzo_uint size = packed.size();
  REQUIRE(lzo1x_1_compress(content().data(), content().size(), packed.data(), &size, memory.data()) ==
          LZO_E_OK);
  packed.resize(size);
  Assembler out(Endian::Big);
  out.text(std::string_view("\x89LZO\0\r\n\x1a\n", 9)).u16(0x1030).u16(0x20a0).u16(0x940).u8(1).u8(5);
  out.u32(0x1 | 0x2).u32(0644).u32(0).u32(0).u8(1).text("v").u32(0);
  out.u32(content().size()).u32(packed.size()).u32(0).u32(0).bytes(packed).u32(0);
  return out.finish();
}

Buffer as_lzma(bool with_container) {
  lzma_options_lzma options;
  lzma_lzma_preset(&options, 6);
  lzma_stream stream = LZMA_STREAM_INIT;
  REQUIRE((with_container ? lzma_easy_encoder(&stream, 6, LZMA_CHECK_CRC32)
                          : lzma_alone_encoder(&stream, &options)) == LZMA_OK);
  Buffer packed(content().size());
  stream.next_in = content().data();
  stream.avail_in = content().size();
  stream.next_out = packed.data();
  stream.avail_out = packed.size();
  REQUIRE(lzma_code(&stream, LZMA_FINISH) == LZMA_STREAM_END);
  packed.resize(stream.total_out);
  lzma_end(&stream);
  return packed;
}

Buffer as_stream(std::string (*pack)(std::string_view)) {
  const std::string packed = pack(as_text(content()));
  return {packed.begin(), packed.end()};
}

// A file for x86's boot loaders; all but gzip have the size behind the stream.
Buffer bzimage(const Buffer& payload, bool with_size = true) {
  Assembler out;
  out.zeros(0x1f1).u8(1);
  out.zeros(0x202 - out.size()).text("HdrS").u16(0x20f);
  out.zeros(0x248 - out.size()).u32(0x100).u32(payload.size() + (with_size ? 4 : 0));
  out.zeros(2 * 512 + 0x100 - out.size()).bytes(payload);
  if (with_size) out.u32(content().size());
  return out.finish();
}

std::string told(Bytes file) {
  io::UnpackBudget budget;
  budget.stored(file.size());
  const auto image = kernel::open_boot_image(file, budget);
  if (!image) return image.error().message;
  return as_text(image->kernel) == as_text(content()) ? "whole" : "another";
}

}  // namespace

TEST_CASE("A kernel for x86 is unpacked, however it is packed") {
  for (const Buffer& payload : {as_lz4(), as_lzo(), as_lzma(false), as_lzma(true), test::zstandard(content()),
                                as_stream(test::bzip2)}) {
    const Buffer file = bzimage(payload);
    CHECK(kernel::is_boot_image(file));
    CHECK(told(file) == "whole");
  }
  CHECK(told(bzimage(as_stream(test::gzip), false)) == "whole");
}

TEST_CASE("What cannot be unpacked says so, and what to do") {
  CHECK(told(bzimage(Buffer(100, 'x'))) ==
        "is a kernel that cannot be unpacked: its compression is not supported; "
        "extract its vmlinux with "
        "scripts/extract-vmlinux from the kernel's source");
  Buffer damaged = as_lz4();
  damaged.resize(damaged.size() / 2);
  CHECK(told(bzimage(damaged)).contains("the LZ4 data is damaged or truncated"));
}

TEST_CASE("A dictionary that no kernel needs is refused before there is memory for it") {
  Buffer payload = as_lzma(false);
  payload[4] = 0x20;  // the dictionary's size has 4 bytes, behind one of properties: 512 MB
  CHECK(told(bzimage(payload)).contains("the lzma data needs a dictionary of more than 512 MB"));
  payload[4] = 0x08;
  CHECK(told(bzimage(payload)) == "whole");
}

TEST_CASE("An EFI program round a kernel says where it is and how long") {
  const Buffer packed = test::zstandard(content());
  const Buffer file =
      Assembler().text("MZ").u16(0).text("zimg").u32(64).u32(packed.size()).zeros(48).bytes(packed).finish();
  REQUIRE(as_text(file).substr(64, 4) == as_text(packed).substr(0, 4));
  CHECK(kernel::is_boot_image(file));
  CHECK(told(file) == "whole");
}

TEST_CASE("Cut at any byte, a boot image is refused or whole") {
  const Buffer file = bzimage(as_lzo());
  for (std::size_t size = 0; size < file.size(); size += size < 0x300 ? 1 : 7)
    CHECK(told(Bytes(file).first(size)) != "another");
}
