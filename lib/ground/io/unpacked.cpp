#include "ground/io/unpacked.h"

#include <algorithm>
#include <new>

#include "ground/base/words.h"
#include "ground/io/byte_source.h"
#include "ground/io/decompressor.h"
#include "ground/io/input.h"

namespace symkit::io {

namespace {

// Properties 3, 0, 2 and a dictionary of whole kilobytes, as in all files in use. These are few bytes to
// go by, so this is used only where nothing else is expected.
bool begins_like_lzma(Bytes bytes) {
  return bytes.size() > 13 && bytes[0] == 0x5d && bytes[1] == 0 && bytes[2] == 0;
}

}  // namespace

std::string_view name_unpacked(std::string_view name) {
  for (const std::string_view suffix : {".gz", ".xz", ".zst", ".bz2"})
    if (name.size() > suffix.size() && name.ends_with(suffix))
      return name.substr(0, name.size() - suffix.size());
  return name;
}

void Unpacked::make_room() {
  constexpr std::size_t least = 1 << 20;
  constexpr std::size_t enough = 1 << 16;
  if (room_ - size_ >= enough) return;
  const std::size_t wanted = std::max(least, room_ * 2);
  auto* const larger = static_cast<std::uint8_t*>(std::realloc(memory_.get(), wanted));
  if (larger == nullptr) throw std::bad_alloc();
  static_cast<void>(memory_.release());
  memory_.reset(larger);
  room_ = wanted;
}

Result<Unpacked> Unpacked::take_all(const Read& read, UnpackBudget& budget) {
  Unpacked content;
  while (true) {
    content.make_room();
    char* const end = reinterpret_cast<char*>(content.memory_.get()) + content.size_;
    const Result<std::size_t> count = read(std::span(end, content.room_ - content.size_));
    if (!count) return fail(count.error());
    if (*count == 0) return content;
    if (const auto allowed = budget.take(*count); !allowed) return fail(allowed.error());
    content.size_ += *count;
  }
}

Result<Unpacked> Unpacked::read(const std::string& path, UnpackBudget& budget) {
  const auto input = Input::open(path);
  if (!input) return fail(input.error());
  return rest_of(**input, budget);
}

Result<Unpacked> Unpacked::rest_of(Input& input, UnpackBudget& budget, std::uint64_t most) {
  bool is_named = false;
  std::uint64_t size = 0;
  auto content = take_all(
      [&](std::span<char> buffer) -> Result<std::size_t> {
        auto count = input.read(buffer);
        is_named = !count;
        budget.stored(input.stored_bytes());
        size += count.value_or(0);
        return size <= most ? count : fail(say("is larger than ", most >> 20, " MB"));
      },
      budget);
  return content || is_named ? std::move(content) : fail(content.error().within(input.name()));
}

Result<Unpacked> Unpacked::of(Bytes packed, UnpackBudget& budget) {
  ByteSource source(as_text(packed));
  auto compression = recognise(source);
  if (!compression) return fail(compression.error());
  if (*compression == Compression::None && begins_like_lzma(packed)) compression = Compression::Lzma;
  const auto decompressor = make_decompressor(*compression);
  if (!decompressor) return fail("its compression is not supported");
  return take_all([&](std::span<char> buffer) { return decompressor->read(source, buffer); }, budget);
}

}  // namespace symkit::io
