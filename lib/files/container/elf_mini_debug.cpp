#include "files/container/elf_mini_debug.h"

#include <algorithm>
#include <lzma.h>

#include "ground/base/words.h"

namespace symkit::container::elf {
namespace {

constexpr std::uint64_t most_decoder_memory = std::uint64_t{256} << 20;
constexpr std::size_t unpacked_at_once = 1 << 16;

Error not_whole() { return {"broken: .gnu_debugdata (MiniDebugInfo) is not a complete xz stream"}; }

class Decoder {
 public:
  Decoder() : started_(lzma_stream_decoder(&stream_, most_decoder_memory, 0) == LZMA_OK) {}
  Decoder(const Decoder&) = delete;
  ~Decoder() { lzma_end(&stream_); }

  Result<std::vector<std::uint8_t>> unpack(Bytes packed, io::UnpackBudget& budget) {
    std::vector<std::uint8_t> out;
    stream_.next_in = packed.data();
    stream_.avail_in = packed.size();
    while (started_) {
      const std::size_t before = out.size();
      if (const auto allowed = budget.take(unpacked_at_once); !allowed) return fail(allowed.error());
      out.resize(before + unpacked_at_once);
      stream_.next_out = out.data() + before;
      stream_.avail_out = unpacked_at_once;
      const lzma_ret done = lzma_code(&stream_, LZMA_FINISH);
      out.resize(out.size() - stream_.avail_out);
      if (done == LZMA_STREAM_END) return out;
      if (done != LZMA_OK) break;
    }
    return fail(not_whole());
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool started_;
};

}  // namespace

Result<std::unique_ptr<const MiniDebug>> read_mini_debug(const ElfFile& file, io::UnpackBudget& budget) {
  const auto is_it = [&](const SectionHeader& header) {
    return header.has_data() && !header.is_allocated() && file.name_of(header) == ".gnu_debugdata";
  };
  const auto section = std::ranges::find_if(file.sections, is_it);
  if (section == file.sections.end()) return nullptr;
  auto bytes = Decoder().unpack(file.data_of(*section), budget);
  if (!bytes) return fail(bytes.error());
  auto mini = std::make_unique<MiniDebug>();
  mini->bytes = std::move(*bytes);
  auto inside = read_elf_file(mini->bytes);
  if (!inside) return fail(inside.error().within(".gnu_debugdata (MiniDebugInfo)"));
  if (inside->machine != file.machine || inside->wide != file.wide || inside->endian != file.endian)
    return fail(".gnu_debugdata (MiniDebugInfo) is for another processor");
  mini->file = std::move(*inside);
  return mini;
}

}  // namespace symkit::container::elf
