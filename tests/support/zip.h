// Zip archives put together by hand, for entries that no packer writes.
#pragma once

#include <libdeflate.h>
#include <string>
#include <vector>

#include "support/assembler.h"

namespace symkit::test {

struct ZipEntry {
  std::string name;
  Buffer stored;  // as it lies in the archive
  unsigned method = 0;
  std::uint64_t size = 0;
  std::uint32_t checksum = 0;
  unsigned flags = 0;
};

inline ZipEntry stored_entry(std::string name, Bytes content) {
  return {std::move(name),
          {content.begin(), content.end()},
          0,
          content.size(),
          libdeflate_crc32(0, content.data(), content.size())};
}

inline ZipEntry deflated_entry(std::string name, Bytes content) {
  ZipEntry entry = stored_entry(std::move(name), content);
  entry.method = 8;
  libdeflate_compressor* compressor = libdeflate_alloc_compressor(6);
  entry.stored.resize(libdeflate_deflate_compress_bound(compressor, content.size()));
  entry.stored.resize(libdeflate_deflate_compress(compressor, content.data(), content.size(),
                                                  entry.stored.data(), entry.stored.size()));
  libdeflate_free_compressor(compressor);
  return entry;
}

inline Buffer zip_of(const std::vector<ZipEntry>& entries, std::string_view comment = {}) {
  Assembler out;
  std::vector<std::size_t> begins;
  for (const ZipEntry& entry : entries) {
    begins.push_back(out.size());
    out.u32(0x04034b50).u16(20).u16(entry.flags).u16(entry.method).u32(0).u32(entry.checksum);
    out.u32(entry.stored.size()).u32(entry.size).u16(entry.name.size()).u16(0);
    out.text(entry.name).bytes(entry.stored);
  }
  const std::size_t directory = out.size();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const ZipEntry& entry = entries[i];
    out.u32(0x02014b50).u16(20).u16(20).u16(entry.flags).u16(entry.method).u32(0).u32(entry.checksum);
    out.u32(entry.stored.size()).u32(entry.size).u16(entry.name.size()).u16(0).u16(0).u16(0).u16(0).u32(0);
    out.u32(begins[i]).text(entry.name);
  }
  const std::size_t size = out.size() - directory;
  out.u32(0x06054b50).u16(0).u16(0).u16(entries.size()).u16(entries.size()).u32(size).u32(directory);
  return out.u16(comment.size()).text(comment).finish();
}

}  // namespace symkit::test
