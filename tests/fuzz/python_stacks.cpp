// rooms: base python
// Any bytes at all as the memory of a Python interpreter: in bounded time its functions are read, or left
// out. The first eight bytes are its version; the memory begins with its _PyRuntime.
#include <cstdint>
#include <string>

#include "ground/base/bytes.h"
#include "ground/base/cursor.h"
#include "ground/base/utf8.h"
#include "stacks/python/stacks.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

class Given final : public unwind::Memory {
 public:
  explicit Given(Bytes bytes) : bytes_(bytes) {}
  Bytes at(std::uint64_t address, std::uint64_t size) const override {
    if (address < begin || address - begin >= bytes_.size()) return {};
    return slice(bytes_, address - begin, std::min<std::uint64_t>(size, bytes_.size() - (address - begin)));
  }
  static constexpr std::uint64_t begin = 0x10000;

 private:
  Bytes bytes_;
};

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Utf8Piece piece = first_utf8(text);
    if (!piece.valid) return false;
    text.remove_prefix(piece.size);
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t size_of_version = 8;
  if (size < size_of_version) return 0;
  const Bytes bytes(data, size);
  const Given memory(bytes.subspan(size_of_version));
  const python::Interpreter interpreter{.runtime = Given::begin,
                                        .code_type = Given::begin + 0x1000,
                                        .version = Cursor(bytes, Endian::Little).u64()};
  python::touch_stacks(memory, interpreter);
  const python::Stacks stacks = python::read_stacks(memory, interpreter);
  std::size_t frames = 0;
  for (const python::Run& run : stacks.runs)
    for (const python::Frame& frame : run.frames) {
      ++frames;
      fuzz::require(frame.function != nullptr && !frame.function->file.empty());
      fuzz::require(is_utf8(frame.function->name) && is_utf8(frame.function->file));
    }
  fuzz::require(frames <= size);
  return 0;
}
